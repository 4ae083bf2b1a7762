"""A thread started inside a block begins with an empty mode stack and leaves the other's alone."""
import threading

from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x, out):
    out.append((lab.mode_stack_len(), lab.neg(x)))
    with Double():
        lab.brk(1)
        out.append((lab.mode_stack_len(), lab.neg(x)))
    lab.push_mode(Double())
    lab.brk(2)
    out.append(lab.mode_stack_len())


def inThread(x, out):
    thread = threading.Thread(target=body, args=(x, out))
    thread.start()
    thread.join()


def run():
    x = lab.tensor([1.0])
    with Double(), Double():
        lab.call(inThread, x, [])
        lab.call(body, x, [])
        lab.call(inThread, x, [])
        lab.observe(lab.neg(x))
    return lab.seen()
