"""A local deleted on every second trip of a loop is bound again on the next."""


def run():
    trace = []
    for index in range(5):
        if index % 2:
            del value
        else:
            value = [index]
        try:
            trace.append(value[0])
        except UnboundLocalError:
            trace.append("unbound")
        if index % 2:
            value = index
    del index
    return trace, "index" in locals(), value
