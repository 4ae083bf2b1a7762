from suture import lab


@lab.compiled
def body(numbers):
    numbers.append(3)
    return lab.add(lab.tensor([1.0]), 1.0)


def run():
    lab.call(body, [1, 2])
    return lab.seen()
