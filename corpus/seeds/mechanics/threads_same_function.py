"""Four threads run the same function and generator at once, each with its own result."""
import sys
import threading


def work(seed, barrier):
    barrier.wait()
    total, log = seed, []
    for number in range(120):
        try:
            total = (total * 31 + number) % 1009
            if total % 7 == 0:
                raise ValueError(total)
        except ValueError as error:
            log.append((error.args[0], repr(sys.exc_info()[1]) == repr(error)))
        if number % 40 == 0:
            log.append(sum(steps(total)))
    return total, log


def steps(start):
    while start:
        yield start
        start //= 2


def run():
    barrier = threading.Barrier(4)
    results = [None] * 4

    def target(index):
        results[index] = work(index + 1, barrier)

    old = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=target, args=(index,)) for index in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(old)
    single = work(2, threading.Barrier(1))
    return results, results[1] == single
