"""A string grown in place in a loop, in a local, a cell and an attribute, equals the joined one."""


class Box:
    text = ""


def run():
    local, shared, box = "", "", Box()

    def grow(piece):
        nonlocal shared
        shared += piece

    other = None
    for number in range(300):
        piece = str(number % 7)
        local += piece
        grow(piece)
        box.text += piece
        if number == 150:
            other = local
        local = local + "-" if number % 50 == 0 else local
    return (len(local), local.replace("-", "") == shared == box.text, len(other),
            other == local[:len(other)])
