"""An error in a comprehension in a handler range leaves the loop variable of the function alone."""


def body(values):
    item = "mine"
    done = []
    try:
        [done.append(item) or 10 // item for item in values]
    except ZeroDivisionError:
        done.append(item)
    try:
        {item: done[item] for item in values for done in [{}]}
    except KeyError as error:
        done.append(("key", error.args, item))
    return done


def run():
    return body([5, 2, 0, 1]), body([1])
