"""Every conditional jump, forward and backward, taken and not taken, with iterators below."""


def loops(log, values):
    for a in "a":
        for b in "b":
            for c in "c":
                for d in "d":
                    for e in "e":
                        try:
                            position = 0
                            while values[position] is None:
                                position += 1
                            while values[position] is not None:
                                position += 1
                            log.append(position)
                            while position > 3:
                                position -= 1
                            while not position == 5:
                                position += 1
                            log.append(position)
                            while True:
                                if position < 4 or not values[0] and position == 4:
                                    break
                                position -= 1
                                if position is None:
                                    continue
                                if values[position] is not None and position:
                                    log.append(position and values[position] or "falsy")
                            log.append(1 < position < 9)
                        except IndexError as error:
                            log.append(str(error))


def run():
    log = []
    for values in ([None, None, 1, "x", 2.0, None, None], [None, 0, 0, 0, 0, 0, None, 1], [1, 2],
                   [None] * 3):
        loops(log, values)
    return log
