"""Build the copy, and tell of each fault who sees it: see the package's docstring."""

import argparse
import ast
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from planted import VARIABLE, Fault, faults, planted_files
from planted.drawn import Drawn, drawn

ROOT = Path(__file__).parents[2]
COPY = ROOT / "build" / "planted"
MOST_ELSEWHERE = 4
"""How many faults may be caught by the tests of other topics only."""
NO_TESTS = 5
"""The exit code of pytest if it collects no test."""

LOOK = """
import ast, sys
import spritecol
names = {name: getattr(spritecol, name) for name in spritecol.__all__} | {"__name__": "shown"}
*before, last = ast.parse(sys.stdin.read()).body
exec(compile(ast.Module(before, []), "shows", "exec"), names)
try:
    print(repr(eval(compile(ast.Expression(last.value), "shows", "eval"), names)))
except Exception as error:
    print(type(error).__name__, error)
"""


def copy() -> None:
    """Make or renew the copy: a file that is the same keeps its time, so it is not built again."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    wanted = {file: (ROOT / file).read_bytes() for file in listed if (ROOT / file).is_file()}
    wanted |= {file: text.encode() for file, text in planted_files(ROOT)}
    for file, content in wanted.items():
        path = COPY / file
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    for path in COPY.glob("spritecol/**/*.p*"):
        if path.suffix in {".py", ".pxd"} and str(path.relative_to(COPY)) not in wanted:
            path.unlink()


def run(
    command: Iterable[str], number: int = 0, given: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, with one fault on."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=COPY,
        env={**os.environ, VARIABLE: str(number), "PYTHONPATH": f"{COPY}:{COPY / 'tests'}"},
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


def build() -> None:
    """Build the copy in place, only what has changed, and plainly: its speed is of no interest."""
    os.environ["SPRITECOL_CFLAGS"] = "-O1"
    built = run(["setup.py", "-q", "build_ext", "--inplace"], 0)
    if built.returncode:
        sys.exit(f"the copy can't be built:\n{built.stdout}{built.stderr}"[-4000:])


def shown(fault: Fault, number: int) -> str:
    """What the call of a fault answers, with one fault on; how the process ended, if it died."""
    ast.parse(fault.shows)
    looked = run(["-c", LOOK], number, fault.shows)
    return (
        looked.stdout
        if looked.returncode == 0
        else f"exit code {looked.returncode}: {looked.stderr}"
    )


def ended(number: int, *tests: str) -> int:
    """How pytest ended with a fault on: 0 if no test failed, `NO_TESTS` if all are skipped here."""
    quick = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    code = run(quick, number).returncode
    if code not in (0, 1, 2, 3, NO_TESTS, -11, -6):  # passed, failed, or dead
        sys.exit(f"pytest {' '.join(tests)} ended with {code}")
    return code


@cache
def ended_without(topic: str) -> int:
    """How the tests of a topic end with no fault on: if they fail, they say nothing."""
    return ended(0, *topic.split())


def who_sees(fault: Fault | Drawn | None, tests: list[str]) -> Counter[str]:
    """How many cases of each test function fail with a fault on."""
    number = fault.number if isinstance(fault, Fault) else 0
    if isinstance(fault, Drawn):
        path = COPY / fault.file
        as_it_was = path.read_text(encoding="utf-8")
        path.write_text(fault.text, encoding="utf-8")
    try:
        every = ["-m", "pytest", "-q", "--no-header", "-rfE", "--tb=no", "-p", "no:cacheprovider"]
        done = run([*every, "-o", "faulthandler_timeout=60", *tests], number)
        if done.returncode not in (0, 1):  # dead, or it did not begin: each worker dies alone
            done = run([*every, "-n", "2", *tests], number)
    finally:
        if isinstance(fault, Drawn):
            path.write_text(as_it_was, encoding="utf-8")
    told = re.findall(r"^(?:FAILED|ERROR) ([^\s\[]+)", done.stdout, re.MULTILINE)
    if not told and done.returncode != 0:
        return Counter(["the tests do not begin"])
    return Counter(told)


def tell_matrix(chosen: list[Fault | Drawn], tests: list[str]) -> int:
    """Tell which test function sees which fault, and which functions are enough for all."""
    if failing := who_sees(None, tests):
        sys.exit(f"tests fail without a fault: {', '.join(failing)}")
    seen: dict[str, dict[int, int]] = {}
    for at, fault in enumerate(chosen):
        functions = who_sees(fault, tests)
        for function, count in functions.items():
            seen.setdefault(function, {})[at] = count
        print(f"{at:4} {fault.file}: {fault.name}: {len(functions) or 'not seen'}", flush=True)
    print("\nfunction: faults that it sees")
    for function in sorted(seen):
        print(f"  {function}: {' '.join(map(str, seen[function]))}")
    left = {at for faults_of_one in seen.values() for at in faults_of_one}
    missed = len(chosen) - len(left)
    print(
        f"\n{len(left)} of {len(chosen)} are seen. Of these functions, each sees one more of them:"
    )
    while left:
        best = max(sorted(seen), key=lambda function: len(left & seen[function].keys()))
        print(f"  {best}: {' '.join(map(str, sorted(left & seen[best].keys())))}")
        left -= seen[best].keys()
    print("Of others, it says nothing more. Plant faults that they should see.")
    return int(missed > 0)


def main() -> int:
    """Tell of each fault who sees it: 1 if one is missed, or too many are seen elsewhere only."""
    parser = argparse.ArgumentParser(description="Plant faults, and see which tests catch them.")
    parser.add_argument("words", nargs="*", help="only faults with these in their name or file")
    parser.add_argument("--topic", action="store_true", help="run the tests of the topics only")
    parser.add_argument(
        "--matrix", action="store_true", help="tell which test function sees which fault"
    )
    parser.add_argument(
        "--drawn", type=int, default=0, help="so many faults by chance, in plain modules"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the faults by chance")
    parser.add_argument("--tests", help="what a matrix runs, instead of the files of the topics")
    given = parser.parse_args()
    chosen = [f for f in faults() if all(word in f"{f.name} {f.file}" for word in given.words)]
    if not chosen and not given.drawn:
        sys.exit(f"no fault has {' '.join(given.words)!r} in its name or file")
    copy()
    build()
    if given.matrix:
        files = [part.partition("::")[0] for fault in chosen for part in fault.topic.split()]
        by_chance = drawn(ROOT, given.words, given.drawn, given.seed)
        tests = given.tests.split() if given.tests else list(dict.fromkeys(files))
        return tell_matrix([*chosen, *by_chance], tests)
    told = Counter[str]()
    for fault in chosen:
        right, wrong = shown(fault, 0), shown(fault, fault.number)
        if right == wrong or right.startswith("exit code"):
            verdict = "ITS CALL DOES NOT SHOW IT"
            print(right, file=sys.stderr)
        elif ended_without(fault.topic) == NO_TESTS:
            verdict = "its tests need what is not installed"
        elif ended_without(fault.topic):
            verdict = "ITS TESTS FAIL WITHOUT IT"
        elif ended(fault.number, *fault.topic.split()):
            verdict = "caught"
        elif not given.topic and ended(fault.number, "-n", "auto"):
            verdict = "caught elsewhere only"
        else:
            verdict = "MISSED"
        told[verdict] += 1
        print(f"{fault.file}: {fault.name}: {verdict}", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in told.items()))
    return int(any(map(str.isupper, told)) or told["caught elsewhere only"] > MOST_ELSEWHERE)


if __name__ == "__main__":
    sys.exit(main())
