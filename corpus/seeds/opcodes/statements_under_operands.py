"""Every kind of statement inside six loops and a try, so that iterators lie below its operands."""

module_level = 0


class Manager:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        return self

    def __exit__(self, kind, *rest):
        self.log.append(kind and kind.__name__)
        return kind is OSError


class Box:
    pass


def statements(log, value):
    global module_level
    box, table, cell = Box(), {}, value

    def reader():
        return cell

    a, (b, *c) = value, "xyz"
    box.attribute = [a, b]
    box.attribute[0] += 1
    table["k"], table["gone"] = reader(), c
    del table["gone"], box.attribute, a
    module_level = value
    log.append((module_level, table, b, c))
    del module_level
    module_level = 0
    cell = "changed"
    log.append(reader())
    del cell
    return log


def everything(log, subject):
    global module_level
    for a in "a":
        for b in "b":
            for c in "c":
                for d in "d":
                    for e in "e":
                        for f in range(2):
                            try:
                                import string
                                from string import digits as numbers
                                box, table, cell = Box(), {}, repr(subject)
                                x, (y, *z) = f, numbers[:3]
                                box.attribute = x
                                box.attribute += 1
                                table[box.attribute] = z
                                del table[box.attribute], box.attribute, x
                                module_level = f
                                del module_level
                                module_level = 0
                                kind = type(string).__name__
                                with Manager(log) as manager:
                                    log.append((kind, y))
                                    if f:
                                        raise OSError(kind)
                                class Local:
                                    own: int = f
                                    kept = repr(subject)
                                    del own
                                    seen = [cell for _ in "1"]
                                reader = lambda *, k=f: (cell, k)
                                log.append(reader())
                                cell = f
                                log.append((reader(), Local.kept, Local.seen))
                                assert f in (0, 1), log
                                match subject:
                                    case [first, {"k": key, **rest}, *others]:
                                        log.append((first, key, rest, others))
                                    case Exception(args=(one,)) as matched:
                                        log.append((type(matched).__name__, one))
                                    case complex(real=1.0) | str():
                                        log.append("class")
                                try:
                                    raise ExceptionGroup("g", [KeyError(f), OSError(f)][:2 - f])
                                except* KeyError as group:
                                    log.append(group.exceptions[0].args)
                                except* ValueError:
                                    log.append("never")
                                del cell
                                assert not subject, "message"
                            except AssertionError as error:
                                log.append(error.args)
                                if f == 1:
                                    continue
                            except ExceptionGroup as error:
                                log.append(repr(error.exceptions[0]))
                            finally:
                                log.append("finally")


def run():
    log = []
    statements(log, 5)
    for subject in ([1, {"k": 2, "m": 3}, 4, 5], ValueError("one"), 1 + 0j, "", ()):
        everything(log, subject)
    return log
