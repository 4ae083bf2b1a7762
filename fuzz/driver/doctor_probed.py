from suture import lab


@lab.compiled
def body(number):
    lab.brk(1)
    return number


def run():
    lab.call(body, 1)
    return lab.seen()
