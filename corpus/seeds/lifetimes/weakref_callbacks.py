"""Weak references die and call back at the very statement that drops the last strong one."""
import weakref


class Thing:
    pass


def watch(log, name):
    thing = Thing()
    return thing, weakref.ref(thing, lambda ref: log.append((name, ref() is None)))


def take(log, thing, ref):
    log.append(("alive", ref() is thing))
    thing = None
    log.append(("in callee", ref() is None))


def run():
    log = []
    a, ref_a = watch(log, "a")
    b, ref_b = watch(log, "b")
    pair = [a, b]
    del a
    log.append(ref_a() is pair[0])
    pair.pop(0)
    log.append("popped")
    b = pair = None
    log.append("rebound")
    take(log, *watch(log, "c"))
    holder = [watch(log, "d")]
    take(log, *holder.pop())
    c, ref_c = watch(log, "e")
    take(log, c, ref_c)
    del c
    return log, ref_a() is ref_b() is ref_c() is None
