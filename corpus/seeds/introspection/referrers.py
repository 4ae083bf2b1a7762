"""gc.get_referrers of an object in a local names only the containers that hold it."""
import gc


class Token:
    pass


def kinds(token):
    return sorted(type(owner).__name__ for owner in gc.get_referrers(token)
                  if isinstance(owner, (list, dict, tuple)) and owner is not globals())


def run():
    token = Token()
    seen = [kinds(token)]
    box = [token]
    seen.append(kinds(token))
    table = {"key": token}
    pair = (token, box)
    seen.append(kinds(token))
    del table, pair
    seen.append(kinds(token))
    box.clear()
    seen.append(kinds(token))
    return seen
