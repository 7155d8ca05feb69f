"""What is public: the names in `support/data/public_names.txt`, all of them and no others.

A name that goes is deprecated first, see CONTRIBUTING.md; a new one gets into the list.
"""

import inspect
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import spritecol

ROOT = Path(__file__).parents[1]
LIST = ROOT / "tests" / "support" / "data" / "public_names.txt"
NEEDS = ("pygame", "arcade", "ray")
INTERNAL = {"add_internal", "alive", "groups", "body_kind", "body_names", "collision_default"}
INTERNAL |= {"register_sprite_list"}
"""Methods of pygame's and arcade's sprites, and what classes of the latter note of their bodies."""


def listed() -> dict[str, list[str]]:
    """What the list has: below the name of a module its names, and behind a class its members."""
    found: dict[str, list[str]] = {}
    module = ""
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line and line[0] not in " #":
            module = line
            found[module] = []
        elif line.startswith(" "):
            found[module].append(line.strip())
    return found


def shown(module: ModuleType) -> Iterator[str]:
    """The public names of a module as lines of the list."""
    for name in sorted(module.__all__):
        item = getattr(module, name)
        if inspect.ismodule(item):
            continue
        if not inspect.isclass(item):
            yield name
            continue
        above = [each for each in item.__mro__[1:] if vars(spritecol).get(each.__name__) is each]
        own = {
            member
            for base in item.__mro__
            if base.__module__.startswith("spritecol")
            and not any(issubclass(each, base) for each in above)
            for member, value in vars(base).items()
            if member[0] != "_"
            and member not in INTERNAL
            and ".hints." not in type(value).__module__  # it only tells what to use instead
        }
        yield " ".join([f"{name}:", *sorted(own)]) if own else name


@pytest.mark.parametrize("name", listed())
def test_what_is_public_is_listed(name: str) -> None:
    for part in name.split("."):
        if part in NEEDS:
            pytest.importorskip(part)
    assert list(shown(import_module(name))) == listed()[name]


def test_each_module_is_listed() -> None:
    modules = {f"spritecol.{name}" for name in spritecol._PUBLIC_MODULES}
    below = {"spritecol.integrations": ("arcade", "ldtk", "pygame", "ray", "tiled")}
    for module, names in below.items():
        modules = modules - {module} | {f"{module}.{name}" for name in names}
    assert listed().keys() == modules | {"spritecol", "spritecol.spatial.morton"}


@pytest.mark.skipif(not (ROOT / ".ci").exists(), reason="a wheel is tested without it")
@pytest.mark.parametrize(
    ("file", "place"),
    [
        ("pyproject.toml", r'^version = "(.+)"$'),
        ("CHANGELOG.md", r"^## \[(\d.+?)\]"),
        ("docs/advanced/browser.md", r"spritecol-([\d.]+)-cp"),
    ],
)
def test_the_version_is_one(file: str, place: str) -> None:
    found = re.findall(place, (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    assert found[0] == spritecol.__version__


@pytest.mark.skipif(not (ROOT / ".ci").exists(), reason="a wheel is tested without it")
def test_the_changelog_has_a_place_for_what_comes_next() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## \[(.+?)\]", text, re.MULTILINE)[0] == "Unreleased"


def test_help_shows_no_argument_that_is_there_for_an_error_only() -> None:
    shown = []
    for kind in (getattr(spritecol, name) for name in spritecol.__all__):
        calls = vars(kind).values() if inspect.isclass(kind) else ()
        for call in (kind, *calls):
            with suppress(TypeError, ValueError):  # no call, or one of C without a signature
                shown += list(inspect.signature(call).parameters)
    assert "targets" in shown
    assert not [name for name in shown if name[0] == "_" or name == "unknown"]
