"""Break, continue and return out of a with block call exit with three Nones, once each."""


class Manager:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        self.log.append("enter")

    def __exit__(self, *details):
        self.log.append(details)


def body(log, limit):
    for number in range(limit):
        with Manager(log):
            if number == 0:
                continue
            if number == 1:
                log.append("pass")
            elif number == 2:
                break
            else:
                return number
    with Manager(log) as nothing:
        return (limit, nothing)


def run():
    log = []
    return body(log, 1), body(log, 5), log
