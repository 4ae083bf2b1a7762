"""Attribute access, calls and construction that run Python through slots: frames under C code."""


class Meta(type):
    def __call__(cls, *args):
        made = super().__call__(*args)
        made.log.append("meta call")
        return made


class Field:
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner):
        if instance is None:
            return self
        instance.log.append("get " + self.name)
        return instance.values[self.name]

    def __set__(self, instance, value):
        instance.log.append("set " + self.name)
        instance.values[self.name] = value

    def __delete__(self, instance):
        instance.log.append("del " + self.name)
        del instance.values[self.name]


class Record(metaclass=Meta):
    size = Field()

    def __new__(cls, size):
        self = super().__new__(cls)
        self.log, self.values = ["new"], {}
        return self

    def __init__(self, size):
        self.size = size

    def __getattribute__(self, name):
        if name == "computed":
            return [name, self.size]
        return super().__getattribute__(name)

    def __lt__(self, other):
        return self.size < other.size

    def __hash__(self):
        return self.size

    def __eq__(self, other):
        return self.size == other.size


def run():
    a, b = Record(3), Record(1)
    a.size += 1
    results = [a.computed, a < b, [r.size for r in sorted([a, b])], {a: 1}.get(Record(4)),
               a in [b, a]]
    del a.size
    try:
        a.size
    except KeyError as error:
        results.append(error.args)
    return results, a.log, b.log
