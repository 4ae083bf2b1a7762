"""Names not yet bound, bound on one path only, and deleted: each read raises with its own name."""


def body(choice):
    seen = []
    if choice:
        maybe = choice
    for read in (0, 1, 2):
        try:
            if read == 0:
                seen.append(maybe)
            elif read == 1:
                later
            else:
                del maybe
                maybe
        except UnboundLocalError as error:
            seen.append(str(error))
    later = 1
    del later
    try:
        del later
    except UnboundLocalError as error:
        seen.append(str(error))
    return seen, sorted(locals())


def run():
    return body(0), body(5)
