"""Writes the opcode facts of the running interpreter as C++ (see opcode_facts.h).

    python generate_opcodes.py OUTPUT

The build runs it with the interpreter being built against, so that no opcode number or cache
count is typed by hand.
"""
import opcode
import sys


def cache_count(name, number):
    entries = opcode._inline_cache_entries
    return entries.get(name, 0) if isinstance(entries, dict) else entries[number]


def jump_class(name, number):
    if number not in opcode.hasjrel:
        return "kNone"
    return "kBackward" if "BACKWARD" in name else "kForward"


def has_argument(number):
    known = getattr(opcode, "hasarg", None)
    return number in known if known is not None else number >= opcode.HAVE_ARGUMENT


def camel(name):
    return "k" + "".join(part.capitalize() for part in name.split("_"))


def truth(value):
    return "true" if value else "false"


def facts_row(name, number):
    return '    {"%s", %d, JumpClass::%s, %s},' % (
        name, cache_count(name, number), jump_class(name, number), truth(has_argument(number)))


def numbered(namespace, prefix, names):
    """Names of a selector, by their place in the interpreter's own list."""
    return (["namespace %s {" % namespace] +
            ["inline constexpr int %s = %d;" % (camel(name.removeprefix(prefix)), number)
             for number, name in enumerate(names)] +
            ["}  // namespace %s" % namespace, ""])


def main(output):
    assert not opcode.hasjabs, "absolute jumps: not a supported interpreter"
    names = {number: name for name, number in opcode.opmap.items() if number < 256}
    lines = ["// Opcode facts of CPython %d.%d.%d. Generated; do not edit." % sys.version_info[:3],
             "namespace opcode {"]
    lines += ["inline constexpr int %s = %d;" % (camel(name), number)
              for number, name in sorted(names.items())]
    lines += ["}  // namespace opcode", ""]
    lines += numbered("binary_op", "NB_", [name for name, _ in opcode._nb_ops])
    for count in (1, 2):  # 3.11 has none
        selectors = getattr(opcode, "_intrinsic_%d_descs" % count, [])
        lines += numbered("intrinsic%d" % count, "INTRINSIC_", selectors)
    lines += ["inline constexpr std::array<OpcodeFacts, 256> kOpcodeFacts = {{"]
    lines += [facts_row(names[number], number) if number in names
              else '    {"", 0, JumpClass::kNone, false},'
              for number in range(256)]
    lines += ["}};", ""]
    with open(output, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    main(sys.argv[1])
