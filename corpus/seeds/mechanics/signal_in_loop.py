"""A signal handler set off by a timer runs in the middle of a busy loop and ends it."""
import signal
import threading


class Stop(Exception):
    pass


def loop(state):
    count = 0
    while not state["fired"]:
        count += 1
        [count for _ in range(2)]
    return count > 0


def run():
    if threading.current_thread() is not threading.main_thread():
        return "signals are for the main thread"
    state = {"fired": False, "frames": []}

    def note(number, frame):
        state["fired"] = True
        while frame and frame.f_code.co_name != "run":
            frame = frame.f_back
        state["frames"].append(frame is not None)

    def stop(number, frame):
        raise Stop(number == signal.SIGALRM)

    old = signal.signal(signal.SIGALRM, note)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.005)
        results = [loop(state)]
        signal.signal(signal.SIGALRM, stop)
        state["fired"] = False
        signal.setitimer(signal.ITIMER_REAL, 0.005)
        try:
            loop(state)
        except Stop as error:
            results.append(error.args)
        return results, state["frames"]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
