"""What a user is offered: by completion, by help, and by an editor that reads the stubs."""

import ast
import copy
import importlib
import inspect
import pydoc
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from support.for_each import for_each
from support.processes import run_python

import spritecol
from spritecol import Circle, Group, Sprite, spatial

STUB = Path(spritecol.__file__).parent / "sprites" / "sprite" / "sprite.pyi"


@pytest.mark.parametrize(
    ("name", "modules"),
    [
        ("spritecol", {"integrations", "spatial", "testing", "tiles", "typing"}),
        ("spritecol.integrations.pygame", set()),
        ("spritecol.integrations.arcade", set()),
        ("spritecol.spatial", set()),
    ],
)
def test_completion_offers_public_names_only(name: str, modules: set[str]) -> None:
    if name.endswith(("pygame", "arcade")):
        pytest.importorskip(name.rpartition(".")[2])
    module = importlib.import_module(name)
    offered = {name for name in dir(module) if not name.startswith("_")}
    expected = {name for name in module.__all__ if not name.startswith("_")} | modules
    if name == "spritecol.spatial":
        expected |= {"candidate_pairs", "cell_space", "linear_quadtree"}
    assert offered == expected
    assert "__name__" in dir(module)


def documented() -> dict[str, str]:
    """The first paragraph of each attribute in the stub of Sprite."""
    (kind,) = [node for node in ast.parse(STUB.read_text("utf-8")).body if is_sprite(node)]
    found = {}
    for node, after in zip(kind.body, [*kind.body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                found[node.target.id] = str(after.value.value)
        elif isinstance(node, ast.FunctionDef) and (text := ast.get_docstring(node)):
            found[node.name] = text
    return {name: " ".join(text.split()) for name, text in found.items()}


def is_sprite(node: ast.stmt) -> bool:
    return isinstance(node, ast.ClassDef) and node.name == "Sprite"


def test_every_attribute_of_a_sprite_has_its_text_in_the_stub() -> None:
    texts = documented()
    own = [name for name, value in inspect.getmembers(Sprite) if inspect.isgetsetdescriptor(value)]
    for name in own:
        if not name.startswith("_"):
            text = inspect.getdoc(getattr(Sprite, name))
            assert text
            assert texts[name] == " ".join(text.split("\n\n")[0].split()), name


PUBLIC = [getattr(spritecol, name) for name in spritecol.__all__]
OF_INDEXES = [getattr(spatial, name) for name in spatial.__all__]
CLASSES = [one for one in [*PUBLIC, *OF_INDEXES] if isinstance(one, type)]


@for_each("kind", CLASSES)
def test_help_has_no_noise(kind: type) -> None:
    text = pydoc.plain(pydoc.render_doc(kind))
    assert "Ellipsis" not in text
    assert "=NotImplemented" not in text
    assert "spritecol_" not in text
    assert "ForwardRef" not in text
    assert "=omitted" not in text.replace(" ", "")
    assert kind.__doc__
    assert "--" not in kind.__doc__.splitlines()


@pytest.mark.skipif(sys.version_info < (3, 13), reason="copy.replace is new in Python 3.13")
def test_copies_with_changes() -> None:
    replace = copy.replace  # type: ignore[attr-defined,unused-ignore]
    assert replace(Circle(1, 2, 3), r=4) == Circle(1, 2, 4)
    with pytest.raises(ValueError, match="r must be 0 or more"):
        replace(Circle(1, 2, 3), r=-4)


def test_help_begins_with_the_arguments() -> None:
    shown = "Sprite(x=<omitted>,y=<omitted>,image=None,*,collision=None,angle=<omitted>,"
    text = pydoc.plain(pydoc.render_doc(Sprite))
    assert shown in re.sub(r"[\s|]", "", text)  # since 3.13 a long signature has a line for each
    text = pydoc.plain(pydoc.render_doc(Group))
    assert "Group(*sprites)" in text
    assert "__init__(self, /, *sprites)" in text


@for_each("function", [one for one in PUBLIC if callable(one) and not isinstance(one, type)])
def test_help_of_a_function(function: Any) -> None:
    text = pydoc.plain(pydoc.render_doc(function))
    assert not {"Ellipsis", "NotImplemented", "omitted,", "ForwardRef"} & set(
        re.split("[ =]", text)
    )
    assert function.__doc__


def test_help_shows_what_can_be_left_out() -> None:
    text = re.sub(r"\s", "", pydoc.render_doc(spritecol.check))  # 3.13 breaks long signatures
    assert "(attackers,targets=<omitted>,shot='shot'" in text
    assert re.search(r"b: .?Targets \| Omitted.? = <omitted>", pydoc.render_doc(spritecol.Overlaps))


def test_names_that_are_imported_later_are_there_from_the_start() -> None:
    code = "import sys, spritecol; print([n for n in sys.modules if 'overlaps' in n]);" + (
        "print(spritecol.World.__module__, spritecol.spatial.__name__, spritecol.typing.__name__);"
        "from spritecol import *; print(History, Overlaps)"
    )
    done = run_python("-c", code)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "[]",
        "spritecol spritecol.spatial spritecol.typing",
        "<class 'spritecol.History'> <class 'spritecol.Overlaps'>",
    ]
    with pytest.raises(AttributeError, match="no attribute 'Circel'"):
        spritecol.Circel  # type: ignore[attr-defined]  # noqa: B018


def test_a_group_names_its_class_in_annotations() -> None:
    class Enemy(Sprite):
        pass

    class Wave(Group[Enemy]):
        pass

    assert Group[Enemy].__args__ == (Enemy,)  # type: ignore[attr-defined]
    assert len(Group[Enemy](Enemy())) == len(Wave(Enemy())) == 1
