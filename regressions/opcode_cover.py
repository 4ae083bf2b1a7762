"""Which opcodes of CPython 3.11 a set of code objects contains, and in what surroundings.

    cover = Cover(); cover.add(code); cover.problems()      # code objects inside it are added too

For each opcode three questions: does it occur, does it occur inside a protected range (an exception
table entry covers it), does it occur with operands below those it touches. "Touches" is an upper
bound, so a yes is certain; the operand stack's depth is found by walking all paths. An opcode that
cannot answer yes stands in a table below with the reason.
"""
import dis
import opcode

# Opcodes that never occur in code the compiler made from a module.
NOT_EMITTED = {
    "CACHE": "room for inline caches, part of the instruction before it",
    "PRINT_EXPR": "only in interactive statements",
    "LOAD_CLASSDEREF": "only in class bodies; see IN_BODIES",
}
# Opcodes that only module and class bodies contain. They are run plain, so presence is enough.
IN_BODIES = {"IMPORT_STAR", "SETUP_ANNOTATIONS", "LOAD_NAME", "STORE_NAME", "DELETE_NAME",
             "LOAD_CLASSDEREF"}
ENTRY = "first instructions of a function, where no range is open and the stack is empty"
NEVER_PROTECTED = {
    "MAKE_CELL": ENTRY, "COPY_FREE_VARS": ENTRY, "RETURN_GENERATOR": ENTRY,
    "RETURN_VALUE": "the block is closed before the value is returned",
}
NEVER_ABOVE_OPERANDS = {
    "MAKE_CELL": ENTRY, "COPY_FREE_VARS": ENTRY, "RETURN_GENERATOR": ENTRY,
    "RETURN_VALUE": "operands are dropped before the value is returned",
}
# What an opcode touches: its argument counts operands, and up to this many more.
COUNTED = {"BUILD_TUPLE", "BUILD_LIST", "BUILD_SET", "BUILD_STRING", "BUILD_CONST_KEY_MAP", "CALL",
           "PRECALL", "COPY", "SWAP", "BUILD_SLICE", "RAISE_VARARGS", "LIST_APPEND", "SET_ADD",
           "MAP_ADD", "LIST_EXTEND", "SET_UPDATE", "DICT_UPDATE", "DICT_MERGE"}
MORE_THAN_COUNTED = 2
MOST_UNCOUNTED = 4


def touched(instruction):
    if instruction.opname == "BUILD_MAP":
        return 2 * instruction.arg
    if instruction.opname in COUNTED:
        return instruction.arg + MORE_THAN_COUNTED
    return MOST_UNCOUNTED


def depths(instructions, handlers):
    """Offset to the operand stack's depth before the instruction there, where it is reachable."""
    byOffset = {instruction.offset: index for index, instruction in enumerate(instructions)}
    found, work = {}, [(0, 0)]
    work += [(byOffset[entry.target], entry.depth + 1 + entry.lasti) for entry in handlers]
    while work:
        index, depth = work.pop()
        instruction = instructions[index]
        if instruction.offset in found:
            continue
        found[instruction.offset] = depth
        code, argument = instruction.opcode, instruction.arg
        if code in opcode.hasjrel or code in opcode.hasjabs:
            work.append((byOffset[instruction.argval],
                         depth + dis.stack_effect(code, argument, jump=True)))
        if instruction.opname not in ("RETURN_VALUE", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD",
                                      "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT"):
            effect = dis.stack_effect(code, argument, jump=False)
            work.append((index + 1, depth + effect))
    return found


class Cover:
    def __init__(self):
        self.present, self.protected, self.above = set(), set(), set()

    def add(self, code):
        instructions = list(dis.get_instructions(code))
        handlers = dis._parse_exception_table(code)
        depthAt = depths(instructions, handlers)
        isFunction = code.co_flags & 1  # CO_OPTIMIZED
        for instruction in instructions:
            name = instruction.opname
            if not (isFunction or name in IN_BODIES):
                continue
            self.present.add(name)
            if any(entry.start <= instruction.offset < entry.end for entry in handlers):
                self.protected.add(name)
            if depthAt.get(instruction.offset, 0) > touched(instruction):
                self.above.add(name)
        for constant in code.co_consts:
            if type(constant) is type(code):
                self.add(constant)

    def problems(self):
        emitted = set(dis.opmap) - set(NOT_EMITTED) | IN_BODIES
        yield from self._missing(emitted, self.present, "no program contains")
        emitted -= IN_BODIES
        for excepted, found, what in (
                (NEVER_PROTECTED, self.protected, "no protected range of a program contains"),
                (NEVER_ABOVE_OPERANDS, self.above, "no program has operands below")):
            yield from self._missing(emitted - set(excepted), found, what)
            yield from (f"{name} is found after all; its exception is out of date"
                        for name in sorted(set(excepted) & found))

    @staticmethod
    def _missing(wanted, found, what):
        return (f"{what} {name}" for name in sorted(wanted - found))

    def summary(self):
        return (f"{len(self.present)} opcodes, {len(self.protected)} in protected ranges, "
                f"{len(self.above)} above operands")
