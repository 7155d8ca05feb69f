"""Sentences of pages and of docstrings name fields and calls that are there.

A paragraph is about the records and classes that it names, and about the records that the calls
return that it names. A docstring is also about its own. If a paragraph is about a record, the
fields that it names in backticks are fields of that record, or members or arguments of what else it
names.
"""

import builtins
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from docs.test_docstrings import OBJECTS
from docs.test_pages import FENCE, FILES
from support.counting import at_least

import spritecol
from spritecol import spatial

ROOT = Path(__file__).parents[2]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in FILES
    if path.name != "architecture.md"  # it is about modules
    and path.parent.name != "calls"  # these are docstrings
}
PROGRAMS = "\n".join(
    [fence["code"] for text in PAGES.values() for fence in FENCE.finditer(text)]
    + [path.read_text(encoding="utf-8") for path in (ROOT / "examples").rglob("*.py")]
)

RETURNED = {
    "raycast": "RayHit",
    "raycast_all": "RayHit",
    "raycast_arrays": "RayArrays",
    "sweep": "SweepHit",
    "sweep_all": "SweepHit",
    "sweep_arrays": "SweepArrays",
    "move_and_collide": "SweepHit",
    "move_and_slide": "Slide SweepHit",
    "move_and_slide_arrays": "SlideArrays",
    "move_and_bounce": "Bounces SweepHit",
    "contacts": "Contact",
    "contact_arrays": "ContactArrays",
    "nearest": "Near",
    "nearest_k": "Near",
    "differences": "Difference",
    "distance": "Distance",
    "CharacterController": "Slide SweepHit",
    "CharacterController.move": "Slide SweepHit",
    "Overlaps": "Changes",
    "Overlaps.update": "Changes",
}
"""The records that calls return, and what these contain."""

RECORDS = {name for names in RETURNED.values() for name in names.split()}
ARRAYS = {name for name in RECORDS if name.endswith("Arrays")}
ABOUT = {"docs/guide/walking.md": {"CharacterController"}}
"""What a whole page is about."""

CLASSES = {
    name: item
    for module in (spritecol, spatial)
    for name in module.__all__
    if inspect.isclass(item := getattr(module, name))
}
CALLS = {key.rpartition(".")[2] for key, item in OBJECTS.items() if inspect.isroutine(item)}


@cache
def members_of(kind: type) -> frozenset[str]:
    """The public members of a class, and the arguments that it takes."""
    return frozenset(name for name in dir(kind) if name[:1] != "_") | arguments_of(kind)


def arguments_of(item: Any) -> frozenset[str]:
    """The arguments of a call, if it tells them."""
    try:
        return frozenset(inspect.signature(item).parameters)
    except (TypeError, ValueError):
        return frozenset()


FORMER = {"ends", "inside", "overlapping"}
"""Names that fields had before 1.0."""

FIELDS = FORMER.union(*(members_of(CLASSES[record]) for record in RECORDS))
COLUMNS = frozenset(name for record in ARRAYS for name in members_of(CLASSES[record]))
NAME = re.compile(r"`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\([^`]*\))?`")


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs, items of lists, and rows of tables in a text, without its programs."""
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*[-*] |\s*\d+\. |\|)", FENCE.sub("\n\n", text)):
        if "`" in paragraph:
            yield " ".join(paragraph.split())


def records_in(names: set[str]) -> set[str]:
    """The records that somebody talks about who uses these names."""
    told = names | {name.rpartition(".")[2] for name in names}
    return {record for name in told for record in RETURNED.get(name, name).split()} & RECORDS


def members_in(names: set[str]) -> set[str]:
    """The members and arguments of what these names are."""
    found: set[str] = set()
    for name in names:
        last = f".{name.rpartition('.')[2]}"
        for key, item in OBJECTS.items():
            if key == name or key.endswith(last):
                found |= members_of(item) if inspect.isclass(item) else arguments_of(item)
    return found


def strangers(paragraph: str, own: set[str], words: set[str]) -> set[str]:
    """The fields that a paragraph names, and that nothing has that it is about.

    Args:
        paragraph: the text.
        own: the name of the call or class whose docstring it is.
        words: those of the programs of its page.
    """
    names = set(NAME.findall(paragraph))
    records = records_in(names | own)
    if not records:
        return set()
    classes = {*re.findall(r"\w+", paragraph)} & CLASSES.keys()
    known = members_in(names | own | records | classes)
    if records & ARRAYS:
        # Columns such as `normal` (n, 2) are those of the arrays; of another record only if that
        # is named, too.
        columns = {name for record in records for name in members_of(CLASSES[record])}
        listed = set(re.findall(r"`(\w+)` \([nm],", paragraph))
        others = {name for key in own for name in arguments_of(OBJECTS.get(key))}
        return (names & (FIELDS - CALLS) - columns - others) | (listed - columns)
    return names & (FIELDS - CALLS - {"x", "y"}) - known - words


def test_a_page_names_fields_of_the_records_that_it_is_about() -> None:
    wrong = {}
    with at_least(judged=120, arrays=6) as seen:
        for page, text in PAGES.items():
            words = {*re.findall(r"\w+", " ".join(fence["code"] for fence in FENCE.finditer(text)))}
            for paragraph in paragraphs(text):
                records = records_in(set(NAME.findall(paragraph)))
                seen["judged"] += bool(records)
                seen["arrays"] += bool(records & ARRAYS)
                if found := strangers(paragraph, ABOUT.get(page, set()), words):
                    wrong[page, paragraph[:80]] = found
    assert wrong == {}


def test_a_docstring_names_fields_of_the_records_that_it_is_about() -> None:
    wrong = {}
    with at_least(judged=70, arrays=6) as seen:
        for name, item in OBJECTS.items():
            for paragraph in paragraphs(inspect.getdoc(item) or ""):
                records = records_in({*NAME.findall(paragraph), name})
                seen["judged"] += bool(records)
                seen["arrays"] += bool(records & ARRAYS)
                if found := strangers(paragraph, {name, name.partition(".")[0]}, set()):
                    wrong[name, paragraph[:80]] = found
    assert wrong == {}


PUBLIC = (ROOT / "tests" / "support" / "data" / "public_names.txt").read_text(encoding="utf-8")
KNOWN = {*dir(builtins), *sys.stdlib_module_names, *re.findall(r"\w+", PUBLIC + PROGRAMS)}
KNOWN.update(*(arguments_of(item) | {*key.split(".")} for key, item in OBJECTS.items()))

FOREIGN = {
    *("copy", "deepcopy", "enum", "exp", "asdict"),  # Python's
    *("__class__", "__eq__", "__hash__", "__getattr__"),
    *("relate", "FRect", "python3", "HOME"),  # of shapely, of pygame, of a shell
    *("pyodide", "runPythonAsync", "canvas", "setCanvas2D"),  # of Pyodide
    *("body", "is_sleeping", "space", "sleep_time_threshold", "bodies"),  # of pymunk
    *("hit_rect", "OnTriggerEnter2D", "on_hit", "set_x", "_x"),  # what readers have or look for
    *("checkpoint_every", "timeout"),  # arguments of the integration with Ray
    *("capsule", "patterns", "_arrays", "errors"),  # words in files, and parts of names
    *("attrs", "Flag", "spritecol", "__version__"),  # modules, and what is in them
    *("attacker", "blast", "damage"),  # examples in a sentence
}
"""Names in prose that neither the library nor a program on a page has."""

VARIABLES = {
    "hit": [CLASSES["RayHit"], CLASSES["SweepHit"], CLASSES["Contact"]],
    "slide": [CLASSES["Slide"]],
    "walker": [CLASSES["CharacterController"]],
    "world": [CLASSES["World"]],
    "group": [CLASSES["Group"]],
    "contact": [CLASSES["Contact"]],
    "overlaps": [CLASSES["Overlaps"]],
    "changes": [CLASSES["Changes"]],
    "way": [CLASSES["Way"]],
    "paths": [CLASSES["Paths"]],
    "snapshot": [CLASSES["Snapshot"]],
}
"""What the variables of programs on pages are."""


THEIRS = {
    "docs/advanced/machines.md": ["world"],  # a sharded one
    "docs/coming-from-dxruby.md": ["Sprite"],
    "docs/coming-from-phaser.md": ["world"],
}
"""Names that mean another thing on some pages."""


def test_names_on_a_page_are_somewhere() -> None:
    """Pages for users of other libraries are about names of these, too: there, only the members of
    our classes are looked up.
    """
    absent = set()
    with at_least(names=2000, members=100) as seen:
        for page, text in PAGES.items():
            is_foreign = "/coming-from-" in page or page == "docs/benchmarks.md"
            classes = {name: [kind] for name, kind in CLASSES.items()} | VARIABLES
            for name in THEIRS.get(page, ()):
                del classes[name]
            for paragraph in paragraphs(text):
                for name in NAME.findall(paragraph):
                    owner, *rest = name.split(".")
                    seen["names"] += 1
                    if owner in classes and rest:
                        seen["members"] += 1
                        if not any(rest[0] in members_of(kind) for kind in classes[owner]):
                            absent.add((page, name))
                    elif not is_foreign and not {owner, *rest} <= KNOWN | FOREIGN:
                        absent.add((page, name))
    assert absent == set()


def test_names_in_a_docstring_are_somewhere() -> None:
    absent = set()
    with at_least(names=600) as seen:
        for key, item in OBJECTS.items():
            for paragraph in paragraphs(inspect.getdoc(item) or ""):
                for name in NAME.findall(paragraph):
                    seen["names"] += 1
                    if not {*name.split(".")} <= KNOWN | FOREIGN:
                        absent.add((key, name))
    assert absent == set()


@pytest.mark.parametrize(
    ("paragraph", "wrong"),
    [
        ("`contact_arrays` has the `position` of both", {"position"}),
        ("`ContactArrays`: `shape` (m, 2), `index` (m, 2)", {"shape"}),
        ("`raycast_arrays(starts, ends)` has `shape_index` and `fraction`", set()),
        ("`sweep_arrays`: `shape_index`", {"shape_index"}),
        ("A Slide of `move_and_slide` has `depth`, and its hits have `normal`", {"depth"}),
        ("`RayArrays` also has `fraction` and `inside`", {"inside"}),
        ("`SweepArrays` has `ends` and `end`", {"ends"}),
        ("A `RayHit` has a `sprite`", {"sprite"}),
        ("A `SweepHit` is `overlapping`", {"overlapping"}),
        ("A `RayHit` and a `Contact` have a `depth`", set()),
        ("The `sprite` of a `Near`", {"sprite"}),
    ],
)
def test_a_wrong_field_would_be_seen(paragraph: str, wrong: set[str]) -> None:
    assert strangers(paragraph, set(), set()) == wrong
