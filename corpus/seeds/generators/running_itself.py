"""A generator that advances itself or sends itself a value gets ValueError and goes on."""

# Not thrown into or closed: for that CPython 3.11 and 3.12 read the unit behind the instruction being
# executed, an inline cache, as if it were one, and crash once it counts to RESUME.


def gen(log):
    for action in (lambda: next(me), lambda: me.send(1), lambda: me.send(None)):
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
