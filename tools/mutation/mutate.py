#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a C++ source with a switch at each operator, constant and statement of its functions.

  mutate.py SOURCE --root ROOT --out FILE [compiler options]

FILE does what SOURCE does. With NPU_CTS_MUTANT=PATH:N in the environment, PATH being SOURCE below ROOT, its place N does
something else: < is <=, && is ||, + is -, 3 is 4, true is false, a statement is left out. FILE.json lists the places.
Needs python3-clang-14. What is constant at compile time, stands in a macro, or is no arithmetic is left alone.
"""

import argparse
import json
import pathlib
import re
import sys
import zlib

sys.path.insert(0, "/usr/lib/python3/dist-packages")  # Debian's python3-clang-14, whatever python runs this
from clang import cindex  # noqa: E402

Kind = cindex.CursorKind

BINARY = {
    "<": ("less", "<="), "<=": ("less_equal", "<"), ">": ("greater", ">="), ">=": ("greater_equal", ">"),
    "==": ("equal", "!="), "!=": ("not_equal", "=="), "+": ("add", "-"), "-": ("subtract", "+"),
    "*": ("multiply", "+"), "/": ("divide", "*"), "%": ("remainder", "*"), "&": ("bits_and", "|"),
    "|": ("bits_or", "&"), "<<": ("shift_left", ">>"), ">>": ("shift_right", "<<"),
    "&&": ("logical_and", "||"), "||": ("logical_or", "&&"),
}
ARITHMETIC = {
    cindex.TypeKind.BOOL, cindex.TypeKind.CHAR_S, cindex.TypeKind.CHAR_U, cindex.TypeKind.SCHAR, cindex.TypeKind.UCHAR,
    cindex.TypeKind.SHORT, cindex.TypeKind.USHORT, cindex.TypeKind.INT, cindex.TypeKind.UINT, cindex.TypeKind.LONG,
    cindex.TypeKind.ULONG, cindex.TypeKind.LONGLONG, cindex.TypeKind.ULONGLONG, cindex.TypeKind.FLOAT,
    cindex.TypeKind.DOUBLE, cindex.TypeKind.INT128, cindex.TypeKind.UINT128, cindex.TypeKind.ENUM,
}
FUNCTIONS = {Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.CONSTRUCTOR, Kind.FUNCTION_TEMPLATE, Kind.CONVERSION_FUNCTION}
CONSTANT = {Kind.STATIC_ASSERT, Kind.ENUM_CONSTANT_DECL, Kind.TEMPLATE_NON_TYPE_PARAMETER,
            Kind.TEMPLATE_REF, Kind.TYPE_REF, Kind.ALIGNED_ATTR}


class Source:
    """The text of a source and the changes of it."""

    def __init__(self, path, root, options):
        self.path = path
        self.name = str(path.relative_to(root))
        self.text = path.read_bytes()
        self.unit = cindex.Index.create().parse(str(path), args=options)
        self.places = []
        self.put = {}  # offset -> what ends there, and what begins: outer nodes are wrapped before inner ones
        self.skips = {}  # offset -> where the text goes on
        self.switch = "npu_cts_mutant_%08x" % zlib.crc32(self.name.encode())

    def mutant(self, node, what):
        self.places.append({"line": node.location.line, "column": node.location.column, "what": what})
        return "%s == %d" % (self.switch, len(self.places))

    def wrap(self, begin, end, before, after):
        """Puts `before` in front of [begin, end), and `after` behind."""
        self.put.setdefault(begin, ([], []))[1].append(before)
        self.put.setdefault(end, ([], []))[0].insert(0, after)

    def replace(self, begin, end, by):
        """Puts `by` in the place of [begin, end)."""
        self.put.setdefault(begin, ([], []))[1].append(by)
        self.skips[begin] = end

    def written(self):
        out, at = [], 0
        for offset in sorted(self.put):
            if offset < at:
                continue
            out.append(self.text[at:offset].decode())
            closing, opening = self.put[offset]
            out += closing + opening
            at = self.skips.get(offset, offset)
        out.append(self.text[at:].decode())
        head = ('#include "tools/mutation/mutant_switch.h"\nstatic const int %s = npu_cts::mutation::selected("%s");\n'
                % (self.switch, self.name))
        return head + "#line 1 \"%s\"\n" % self.name + "".join(out)


def extent(node):
    return node.extent.start.offset, node.extent.end.offset


def is_here(source, node):
    file = node.extent.start.file
    return file is not None and file.name == str(source.path)


def is_arithmetic(node):
    return node.type.get_canonical().kind in ARITHMETIC


def is_constant(source, node):
    """Whether the compiler must know what stands in `node`."""
    if node.kind in CONSTANT:
        return True
    if node.kind not in FUNCTIONS and node.kind != Kind.VAR_DECL and node.kind != Kind.LAMBDA_EXPR:
        return False
    begin, end = extent(node)
    head = source.text[begin:end].split(b"{")[0].split(b"=")[0]
    return b"constexpr" in head or b"consteval" in head or (node.kind == Kind.VAR_DECL and b"static" in head.split())


def operator_between(source, left, right):
    return source.text[left[1]:right[0]].decode().strip()


def mutate_binary(source, node, children):
    left, right = (extent(child) for child in children)
    operator = operator_between(source, left, right)
    begin, end = extent(node)
    if operator not in BINARY or left[0] != begin or right[1] != end or not all(map(is_arithmetic, [node, *children])):
        return
    name, mutated = BINARY[operator]
    on = source.mutant(node, "%s is %s" % (operator, mutated))
    call = "npu_cts::mutation::%s(%s, " % (name, on)
    if operator in ("&&", "||"):
        source.wrap(begin, end, call + "[&] { return bool(", "); })")
        source.replace(left[1], right[0], "); }, [&] { return bool(")
    else:
        source.wrap(begin, end, call, ")")
        source.replace(left[1], right[0], ", ")


def is_template_argument(source, begin):
    """Whether what begins at `begin` stands in <>: our operators have a space before the <."""
    return re.search(rb"\w<[\w:,*\s]*$", source.text[max(0, begin - 100):begin]) is not None


def mutate_literal(source, node):
    begin, end = extent(node)
    if is_template_argument(source, begin):
        return
    text = source.text[begin:end].decode()
    if node.kind == Kind.INTEGER_LITERAL and text[:1].isdigit():
        on = source.mutant(node, "%s is one more" % text)
        source.replace(begin, end, "npu_cts::mutation::number(%s, %s)" % (on, text))
    if node.kind == Kind.CXX_BOOL_LITERAL_EXPR and text in ("true", "false"):
        on = source.mutant(node, "%s is %s" % (text, "false" if text == "true" else "true"))
        source.replace(begin, end, "npu_cts::mutation::truth(%s, %s)" % (on, text))


def is_statement(source, node, parent):
    """Whether `node` is an expression that stands alone in `parent`, ended by a semicolon."""
    if parent is None or parent.kind != Kind.COMPOUND_STMT:
        return False
    if node.kind not in (Kind.CALL_EXPR, Kind.BINARY_OPERATOR, Kind.COMPOUND_ASSIGNMENT_OPERATOR, Kind.UNARY_OPERATOR):
        return False
    end = extent(node)[1]
    return source.text[end:].lstrip()[:1] == b";"


def is_of_type(source, declaration, child):
    """Whether `child` is part of the type: an argument of a template, or the size of an array."""
    begin = extent(child)[0]
    if begin < declaration.location.offset or declaration.kind in FUNCTIONS:
        return begin < declaration.location.offset
    return b"[" in source.text[declaration.location.offset:begin].split(b"=")[0]


def walk(source, node, parent=None, in_function=False):
    if not is_here(source, node) and node.kind != Kind.TRANSLATION_UNIT:
        return
    if is_constant(source, node):
        return
    in_function = in_function or node.kind in FUNCTIONS
    if in_function and is_ordered(source, node):
        return source.wrap(*extent(node), "npu_cts::mutation::truth(%s, " % source.mutant(node, "the other way"), ")")
    if in_function:
        mutate(source, node, parent)
    children = list(node.get_children())
    if node.kind == Kind.CASE_STMT:
        children = children[1:]  # the first is the constant
    for child in children:
        if node.kind in (Kind.VAR_DECL, Kind.FIELD_DECL, Kind.PARM_DECL, *FUNCTIONS) and is_of_type(source, node, child):
            continue
        walk(source, child, node, in_function)


def is_ordered(source, node):
    """Whether `node` asks how two things are ordered: `order < 0`, where the language wants this 0 itself."""
    if node.kind != Kind.CALL_EXPR or not node.spelling.startswith("operator"):
        return False
    begin, end = extent(node)
    children = list(node.get_children())
    return (children[0].type.get_canonical().spelling.endswith("_ordering") and
            re.search(rb"[<>=!] ?0$", source.text[begin:end]) is not None)


def is_not(source, node):
    """Whether `node` is written with !, and does not come of an operator != that the compiler rewrote."""
    begin = extent(node)[0]
    return source.text[begin:begin + 1] == b"!" and source.text[begin:begin + 2] != b"!="


def mutate(source, node, parent):
    children = list(node.get_children())
    if is_statement(source, node, parent):
        begin, end = extent(node)
        on = source.mutant(node, "left out: %s" % " ".join(source.text[begin:end].decode().split())[:60])
        source.wrap(begin, end, "if (!(%s)) " % on, "")
    if node.kind == Kind.BINARY_OPERATOR and len(children) == 2:
        mutate_binary(source, node, children)
    elif node.kind == Kind.UNARY_OPERATOR and is_not(source, node):
        begin, end = extent(node)
        on = source.mutant(node, "without !")
        source.wrap(begin, end, "npu_cts::mutation::logical_not(%s, " % on, ")")
        source.replace(begin, begin + 1, "")
    elif node.kind in (Kind.INTEGER_LITERAL, Kind.CXX_BOOL_LITERAL_EXPR):
        mutate_literal(source, node)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments, options = parser.parse_known_args()
    source = Source(arguments.source, arguments.root, ["-std=c++20", "-I%s" % arguments.root, *options])
    errors = [d for d in source.unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
    for error in errors:
        print(error, file=sys.stderr)
    walk(source, source.unit.cursor)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(source.written())
    listed = [{"mutant": "%s:%d" % (source.name, i + 1), **place} for i, place in enumerate(source.places)]
    arguments.out.with_suffix(".json").write_text(json.dumps(listed, indent=1) + "\n")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
