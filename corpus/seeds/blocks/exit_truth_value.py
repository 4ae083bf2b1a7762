"""The truth of what exit returned is asked once, and only when an exception arrived."""


class Answer:
    def __init__(self, log, value):
        self.log, self.value = log, value

    def __bool__(self):
        self.log.append("asked")
        return self.value


class Manager:
    def __init__(self, log, value):
        self.log, self.value = log, value

    def __enter__(self):
        return self.log

    def __exit__(self, *details):
        self.log.append(details[0] is not None)
        return Answer(self.log, self.value)


def run():
    log = []
    with Manager(log, True):
        log.append("quiet")
    with Manager(log, True):
        raise ValueError
    try:
        with Manager(log, False):
            raise ValueError("out")
    except ValueError as error:
        log.append(str(error))
    return log
