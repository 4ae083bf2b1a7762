"""Another thread sees this thread's stack while it waits in a callee."""
import sys
import threading


def wait(asked, answered):
    asked.set()
    answered.wait()


def inner(asked, answered):
    kept = [1, wait(asked, answered), 2]
    return kept


def watched(asked, answered, out):
    out.append(inner(asked, answered))


def observe(ident):
    frame, names = sys._current_frames()[ident], []
    while frame:
        names.append(frame.f_code.co_name)
        if names[-1] == "watched":
            break
        frame = frame.f_back
    return names[-3:]


def run():
    asked, answered, out = threading.Event(), threading.Event(), []
    thread = threading.Thread(target=watched, args=(asked, answered, out))
    thread.start()
    asked.wait()
    names = observe(thread.ident)
    answered.set()
    thread.join()
    return names, out
