"""Plays scripted scenes and hashes every answer, to see that a change changes none.

    PYTHONPATH=tests python -m support.answers --save FILE   # before the change
    PYTHONPATH=tests python -m support.answers --check FILE  # after it: exits 1 if it differs
    PYTHONPATH=tests python -m support.answers --only lives --log DIR  # the answers, to diff

Only public names are used, so it runs on a tree of any layout. Inputs are seeded. The hashes hold
for one machine with one set of installed libraries. Order counts wherever it is documented. A
scene is left out when the library that it needs is not installed; nothing else is ever skipped.
"""

import argparse
import hashlib
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

from support.answer_scenes import SCENES
from support.tape import Tape

DXRUBY = Path("tests", "support", "data", "dxruby_pairs.json")
SILENT = {"PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_VIDEODRIVER": "dummy", "ARCADE_HEADLESS": "true"}
NAME = 32  # characters of a line for a scene's name


def data_file(given: Path | None) -> Path:
    """DXRuby's answers: where the argument says, else in the repository around, or here."""
    if given is not None:
        return given
    for folder in (*Path(__file__).resolve().parents, Path.cwd()):
        if (folder / DXRUBY).exists():
            return folder / DXRUBY
    raise SystemExit(f"no {DXRUBY} around here: say with --data where it is")


@contextmanager
def log_of(folder: Path | None, name: str) -> Iterator[TextIO | None]:
    """The file for the answers of a scene, if they are wanted."""
    if folder is None:
        yield None
        return
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{re.sub('[^a-z0-9]+', '_', name)}.txt"
    with path.open("w", encoding="utf-8") as file:
        yield file


def play(only: str, data: Path, folder: Path | None) -> Iterator[str]:
    """A line for each scene: its name, the number of answers, and their hash; then the total."""
    total, count = hashlib.sha256(), 0
    for name, scene in SCENES.items():
        if not re.search(only, name):
            continue
        if scene.needs and find_spec(scene.needs) is None:
            yield f"{name:{NAME}}   left out: {scene.needs} is not installed"
            continue
        start = time.perf_counter()
        with log_of(folder, name) as log:
            tape = Tape(data, log)
            scene.play(tape)
        sys.stderr.write(f"{name}: {time.perf_counter() - start:.1f} s\n")
        total.update(tape.digest().encode())
        count += tape.count
        yield f"{name:{NAME}}{tape.count:10,}  {tape.digest()}"
    yield f"{'total':{NAME}}{count:10,}  {total.hexdigest()}"


def differing(lines: Sequence[str], saved: Sequence[str]) -> list[str]:
    """The saved scenes that are not as they were. What was left out then may be there now."""
    now, then = (
        {line[:NAME].strip(): line[NAME:].split() for line in text} for text in (lines, saved)
    )
    names = [name for name, told in then.items() if told[0] != "left" and name != "total"]
    return [name for name in names if now.get(name) != then[name]]


def main() -> int:
    """Play the scenes, print their hashes, and save or compare them."""
    parser = argparse.ArgumentParser(description="Hash every answer of scripted scenes.")
    parser.add_argument("--data", type=Path, help=f"where {DXRUBY.name} is")
    parser.add_argument("--only", default="", metavar="PATTERN", help="scenes whose name has it")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the lines there")
    parser.add_argument("--check", type=Path, metavar="FILE", help="compare with saved lines")
    parser.add_argument("--log", type=Path, metavar="FOLDER", help="write the answers themselves")
    arguments = parser.parse_args()
    os.environ |= SILENT | os.environ  # before a scene imports pygame or arcade
    saved = arguments.check.read_text(encoding="utf-8").splitlines() if arguments.check else []
    lines = []
    for line in play(arguments.only, data_file(arguments.data), arguments.log):
        print(line, flush=True)
        lines.append(line)
    if arguments.save:
        arguments.save.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    saved = [line for line in saved if re.search(arguments.only, line[:NAME].strip())]
    if differ := differing(lines, saved):
        print(f"{len(differ)} of {len(saved) - 1} scenes differ: " + "; ".join(differ))
        return 1
    if arguments.check:
        print("all scenes are as they were")
    return 0


if __name__ == "__main__":
    sys.exit(main())
