"""Attributes come from data descriptors, the instance, other descriptors and __getattr__, in that
order."""
from suture import lab


class Data:
    def __get__(self, instance, owner):
        lab.observe("data get")
        return lab.neg(instance.x)

    def __set__(self, instance, value):
        lab.brk(2)
        instance.x = value


class Other:
    def __get__(self, instance, owner):
        lab.observe("other get", instance is None)
        return owner


class Box:
    data, other = Data(), Other()

    def __init__(self, x):
        self.x = x

    def __getattr__(self, name):
        lab.brk(3)
        if name == "missing":
            raise AttributeError("planned", name)
        return self.x * 10.0


@lab.compiled
def body(box):
    first = box.data
    vars(box)["data"] = vars(box)["other"] = "in the instance"
    lab.brk(1)
    box.data = box.made_up
    return first, box.data, box.other, getattr(box, "missing", "default"), Box.other


def run():
    lab.call(body, Box(lab.tensor([1.0])))
    lab.call(body, Box(lab.tensor([2.0])))
    return lab.seen()
