import os, sys


def f(a, /, b: int = 3, *c, **d) -> None:
    match a:
        case [1, *rest]:
            return rest
    async def g():
        await a
