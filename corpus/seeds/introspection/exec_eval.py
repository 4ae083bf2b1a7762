"""exec and eval read the caller's names, their own, and raise with lines of their own."""


def body(a):
    b = a * 2
    values = [eval("a + b"), eval("b", {"b": "given"}), eval("[x + 1 for x in range(3)]")]
    space = {"a": 10}
    exec("c = a + 1\ndef f(n):\n    return n + c", space)
    values.append(space["f"](1))
    exec("a = 'changed'")
    values.append(a)
    try:
        exec("\n\nundefined\n", {})
    except NameError as error:
        values.append((str(error), error.__traceback__.tb_next.tb_lineno))
    return values


def run():
    return body(3)
