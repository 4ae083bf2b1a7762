"""Scripts of what can be done to a generator, coroutine or asynchronous generator."""

import types


class Thrown(Exception):
    pass


def step(generator, kind, action):
    """Carries one action out; what comes of it goes to the log."""
    try:
        if kind == "async":
            awaitable = {"next": lambda: generator.__anext__(), "send": lambda: generator.asend(3),
                         "throw": lambda: generator.athrow(Thrown("in")), "close": lambda: generator.aclose(),
                         "look": lambda: pause(0).__await__()}[action]()
            came = drive(awaitable)
        elif action == "next":
            came = generator.send(None)
        elif action == "send":
            came = generator.send(3)
        elif action == "throw":
            came = generator.throw(Thrown("in"))
        elif action == "close":
            came = generator.close()
        else:
            came = "looked"
        log((action, came))
    except BaseException as error:
        log((action, showError(error)))
    look(generator)


PREFIX = {types.GeneratorType: "gi", types.CoroutineType: "cr", types.AsyncGeneratorType: "ag"}


def look(generator):
    """Logs what is to be seen of it from outside."""
    prefix = PREFIX[type(generator)]
    seen = {}
    for name in ("frame", "running", "suspended", "yieldfrom", "await", "code"):
        value = getattr(generator, f"{prefix}_{name}", "none such")
        if name == "frame" and value is not None:
            value = (value.f_lineno, value.f_lasti, sorted(value.f_locals), value.f_back is None,
                     value.f_code.co_name)
        elif name in ("yieldfrom", "await"):
            value = type(value)
        elif name == "code":
            value = (value.co_name, getattr(generator, f"{prefix}_frame") is None or
                     getattr(generator, f"{prefix}_frame").f_code is value)
        seen[name] = value
    log(seen)
