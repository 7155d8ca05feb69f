"""Small faults, planted in a copy of the library: which tests would see them?

The faults stand in `faults`, a file a room, each with the text that it replaces, a public call that
shows it, and the tests of its topic, which should catch it. `python -m planted` builds one copy
with all of them, each behind a switch that is read from the environment, and tells of each whether
the tests of its topic see it, those of other topics, or none.

Run it before tests are deleted, or code is moved: a fault whose text is gone is told, and has to be
replaced by one of its kind. `--matrix` tells which test functions see which fault, so that whoever
deletes one knows who else sees what it saw. `--drawn` plants faults that nobody chose instead:
`planted.drawn` draws them. Of those that no test sees it tells whether any answer of the campaign
is another one.
"""

import ast
import re
import tomllib
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import attrs

FAULTS = Path(__file__).parent / "faults"
VARIABLE = "SPRITECOL_PLANTED"
SWITCH = "spritecol/_support/planted"
LEFT_OUT = "pass"
"""What a statement becomes that is left out."""

FOR_PYTHON = f'''"""Which of the planted faults is on."""

import os

WHICH = int(os.environ.get("{VARIABLE}", 0))


def planted(number: int) -> bool:
    return number == WHICH
'''

FOR_CYTHON = f'''cdef extern from *:
    """
    #include <stdlib.h>
    static int spritecol_planted(int number) {{
        static int which = -1;
        if (which < 0) {{
            const char *told = getenv("{VARIABLE}");
            which = told ? atoi(told) : 0;
        }}
        return which == number;
    }}
    """
    bint planted "spritecol_planted"(int number) noexcept nogil
'''


@attrs.frozen
class Fault:
    """One fault.

    Attributes:
        name: What is wrong, in a few words.
        file: Where it is, from the root of the repository.
        old: What it replaces: whole lines with the same first indentation, or a part of one line
            that is an expression. It stands in the file once.
        new: The same with the fault.
        shows: A few lines with the names of `spritecol` at hand; the last one is an expression,
            whose value the fault changes. Nothing, if nobody knows such a call.
        topic: What pytest is given to run the tests of the topic; if nothing, those that
            docs/architecture.md names for the file.
        at: Where `old` begins in the text of the file, if it may stand there several times.
    """

    name: str
    file: str
    old: str
    new: str
    shows: str = ""
    topic: str = ""
    at: int | None = None

    @property
    def number(self) -> int:
        """What switches it on: by its name, so the files of other faults stay as they are."""
        return zlib.crc32(f"{self.name}{self.at or ''}".encode()) >> 1

    def overlaps(self, other: "Fault") -> bool:
        """Whether both replace a part of the same text."""
        if self.file != other.file or self.at is None or other.at is None:
            return False
        return self.at < other.at + len(other.old) and other.at < self.at + len(self.old)

    def lines(self, text: str) -> range:
        """The lines that it replaces in the text of its file."""
        start = text.find(self.old.strip()) if self.at is None else self.at
        first = text.count("\n", 0, start) + 1
        return range(first, first + self.old.strip().count("\n") + 1)


def faults(*paths: Path) -> list[Fault]:
    """The faults of some files, or of all of `FAULTS`, in their order."""
    return [
        Fault(**entry)
        for path in paths or sorted(FAULTS.glob("*.toml"))
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
    ]


class NotThereError(Exception):
    """The text that a fault replaces does not stand in its file exactly once."""


def plant(text: str, fault: Fault) -> str:
    """The text of a file with one fault more, behind its switch."""
    if fault.at is not None:
        end = fault.at + len(fault.old)
        return f"{text[: fault.at]}{switched(fault, fault.old, fault.new)}{text[end:]}"
    if block := lines_like(text, fault.old):
        start, end, indent = block
        lines = text.splitlines(keepends=True)
        planted = [
            f"{indent}if planted({fault.number}):\n",
            *indented(fault.new, indent + "    "),
            f"{indent}else:\n",
            *("    " + line if line.strip() else line for line in lines[start:end]),
        ]
        return "".join([*lines[:start], *planted, *lines[end:]])
    old, new = fault.old.strip(), fault.new.strip()
    # Part of a name, as `vector(0, 0)` is in `new_vector(0, 0)`, is no expression.
    found = re.findall(rf"(?<!\w){re.escape(old)}", text)
    if "\n" in old or text.count(old) != 1 or len(found) != 1:
        raise NotThereError(f"{fault.file}: {fault.name}")
    return text.replace(old, switched(fault, old, new))


def switched(fault: Fault, old: str, new: str) -> str:
    """An expression that is another one if the fault is on."""
    if new == LEFT_OUT:  # a call, which may have no value
        return f"if not planted({fault.number}): {old}"
    if new.startswith("not ") or new == "False":  # to C, a pointer is of another type
        old = f"not not ({old})"
    return f"(({new}) if planted({fault.number}) else ({old}))"


def lines_like(text: str, old: str) -> tuple[int, int, str] | None:
    """Where whole lines of a text are these, however far both are indented: start, end, indent."""
    wanted = indented(old, "")
    lines = text.splitlines(keepends=True)
    found = []
    for start in range(len(lines) - len(wanted) + 1):
        if lines[start].lstrip() != wanted[0].lstrip():
            continue  # as most
        indent = re.match(" *", lines[start])[0]  # type: ignore[index]  # it matches everything
        if lines[start : start + len(wanted)] == indented(old, indent):
            found.append((start, start + len(wanted), indent))
    return found[0] if len(found) == 1 else None


def indented(text: str, indent: str) -> list[str]:
    """The lines of a text, with this in place of the indentation of the first one."""
    lines = text.strip("\n").splitlines()
    before = len(lines[0]) - len(lines[0].lstrip())
    return [indent + line[before:] + "\n" if line.strip() else "\n" for line in lines]


def with_import(text: str, file: str) -> str:
    """The text of a file that has faults, with the import of the switch."""
    if file.endswith(".pxd"):
        return f"from spritecol._support.planted cimport planted\n{text}"
    imports = [one for one in ast.parse(text).body if isinstance(one, ast.Import | ast.ImportFrom)]
    after = imports[0] if imports else ast.parse(text).body[0]  # the docstring
    is_compiled = bool(re.search(r"^(import cython|from cython)", text, re.MULTILINE))
    home = "cython.cimports.spritecol" if is_compiled else "spritecol"
    lines = text.splitlines(keepends=True)
    lines.insert(after.end_lineno or 1, f"from {home}._support.planted import planted\n")
    return "".join(lines)


def planted_files(root: Path, chosen: Iterable[Fault]) -> Iterator[tuple[str, str]]:
    """Yield (path, text) of all files of the copy that differ from those of the repository."""
    by_file: dict[str, list[Fault]] = {}
    for fault in sorted(chosen, key=lambda fault: -(fault.at or 0)):  # the last of a file first
        by_file.setdefault(fault.file, []).append(fault)
    for file, here in by_file.items():
        text = root.joinpath(file).read_text(encoding="utf-8")
        for fault in here:
            text = plant(text, fault)
        yield file, with_import(text, file)
    yield f"{SWITCH}.py", FOR_PYTHON
    yield f"{SWITCH}.pxd", FOR_CYTHON
