"""A bounded deque loses elements at its other end as tensors come in, and rotates."""
import collections

from suture import lab


@lab.compiled
def body(x, queue):
    queue.append(lab.neg(x))
    queue.appendleft(x)
    lab.brk(1)
    queue.rotate(1)
    queue.extendleft([1.0, 2.0])
    lab.brk(2)
    taken = queue.popleft(), queue.pop()
    queue += [x]
    return list(queue), taken, queue.maxlen


def run():
    x = lab.tensor([1.0])
    for most in (None, 3, 2):
        queue = collections.deque(["a", "b"], most)
        lab.call(body, x, queue)
        lab.observe(list(queue))
    return lab.seen()
