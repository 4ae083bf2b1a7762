"""A generator that advances, throws into or closes itself gets ValueError and goes on."""


def gen(log):
    for action in (lambda: next(me), lambda: me.send(1), lambda: me.throw(KeyError),
                   lambda: me.close()):
        try:
            action()
        except ValueError as error:
            log.append(str(error))
        yield len(log)


def run():
    global me
    log = []
    me = gen(log)
    result = list(me)
    del me
    return result, log
