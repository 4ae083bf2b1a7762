"""Asynchronous comprehensions of each kind and an asynchronous generator expression."""


async def numbers(limit):
    for number in range(limit):
        yield number


async def double(value):
    return value * 2


async def body():
    nested = [[inner async for inner in numbers(outer)] async for outer in numbers(3)]
    lazy = (await double(x) async for x in numbers(4) if x % 2)
    return (nested, sorted({x async for x in numbers(3)}),
            {x: await double(x) async for x in numbers(2)},
            [await double(x) for x in (5, 6)], [y async for y in lazy])


def run():
    try:
        body().send(None)
    except StopIteration as stop:
        return stop.value
