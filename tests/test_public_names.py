"""What is public: the names in `support/data/public_names.txt`, all of them and no others.

Each is said to be in the package that exports it, in help, errors and pickles.

A name that goes is deprecated first, see CONTRIBUTING.md; a new one gets into the list.
"""

import inspect
import pickle
import pydoc
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from support.each_kind import SHAPES

import spritecol
from spritecol import Group, Number, Sprite

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
        ("docs/advanced/browser.md", r"spritecol-([\w.]+)-cp"),
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


# --- the module that each is said to be in --------------------------------------------------------


PACKAGES = {
    **{"": 40, "spatial": 5, "paths": 2, "tiles": 1, "testing": 1, "typing": 3},
    **{"integrations.tiled": 2, "integrations.ldtk": 2, "integrations.pygame": 15},
    **{"integrations.arcade": 12, "integrations.ray": 11},
}
"""How many classes and functions at least each shows."""


@pytest.mark.parametrize("package", PACKAGES)
def test_public_names_name_the_package(package: str) -> None:
    for part in package.split(".")[1:]:
        pytest.importorskip(part) if part in ("pygame", "arcade", "ray") else None
    module = import_module(f"spritecol.{package}".rstrip("."))
    shown = 0
    for name in getattr(module, "__all__", None) or [n for n in vars(module) if n[0] != "_"]:
        thing = getattr(module, name)
        own = hasattr(thing, "__qualname__") and thing.__module__.partition(".")[0] == "spritecol"
        if own and thing.__module__ in {f"spritecol.{one}" for one in PACKAGES} - {module.__name__}:
            continue  # the root offers it, too
        if not own or (not hasattr(module, "__all__") and thing.__module__ != module.__name__):
            continue  # a number, an alias, what a module without `__all__` has imported
        shown += 1
        assert (thing.__module__, thing.__qualname__) == (module.__name__, name)
        if isinstance(thing, type):
            assert type.__repr__(thing) == f"<class '{module.__name__}.{name}'>"
        assert pickle.loads(pickle.dumps(thing)) is thing
        text = pydoc.plain(pydoc.render_doc(thing))
        assert text.split("\n", 1)[0].endswith(f" in module {module.__name__}")
    assert shown >= PACKAGES[package]


def test_errors_and_aliases_name_the_package() -> None:
    with pytest.raises(TypeError, match=r"'spritecol\.Group'"):
        Group.clear(object())  # type: ignore[arg-type]
    assert repr(Group[Sprite]) == "spritecol.Group[spritecol.Sprite]"


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_name_no_module_inside(protocol: int) -> None:
    sprite, wall = Sprite(1, 2, collision=SHAPES, angle=5), Sprite(collision=SHAPES[-1])
    things = [sprite, Group(sprite, Group(Sprite(2))), spritecol.DISCARD, Number(3, int)]
    things += [sprite.contacts(wall)[0], sprite.sweep(300, 0, wall), sprite.distance(wall)]
    things += [sprite.move_and_slide(1, 1, []), spritecol.CharacterController(sprite)]
    things += [Group(wall).nearest(0, 0), Group(wall).raycast(-100, 0, 100, 5)]
    pickled = pickle.dumps(things, protocol)
    assert b"spritecol" in pickled
    assert b"spritecol." not in pickled
    assert [type(thing) for thing in pickle.loads(pickled)] == [type(thing) for thing in things]


INSIDE = """
sprites.group Group
sprites.questions.answers Bounces Changes Contact Distance Near RayHit Slide SweepHit
sprites.character_controller CharacterController
"""


def test_pickles_of_former_versions_load() -> None:
    """They name the modules of compiled classes."""
    for line in INSIDE.split("\n")[1:-1]:
        module, *names = line.split()
        for name in names:
            found = pickle.loads(f"cspritecol.{module}\n{name}\n.".encode())
            assert found is getattr(spritecol, name)
