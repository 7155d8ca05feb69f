"""The table of exact tests is complete, and one with a gap is refused when it is imported.

The compiled table can't be changed, so what fills it is run as the plain Python that it also is,
with one kernel left out at a time.
"""

import ast
import inspect
import re
from collections.abc import Callable
from itertools import combinations_with_replacement
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.hooks import layout

import spritecol

SOURCE = Path(inspect.getfile(spritecol)).parent / "_engine" / "narrow_phase" / "kernel_table.py"
KINDS = ["POINT", "SEGMENT", "BOX", "CIRCLE", "CAPSULE", "ELLIPSE", "STRETCHED", "POLYGON"]
Table = list[list[str | None]]


def is_entry(statement: ast.stmt) -> bool:
    """Whether a statement says which kernel is for two kinds, such as `T[POINT][BOX] = kernel`."""
    return bool(re.fullmatch(r"[A-Z]+\[[A-Z]+\]\[[A-Z]+\] = [a-z_]+", ast.unparse(statement)))


class Plain(ast.NodeTransformer):
    """Writes `layout.BOX` as `BOX`."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        return ast.Name(node.attr, node.ctx)


def filling() -> ast.FunctionDef:
    """The function that fills the table. The module calls it, last of all."""
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    function = next(
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("fill_")
    )
    assert ast.unparse(tree.body[-1]) == f"{function.name}()"
    function.decorator_list = []
    function.returns = None
    Plain().visit(function)
    return function


def filled(function: ast.FunctionDef, without: ast.stmt | None = None) -> Table:
    """Run it, without one of its statements; a kernel is its name."""
    function = ast.FunctionDef(
        **{
            **dict(ast.iter_fields(function)),
            "body": [statement for statement in function.body if statement is not without],
        }
    )
    module = ast.fix_missing_locations(ast.Module([function], []))
    table: Table = [[None] * layout.KINDS for _ in range(layout.KINDS)]
    names: dict[str, Any] = {
        node.id: node.id for node in ast.walk(module) if isinstance(node, ast.Name)
    }
    names |= {"range": range, "SystemError": SystemError, "cython": SimpleNamespace(int=int)}
    for name in names:
        if name.isupper():
            names[name] = None if name == "NULL" else getattr(layout, name, table)
    exec(compile(module, "the table", "exec"), names)
    run: Callable[[], int] = names[function.name]
    assert run() == 0
    return table


def test_each_pair_of_kinds_has_the_kernel_of_its_name() -> None:
    table = filled(filling())
    for a, b in combinations_with_replacement(KINDS, 2):
        expected = f"overlap_{a.lower()}_{b.lower()}"
        assert table[getattr(layout, a)][getattr(layout, b)] == expected


def test_a_table_with_a_gap_is_refused() -> None:
    function = filling()
    entries = [statement for statement in function.body if is_entry(statement)]
    refused = 0
    for entry in entries:
        if "[SEAM]" in ast.unparse(entry):  # which replaces an entry
            continue
        with pytest.raises(SystemError, match="no kernel"):
            filled(function, without=entry)
        refused += 1
    assert refused == len(KINDS) * (len(KINDS) + 1) // 2
