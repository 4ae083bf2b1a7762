"""What a case may leave behind: thread state, process-wide settings, references and memory."""

import contextlib
import gc
import itertools
import os
import signal
import sys
import threading
import warnings


def hook_name(hook):
    return "none" if hook is None else getattr(hook, "__qualname__", type(hook).__qualname__)


def stream_state(name):
    if not hasattr(sys, name):
        return "deleted"
    return "own" if getattr(sys, name) is getattr(sys, f"__{name}__", None) else "replaced"


def free_depth(allowance=120):
    """How many calls fit under a limit `allowance` above the frames on the stack: what the
    interpreter's own recursion counter says, as far as a program can see."""
    def down(count):
        try:
            return down(count + 1)
        except RecursionError:
            return count

    frames = 0
    frame = sys._getframe()
    while frame is not None:
        frames += 1
        frame = frame.f_back
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(frames + allowance)
        return down(0)
    except RecursionError:
        return -1
    finally:
        sys.setrecursionlimit(limit)


shaken = []


def forget_methods():
    """Empties the interpreter's cache of methods. Its entries keep names alive, of classes that are no
    more as well, and until 3.11 each new one gives up a reference to None."""
    if sys.version_info < (3, 13):  # deprecated since
        sys._clear_type_cache()


def shake():
    """Moves the heap: what comes next gets other addresses, by which the cache of methods goes."""
    forget_methods()
    shaken.append([bytearray(16 * (i % 31)) for i in range(4001)][::2])
    shaken.append([object() for _ in range(1777)])


@contextlib.contextmanager
def recursion_limit(limit):
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(limit)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def leftovers():
    """The state a program finds after the case. Trace and profile functions are looked at
    first and kept off while the rest is read."""
    trace, profile = sys.gettrace(), sys.getprofile()
    sys.settrace(None)
    sys.setprofile(None)
    handled = sys.exc_info()[0]
    try:
        return {
            "handled exception": "none" if handled is None else handled.__qualname__,
            "trace function": hook_name(trace),
            "profile function": hook_name(profile),
            "recursion allowance": free_depth(),
            "recursion limit": sys.getrecursionlimit(),
            "collector": [gc.isenabled(), list(gc.get_threshold()), gc.get_debug(),
                          len(gc.callbacks)],
            "asyncgen hooks": [hook_name(hook) for hook in sys.get_asyncgen_hooks()],
            "origin tracking": sys.get_coroutine_origin_tracking_depth(),
            "switch interval": sys.getswitchinterval(),
            "signal handlers": [hook_name(signal.getsignal(s))
                                for s in (signal.SIGINT, signal.SIGALRM, signal.SIGTERM)],
            "alarm": signal.getitimer(signal.ITIMER_REAL)[1],
            "warning filters": len(warnings.filters),
            "streams": [stream_state("stdout"), stream_state("stderr")],
            "hooks": [hook_name(sys.excepthook), hook_name(sys.displayhook),
                      hook_name(sys.unraisablehook), hook_name(threading.excepthook)],
        }
    finally:
        sys.settrace(trace)
        sys.setprofile(profile)


class Drift:
    """References and memory gained by each further call of a case.

    A gain counts only if every one of many windows of calls shows it: caches that fill up and
    copies that are made and dropped come to rest, a leak does not. The measure ends with the first
    window by which every count has come to rest.
    """

    MOST_WINDOWS = 64
    SHARED = {"None": None, "True": True, "False": False, "()": (), "''": "", "int": int, "str": str,
              "object": object}

    def __init__(self, watched):
        self.watched = self.SHARED | watched

    def come_to_rest(self):
        gc.collect()
        forget_methods()

    def counts(self):
        found = {f"references of {name}": sys.getrefcount(value)
                 for name, value in self.watched.items()}
        found["memory blocks"] = sys.getallocatedblocks()
        if hasattr(sys, "gettotalrefcount"):
            found["references in all"] = sys.gettotalrefcount()
        return found

    def measure(self, call, calls):
        """Gain per call of every count that grew, over `calls` calls a window; output of these
        calls goes nowhere."""
        sink = os.open(os.devnull, os.O_WRONLY)
        kept = [os.dup(1), os.dup(2)]
        os.dup2(sink, 1)
        os.dup2(sink, 2)
        try:
            least = self.least_gains(call, calls)
        finally:
            flush()
            for number, copy in enumerate(kept, 1):
                os.dup2(copy, number)
                os.close(copy)
            os.close(sink)
        return least

    def least_gains(self, call, calls):
        for _ in range(3 + calls // 100):  # so that mostly the first window is at rest
            quietly(call)
        least = {}
        # The measure itself takes no memory: both counts are there before, and a number that counts
        # the calls would be an object more.
        before, after = self.counts(), self.counts()
        for _ in itertools.repeat(None, self.MOST_WINDOWS):
            self.come_to_rest()
            before = self.counts()
            for _ in itertools.repeat(None, calls):
                quietly(call)
            self.come_to_rest()
            after = self.counts()
            for name, count in after.items():
                gain = -(-(count - before[name]) // calls)  # one in all of a window counts as one
                least[name] = min(gain, least.get(name, gain))
            if max(least.values()) <= 0:
                break
        return {name: gain for name, gain in least.items() if gain > 0}


def quietly(call):
    try:
        call()
    except BaseException:
        pass


def flush():
    for name in ("stdout", "stderr"):
        try:
            getattr(sys, name).flush()
        except (AttributeError, OSError, ValueError):
            pass  # the case closed, replaced or deleted it
