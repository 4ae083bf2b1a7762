"""Return, break and continue inside try run the finally; one in the finally replaces them."""


def kept(log):
    try:
        return log.append("value") or len(log)
    finally:
        log.append("finally")


def replaced(log):
    for item in range(4):
        try:
            if item == 0:
                continue
            if item == 2:
                return "lost"
            log.append(item)
        finally:
            log.append(("f", item))
            if item == 2:
                break
    else:
        log.append("else")
    return "kept"


def swallowed(log):
    while True:
        try:
            raise LookupError("dropped")
        finally:
            log.append("in")
            break
    return "went on"


def run():
    log = []
    return kept(log), replaced(log), swallowed(log), log
