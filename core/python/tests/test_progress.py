"""Nobody starves: signals, asynchronous exceptions and other threads get through to a `while True`
that is full of stops, within ten times what they need in the same loop without stops."""

import ctypes
import signal
import threading
import time
import unittest

import suture
import support

TIMES = 10  # the bound of the law
RUNS = 12   # of which the shortest counts: what a busy machine adds to the others is not ours


class Interrupted(Exception):
    pass


def forever(note):
    """Ends by an exception only."""
    turns = 0
    while True:
        a = turns + 1
        b = a * 2
        if b > a:
            c = [a, b]
        else:
            c = (b, a)
        try:
            turns = c[0]
        finally:
            note(turns)


def quiet(turns):
    pass


def everywhere(function):
    return suture.compile(function, breaks="everywhere")


class Progress(unittest.TestCase):
    def assertGetsThrough(self, measure):
        """Compares the time that `measure(loop)` takes in a plain and in a stopped loop."""
        suture.reset()
        plain = support.shortest(lambda: measure(forever), RUNS)
        before = support.stops()
        stopped = support.shortest(lambda: measure(everywhere(forever)), RUNS)
        self.assertGreater(support.stops(), before + 100)
        self.assertLessEqual(stopped, TIMES * plain)

    def alarms(self, times, handled):
        """Measures from arming the first of several alarms, in the loop, until the last one raises."""
        def handler(number, frame):
            handled.append(frame.f_code.co_name)
            if len(handled) == times:
                raise Interrupted

        def measure(loop):
            handled.clear()
            armed = []

            def arm(turns):
                if len(armed) == len(handled):
                    armed.append(time.perf_counter())
                    signal.setitimer(signal.ITIMER_REAL, 0.001)

            with self.assertRaises(Interrupted):
                loop(arm)
            return time.perf_counter() - armed[0]

        before = signal.signal(signal.SIGALRM, handler)
        try:
            self.assertGetsThrough(measure)
        finally:
            signal.signal(signal.SIGALRM, before)

    def testAlarm(self):
        self.alarms(1, [])

    def testHandlersThatReturn(self):
        """Alarms whose handler returns into the loop, which goes on."""
        handled = []
        self.alarms(5, handled)
        self.assertEqual(5, len(handled))
        self.assertLessEqual(set(handled), {"forever", "arm"})

    def testAsynchronousException(self):
        raised = ctypes.pythonapi.PyThreadState_SetAsyncExc
        raised.argtypes = ctypes.c_ulong, ctypes.py_object

        def measure(loop):
            running = threading.Event()
            ended = []

            def run():
                try:
                    loop(lambda turns: turns < 20 or running.is_set() or running.set())
                except Interrupted:
                    ended.append(time.perf_counter())

            thread = threading.Thread(target=run)
            thread.start()
            running.wait()
            start = time.perf_counter()
            self.assertEqual(1, raised(thread.ident, Interrupted))
            thread.join()
            return ended[0] - start

        self.assertGetsThrough(measure)

    def testSecondThread(self):
        """Another thread's work, done while this one loops."""
        def work():
            total = 0
            for n in range(20_000):
                total += n
            return total

        def measure(loop):
            running, done, seconds = threading.Event(), threading.Event(), []

            def run():
                running.wait()  # or it is through before there is a loop to get through to
                start = time.perf_counter()
                for _ in range(3):
                    work()
                    time.sleep(0.0001)
                seconds.append(time.perf_counter() - start)
                done.set()

            def note(turns):
                running.set()
                if done.is_set():
                    raise Interrupted

            thread = threading.Thread(target=run)
            thread.start()
            with self.assertRaises(Interrupted):
                loop(note)
            thread.join()
            return seconds[0]

        self.assertGetsThrough(measure)

    def testHandledSecondThread(self):
        """Two threads in the same loop, each full of stops."""
        def measure(loop):
            stop, turns = threading.Event(), []

            def note(n):
                if stop.is_set():
                    raise Interrupted
                if n == 2_000:
                    stop.set()

            def run():
                try:
                    loop(note)
                except Interrupted:
                    turns.append(1)

            start = time.perf_counter()
            threads = [threading.Thread(target=run) for _ in range(2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual([1, 1], turns)
            return time.perf_counter() - start

        # Compared with one thread alone in the stopped loop: the stops themselves cost more than ten.
        alone = support.shortest(lambda: self.alone(everywhere(forever)), RUNS)
        both = support.shortest(lambda: measure(everywhere(forever)), RUNS)
        self.assertLessEqual(both, TIMES * alone)

    def alone(self, loop):
        def note(n):
            if n == 2_000:
                raise Interrupted

        start = time.perf_counter()
        with self.assertRaises(Interrupted):
            loop(note)
        return time.perf_counter() - start


if __name__ == "__main__":
    unittest.main()
