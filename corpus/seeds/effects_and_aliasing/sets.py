"""A set is changed in place by methods and operators, an alias of it sees the same."""
from suture import lab


@lab.compiled
def body(x, numbers, alias):
    numbers.add(int(x.sum().item()))
    numbers |= {10, 11}
    lab.brk(1)
    numbers ^= {11, 12}
    alias.discard(99)
    lab.brk(2)
    numbers -= alias & {10}
    other = numbers | {1.0, True}
    try:
        alias.remove(99)
    except KeyError as error:
        return numbers is alias, len(alias), other, error.args


def run():
    numbers = {1, 2}
    lab.call(body, lab.tensor([3.0]), numbers, numbers)
    lab.call(body, lab.tensor([3.0]), numbers, set(numbers))
    return lab.seen()
