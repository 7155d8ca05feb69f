"""Instructions that rows take, counted by valgrind's callgrind: the same at any load of a machine.

A count is no time: a miss of the cache costs nothing here. Counts move by a thousandth or so with
the places of objects in memory, by which Python's sets and dicts order them.
"""

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

MARKS = """
#include <valgrind/callgrind.h>
void start(void) { CALLGRIND_START_INSTRUMENTATION; }
void toggle(void) { CALLGRIND_TOGGLE_COLLECT; }
void dump(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }
"""
"""What a process calls to tell callgrind when to count."""

Count = Counter[str]
"""The instructions of each function, without those of the functions that it calls."""


@cache
def missing() -> str:
    """What is not installed here to count with, or an empty text."""
    if shutil.which("valgrind") is None:
        return "valgrind"
    probe = subprocess.run(
        ["cc", "-E", "-"], input=MARKS, capture_output=True, text=True, check=False
    )
    return "" if probe.returncode == 0 else "a C compiler with the headers of valgrind"


def library(folder: Path) -> Path:
    """Compile `MARKS`."""
    source, made = folder / "marks.c", folder / "marks.so"
    source.write_text(MARKS)
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", source, "-o", made], check=True)
    return made


def command(folder: Path) -> Sequence[str]:
    """What stands before a command that is counted. The counts are written into a folder."""
    options = ("--instr-atstart=no", "--collect-atstart=no", "--dump-line=no")
    files = (f"--log-file={folder / 'log'}", f"--callgrind-out-file={folder / 'counts'}")
    return "valgrind", "--tool=callgrind", *options, *files


def read(folder: Path) -> dict[str, list[Count]]:
    """What was counted: the dumps of each name, in order."""
    functions: dict[str, str] = {}
    found: dict[str, list[Count]] = {}
    parts = folder.glob("counts.*")
    for part in sorted(parts, key=lambda path: int(path.suffix[1:])):
        text = part.read_text("utf-8", errors="replace")
        # A function is named once, in the first part that has it.
        functions.update(re.findall(r"^c?fn=\((\d+)\) (.+)$", text, re.MULTILINE))
        name = re.search(r"^desc: Trigger: Client Request: (.+)$", text, re.MULTILINE)
        if name is not None:  # else it is what was left when the process ended
            found.setdefault(name[1], []).append(own_costs(text, functions))
    return found


def own_costs(text: str, functions: Mapping[str, str]) -> Count:
    """The costs of a dump, by function. A line below "calls=" has what a function took that was
    called.
    """
    costs: Count = Counter()
    own = re.sub(r"^calls=.*\n.*\n", "", text, flags=re.MULTILINE)
    for number, lines in re.findall(r"^fn=\((\d+)\).*\n((?:(?!fn=).*\n)*)", own, re.MULTILINE):
        numbers = re.findall(r"^[-+*\d]\S* (\d+)$", lines, re.MULTILINE)
        costs[functions[number]] += sum(map(int, numbers))
    return costs
