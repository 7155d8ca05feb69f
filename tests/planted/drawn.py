"""Faults that nobody chose: an operator, a constant, a branch or a call of a module, by chance.

Only in plain Python, where a fault is written into the copy and no build is needed.
"""

import ast
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from spritecol import _build

OTHER_OPERATORS: dict[type[ast.AST], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "/",
    ast.Div: "*",
    ast.FloorDiv: "/",
    ast.Mod: "//",
    ast.And: "or",
    ast.Or: "and",
}


@attrs.frozen
class Drawn:
    """A fault that was drawn.

    Attributes:
        file: Where it is, from the root of the repository.
        line: Its line there.
        old: What stands there.
        new: What stands there with the fault.
        text: The whole file with the fault.
    """

    file: str
    line: int
    old: str
    new: str
    text: str

    @property
    def name(self) -> str:
        """What is wrong, in one line."""
        return " ".join(f"line {self.line}: {self.old} -> {self.new}".split())


def plain_modules(root: Path, words: Sequence[str]) -> list[Path]:
    """The modules that are not compiled and have all of these words in their path."""
    package = root / "spritecol"
    compiled = {package.parent / f"{source}.py" for _, source, _ in _build.sources(package)}
    return [
        path
        for path in sorted(package.rglob("*.py"))
        if path not in compiled and all(word in str(path.relative_to(root)) for word in words)
    ]


def drawn(root: Path, words: Sequence[str], count: int, seed: int) -> list[Drawn]:
    """Draw so many faults from the plain modules whose paths have these words."""
    possible = [
        fault
        for path in plain_modules(root, words)
        for fault in faults_of(path.read_text(encoding="utf-8"), str(path.relative_to(root)))
    ]
    chosen = random.Random(seed).sample(range(len(possible)), min(count, len(possible)))
    return [possible[at] for at in sorted(chosen)]


def faults_of(text: str, file: str) -> Iterator[Drawn]:
    """Yield every fault that may be drawn from a module."""
    lines = text.encode().splitlines(keepends=True)  # as `ast` counts its columns
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    for node, new in changes(ast.parse(text)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)
        whole = text.encode()
        old = whole[start:end].decode()
        # An expression may go over several lines only within brackets.
        changed = b"".join([whole[:start], f"({new})".encode(), whole[end:]])
        yield Drawn(file, node.lineno, old, new, changed.decode())


def changes(tree: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Yield an expression and what replaces it, for everything in functions that computes."""
    for node in computing(tree):
        match node:
            case ast.Compare(left, [operator], [right]):
                yield node, f"{write(left)} {OTHER_OPERATORS[type(operator)]} {write(right)}"
            case ast.BinOp(left, operator, right) if type(operator) in OTHER_OPERATORS:
                yield node, f"{write(left)} {OTHER_OPERATORS[type(operator)]} {write(right)}"
            case ast.BoolOp(operator, values):
                yield node, f" {OTHER_OPERATORS[type(operator)]} ".join(map(write, values))
            case ast.UnaryOp(ast.USub() | ast.Not(), operand):
                yield node, write(operand)
            case ast.Constant(bool(value)):
                yield node, str(not value)
            case ast.Constant(int(value) | float(value)):
                yield node, str(value + 1)
            case ast.If(test) | ast.IfExp(test) | ast.While(test):
                yield test, f"not {write(test)}"
            case ast.Expr(ast.Call() as call):
                yield call, "None"


def write(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"


def computing(node: ast.AST, is_within: bool = False) -> Iterator[ast.AST]:
    """Yield the nodes in functions, without annotations, messages of errors, and f-strings.

    Within f-strings, Python 3.11 does not know the columns.
    """
    is_within = is_within or isinstance(node, ast.FunctionDef)
    if isinstance(node, ast.Raise | ast.JoinedStr | ast.Assert):
        return
    if is_within:
        yield node
    for name, field in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "type_comment"}:
            continue
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, ast.AST):
                yield from computing(child, is_within)
