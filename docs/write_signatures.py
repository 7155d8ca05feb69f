"""Writes docs/signatures.md: every public call with its types, to be read without the docs site.

It lists what the API pages of the site list, in their order. The integrations are left out: they
are plain Python, so their source has their signatures, and not all can be imported everywhere.

    python docs/write_signatures.py
"""

import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from stub_signatures import SOURCES, exported, sourced_signature

from spritecol.sprites.hints.mistakes import Misnamed
from spritecol.sprites.hints.unknown_names import NamedElsewhere

DOCS = Path(__file__).parent
PAGE = DOCS / "signatures.md"
PAGES = (
    *("sprite", "group", "functions", "sweeps", "contacts", "shapes", "vectors", "world"),
    *("testing", "tiles", "paths", "spatial"),
)
WIDTH = 100

HEAD = """# Signatures

Every public call with its types, and what it does in a line. `help(spritecol.Sprite.sweep)` tells
the rest, and so does the API on the docs site. The integrations are plain Python, so their source
has their signatures, in `spritecol/integrations`.

`Targets` is a Sprite, a Group, or any iterable of them. What begins with `Where` is a function that
returns True or False, or None. These names of types are in
`spritecol.typing`. An argument whose default is `...` has that of the sprite's
class, or none.
"""

DIRECTIVE = re.compile(
    r"^\.\. (?:currentmodule:: (?P<module>\S+)"
    r"|auto(?P<kind>class|function|data):: (?P<name>[\w.]+)(?P<given>\(.*\))?)",
    re.MULTILINE,
)


def page() -> str:
    """The whole page."""
    return HEAD + "".join(section(DOCS / "api" / f"{name}.rst") for name in PAGES)


def section(path: Path) -> str:
    """What one page of the API lists: a heading, and a block of signatures."""
    text = path.read_text(encoding="utf-8")
    blocks = "\n\n".join(entries(text))
    return f"\n## {text.splitlines()[0]}\n\n```text\n{blocks}\n```\n"


def entries(text: str) -> Iterator[str]:
    """Functions, and classes with their members, in the order of a page."""
    module = "spritecol"
    for found in DIRECTIVE.finditer(text):
        module = found["module"] or module
        owner, _, name = (found["name"] or "").rpartition(".")
        if not name or ".integrations" in owner:
            continue
        item = getattr(importlib.import_module(owner or module), name)
        if found["kind"] == "function":
            yield entry(name, item)
        elif found["kind"] == "data":
            yield name
        else:
            made = sourced_signature(None, "class", name, item, None, None, None)
            given = found["given"] or (made[0] if made else "")
            yield told(name + given.removesuffix("()"), item)
            yield from members(name, item)


def members(name: str, kind: type) -> Iterator[str]:
    """The attributes of a class with their types as one block, and each of its methods."""
    modules = [base.__module__ for base in kind.__mro__]
    source = next(filter(any, (SOURCES.get(module) or exported(module) for module in modules)))
    public = {
        member: value
        for base in reversed(kind.__mro__)
        if base.__module__.startswith("spritecol")
        for member, value in vars(base).items()
        if member[0] != "_" and not isinstance(value, Misnamed | NamedElsewhere)
    }
    typed = [
        (place, value)
        for place, value in source.types.items()
        if place.startswith(f"{name}.") and place[len(name) + 1] != "_"
    ]
    if typed:
        yield "\n".join(f"{place}: {value.strip(chr(39))}" for place, value in typed)
    attributes = {place for place, _ in typed}
    for member in public:
        place, item = f"{name}.{member}", getattr(kind, member, None)
        if place not in attributes and callable(item) and not isinstance(item, type):
            yield entry(place, item)


def entry(place: str, item: Any) -> str:
    """A function or a method: its signature, and the first line of its docstring."""
    found = sourced_signature(None, "function", place, item, None, None, None)
    arguments, result = found or (
        re.sub(r"\(self, (/, )?", "(", str(inspect.signature(item))),
        None,
    )
    return told(f"{place}{arguments}" + (f" -> {result}" if result else ""), item)


def told(signature: str, item: Any) -> str:
    """A signature, broken between arguments only, and below it what it does."""
    whole = re.sub("(?<!,) ", "\0", re.sub(r"(?<=[\w\]])=(?=\S)", " = ", signature))
    lines = textwrap.wrap(whole, WIDTH, subsequent_indent=" " * 8, break_long_words=False)
    does = (inspect.getdoc(item) or "").split("\n\n")[0]
    lines += textwrap.wrap(does, WIDTH, initial_indent=" " * 4, subsequent_indent=" " * 4)
    return "\n".join(lines).replace("\0", " ")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
