"""Three finally blocks around one return: the value is computed first, then inner to outer."""


def body(log, how):
    try:
        try:
            try:
                log.append("body")
                if how == "raise":
                    raise OSError(how)
                return log.append("value") or how
            finally:
                log.append("inner")
        finally:
            log.append("middle")
            if how == "replace":
                return "middle's"
    finally:
        log.append("outer")


def run():
    log = []
    result = []
    for how in ("return", "replace", "raise"):
        try:
            result.append(body(log, how))
        except OSError as error:
            result.append(repr(error))
        log.append("--")
    return result, log
