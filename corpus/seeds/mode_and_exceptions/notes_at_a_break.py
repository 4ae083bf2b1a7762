"""A note is added to the exception on its way out of the block; the object stays the same."""
from suture import lab


class Note(lab.FunctionMode):
    def __exit__(self, kind, error, traceback):
        if error is not None:
            lab.brk(2)
            error.add_note(f"left with {lab.mode_stack_len()} modes")
        return super().__exit__(kind, error, traceback)


@lab.compiled
def body(error):
    try:
        with Note(), Note():
            lab.brk(1)
            raise error
    except ValueError as caught:
        caught.add_note("handled")
        return caught is error, caught


def run():
    lab.call(body, ValueError("planned"))
    error = ValueError("again")
    lab.call(body, error)
    lab.call(body, error)
    return lab.seen()
