"""Faults that nobody chose: an operator, a constant, an axis, a branch or a call, by chance.

They are spread over the modules by lines. Of a module they may be in any expression of a function;
of a header, in any statement of an inline function that Python can parse, too.
"""

import ast
import random
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import itemgetter
from pathlib import Path

from planted import LEFT_OUT, Fault
from spritecol import _build

PAIRS: list[tuple[type[ast.AST], type[ast.AST]]] = [
    *((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot)),
    *((ast.In, ast.NotIn), (ast.Add, ast.Sub), (ast.Mult, ast.Div), (ast.And, ast.Or)),
]
OTHER = {one: other for pair in PAIRS for one, other in (pair, pair[::-1])}
OTHER |= {ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv}
"""What each operator becomes."""
OTHER_AXES = {"x": "y", "left": "top", "right": "bottom", "width": "height"}
OTHER_AXES |= {other: axis for axis, other in OTHER_AXES.items()}
OTHER_ENDS = {"min": "max", "max": "min"}
LEFT_ALONE = ast.Raise | ast.JoinedStr | ast.Assert | ast.pattern | ast.FunctionDef | ast.Lambda
"""Messages of errors, patterns, f-strings, in which Python 3.11 does not know the columns, and what
is a function of its own."""
FOR_THE_COMPILER = {"C.declare", "C.sizeof"}
"""What the compiler reads: no expression may stand there."""


def files_of(root: Path, words: Sequence[str], *, is_plain: bool) -> list[Path]:
    """The plain or the compiled files whose paths have all of these words."""
    package = root / "spritecol"
    compiled = {package.parent / f"{source}.py" for _, source, _ in _build.sources(package)}
    plain = {*package.rglob("*.py")} - compiled - {package / "_build.py"}  # it is there before all
    files = plain if is_plain else compiled | {*package.rglob("*.pxd")}
    return sorted(f for f in files if all(word in str(f.relative_to(root)) for word in words))


def drawn(
    root: Path, words: Sequence[str], count: int, seed: int, *, is_plain: bool
) -> list[Fault]:
    """Draw so many faults: one of each of `count` equal pieces of all lines."""
    possible: list[tuple[int, Fault]] = []
    lines = 0
    for path in files_of(root, words, is_plain=is_plain):
        text = path.read_text(encoding="utf-8")
        found = faults_of(text, str(path.relative_to(root)))
        possible += sorted(((lines + f.lines(text)[0], f) for f in found), key=itemgetter(0))
        lines += text.count("\n")
    rng = random.Random(seed)
    chosen: list[Fault] = []
    for at in range(count if possible else 0):
        line = int((at + rng.random()) * lines / count)
        # From the next line that has one.
        first = min(bisect_left(possible, line, key=itemgetter(0)), len(possible) - 1)
        here = [fault for line, fault in possible if line == possible[first][0]]
        apart = [f for f in here if not any(f.overlaps(other) for other in chosen)]
        chosen += rng.sample(apart, min(1, len(apart)))
    return chosen


def faults_of(text: str, file: str) -> Iterator[Fault]:
    """Yield every fault that may be drawn from a file."""
    lines = text.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, lines))]

    def place(line: int, column: int) -> int:
        """Where that is in the text, by a column in bytes, as `ast` counts them."""
        return starts[line] + len(lines[line].encode()[:column].decode())

    for tree, before in functions(text, is_header=file.endswith(".pxd")):
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        for node, new in changes(tree, names):
            start = place(before + node.lineno - 1, node.col_offset)
            end = place(before + (node.end_lineno or 1) - 1, node.end_col_offset or 0)
            old = text[start:end]
            name = " ".join(f"line {before + node.lineno}: {old} -> {new}".split())
            yield Fault(name, file, old, new, at=start)


def functions(text: str, *, is_header: bool) -> Iterator[tuple[ast.AST, int]]:
    """Yield functions, or single statements of a header, and how many lines are before their first.

    Python can't parse a header, but it can parse most statements there that are one line, if what
    declares a variable is overwritten with spaces and a block is closed.
    """
    if not is_header:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                yield node, 0
        return
    is_inline = False
    for before, line in enumerate(text.splitlines()):
        if line[:1].strip():
            is_inline = line.startswith("cdef inline")
        declared = re.match(r" +(cdef [\w ]+?(?= \w+ =)|el(?=if )|)", line)
        if not is_inline or not declared:
            continue
        blank = " " * declared.end() + line[declared.end() :]
        try:
            block = ast.parse(f"if 1:\n{blank}{' pass' * line.endswith(':')}").body[0]
        except SyntaxError:
            continue
        yield from ((statement, before - 1) for statement in getattr(block, "body", ()))


def changes(tree: ast.AST, names: set[str]) -> Iterator[tuple[ast.expr, str]]:
    """Yield an expression and what replaces it, for everything in a function that computes."""
    returns = [node for node in ast.walk(tree) if isinstance(node, ast.Return)]
    # If all are of 0, they say no more than that all went well.
    is_checked = {ast.unparse(node) for node in returns} == {"return 0"}
    left_alone = {node.value for node in returns if is_checked}
    for node in computing(tree):
        match node:
            case ast.Compare(left, operators, values):
                for at, operator in enumerate(operators):
                    other = [*operators[:at], OTHER[type(operator)](), *operators[at + 1 :]]
                    yield node, ast.unparse(ast.Compare(left, other, values))
            case ast.BinOp(left, operator, right) if type(operator) in OTHER:
                yield node, ast.unparse(ast.BinOp(left, OTHER[type(operator)](), right))
                if isinstance(operator, ast.Add | ast.Sub):
                    yield node, ast.unparse(left)
            case ast.BoolOp(operator, values):
                yield node, ast.unparse(ast.BoolOp(OTHER[type(operator)](), values))
                for at in range(len(values)):
                    yield node, ast.unparse(ast.BoolOp(operator, values[:at] + values[at + 1 :]))
            case ast.UnaryOp(ast.USub(), operand):
                yield node, ast.unparse(operand)
            case ast.UnaryOp(ast.Not(), operand):
                yield node, f"not not {write(operand)}"
            case ast.Constant(bool(value)):
                yield node, str(not value)
            case ast.Constant(int(value) | float(value)) if node not in left_alone:
                yield node, str(value + 1)
            case ast.If(test) | ast.IfExp(test):
                yield test, f"not {write(test)}"
                yield test, "False"
            case ast.While(test):
                yield test, "False"
            case ast.Expr(ast.Call() as call):
                yield call, LEFT_OUT
            case ast.AugAssign(_, ast.Add() | ast.Sub(), ast.Name() | ast.BinOp() as value):
                yield value, f"-{write(value)}"
            case ast.Attribute(value, name, ast.Load()) if other := other_axis(name):
                yield node, f"{write(value)}.{other}"
            case ast.Name(name, ast.Load()) if (other := other_axis(name)) in names:
                yield node, str(other)
            case ast.Call(ast.Name(name), values) if name in OTHER_ENDS:
                yield node, f"{OTHER_ENDS[name]}({', '.join(map(write, values))})"


def other_axis(name: str) -> str | None:
    """The name of the same thing along the other axis: `dy` for `dx`, `top` for `left`."""
    start, last = name[:-1], name[-1:]
    if last in {"x", "y"} and (len(name) <= 2 or start.endswith("_")):
        return start + OTHER_AXES[last]
    return OTHER_AXES.get(name)


def write(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"


def computing(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function that compute, without those of functions in it."""
    yield node
    for name, field in ast.iter_fields(node):
        of_function = isinstance(node, ast.FunctionDef) and name != "body"
        if of_function or name == "annotation":
            continue
        for child in field if isinstance(field, list) else [field]:
            is_call = isinstance(child, ast.Call)
            if isinstance(child, LEFT_ALONE) or (
                is_call and ast.unparse(child.func) in FOR_THE_COMPILER
            ):
                continue
            if isinstance(child, ast.AST):
                yield from computing(child)
