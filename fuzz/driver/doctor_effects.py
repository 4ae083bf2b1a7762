from suture import lab


@lab.compiled
def body():
    with lab.Manager("a"):
        pass


def run():
    lab.call(body)
    return lab.seen()
