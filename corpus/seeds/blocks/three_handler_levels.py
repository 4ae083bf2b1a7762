"""Three handlers active at once; leaving each restores the one below."""
import sys


def now():
    return repr(sys.exc_info()[1])


def body():
    seen = [now()]
    try:
        raise KeyError(1)
    except KeyError:
        seen.append(now())
        try:
            raise IndexError(2)
        except IndexError:
            seen.append(now())
            try:
                raise OSError(3)
            except OSError as third:
                seen.append((now(), repr(third.__context__), repr(third.__context__.__context__)))
            seen.append(now())
        seen.append(now())
    seen.append(now())
    return seen


def run():
    return body()
