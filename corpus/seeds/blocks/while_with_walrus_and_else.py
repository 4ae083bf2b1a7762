"""A loop whose test binds a name, with continue in a handler and an else."""


def drain(items):
    out = []
    while (item := items.pop() if items else None) is not None:
        try:
            out.append(12 // item)
        except ZeroDivisionError:
            out.append("zero")
            continue
        finally:
            out.append(len(items))
        if item == 5:
            break
    else:
        out.append("empty")
    return out, item


def run():
    return drain([1, 0, 3]), drain([4, 5, 6])
