"""Build the copy, and tell of each fault who sees it: see the package's docstring."""

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

from support.sources import modules_in, name_of, rows_of_changes, tests_in

from planted import VARIABLE, Fault, faults, planted_files
from planted.drawn import drawn
from spritecol import _build

ROOT = Path(__file__).parents[2]
COPY = ROOT / "build" / "planted"
"""Where faults are planted. Those in plain modules have a copy of their own, which is not built."""
MOST_ELSEWHERE = 4
"""How many faults may be caught by the tests of other topics only."""
NO_TESTS = 5
"""The exit code of pytest if it collects no test."""
NOT_LOOKED = "its tests need what is not installed"
NOT_SEEN = "not seen by its topic"
LONGEST = 3600
"""Seconds that a run may take. A test that hangs is ended after `HANGING`."""
HANGING = 300
LIKELY = ["cases", "laws", "events", "engine", "sprites", "world", "spatial", "motion", "shapes"]
"""In this order, the folders whose tests see most of what a topic has missed; others come last."""
CAMPAIGN = ["tests/campaign.py", "--seed", "1", "--rounds", "4"]
"""What may still show a fault that no test sees: its counts, and its wrong rows, change."""

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


def copy(chosen: list[Fault]) -> None:
    """Make or renew the copy: a file that is the same keeps its time, so it is not built again."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    wanted = {file: (ROOT / file).read_bytes() for file in listed if (ROOT / file).is_file()}
    wanted |= {file: text.encode() for file, text in planted_files(ROOT, chosen)}
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
    """Run Python in the copy, with one fault on. Who takes too long ends as if it had died."""
    whole = [sys.executable, *command]
    try:
        return subprocess.run(
            whole,
            cwd=COPY,
            env={**os.environ, VARIABLE: str(number), "PYTHONPATH": f"{COPY}:{COPY / 'tests'}"},
            input=given,
            capture_output=True,
            text=True,
            check=False,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(whole, -6, "", "it takes too long")


def take_built(chosen: list[Fault]) -> None:
    """Make a copy with the compiled modules of the repository, which no fault is in."""
    package = ROOT / "spritecol"
    stale = _build.missing_modules(package)
    stale = stale or _build.stale_modules(package, _build.headers_in(package))
    if stale:
        sys.exit(f"build first, `{_build.COMMAND}`: {', '.join(stale)} are not as their source")
    copy(chosen)
    for suffix in EXTENSION_SUFFIXES[:1]:
        for path in [*package.rglob(f"*{suffix}"), *ROOT.glob(f"tests/inside/*{suffix}")]:
            shutil.copyfile(path, COPY / path.relative_to(ROOT))


def build(chosen: list[Fault]) -> list[Fault]:
    """Build the copy in place, only what has changed, and plainly: its speed is of no interest.

    Returns:
        The faults that are in it. One that was drawn is left out if the compiler refuses its line.
    """
    os.environ["SPRITECOL_CFLAGS"] = "-O1"
    while True:
        copy(chosen)
        built = run(["setup.py", "-q", "build_ext", "--inplace"])
        told = f"{built.stdout}{built.stderr}"
        if not built.returncode:
            return chosen
        refused = re.findall(r"(spritecol/[\w/]+\.p(?:y|xd)):(\d+):\d+: ", told)
        left = [fault for fault in chosen if fault.at is None or not is_at(fault, refused)]
        if len(left) == len(chosen):
            sys.exit(f"the copy can't be built:\n{told}"[-4000:])
        for fault in chosen:
            if fault not in left:
                print(f"{fault.file}: {fault.name}: can't be compiled", flush=True)
        chosen = left


def is_at(fault: Fault, places: list[tuple[str, str]]) -> bool:
    """Whether one of these places, (file, line), is where a fault stands in the copy."""
    lines = fault.lines((ROOT / fault.file).read_text(encoding="utf-8"))
    # The import of the switch is a line above.
    return any(file == fault.file and int(line) - 1 in lines for file, line in places)


def shown(fault: Fault, number: int) -> str:
    """What the call of a fault answers, with one fault on; how the process ended, if it died."""
    ast.parse(fault.shows)
    looked = run(["-c", LOOK], number, fault.shows)
    return (
        looked.stdout
        if looked.returncode == 0
        else f"exit code {looked.returncode}: {looked.stderr}"
    )


def ended(number: int, *tests: str) -> tuple[int, str]:
    """How pytest ended with a fault on, and the test or file that failed: 0 if none did, and the
    files that did not run, as a library is missing.
    """
    quick = ["-m", "pytest", "-v", "-x", "-rfEs", "--tb=no", "-p", "no:cacheprovider"]
    done = run([*quick, "-o", f"faulthandler_timeout={HANGING}", *tests], number)
    code = done.returncode
    if code not in (0, 1, 2, 3, NO_TESTS, -11, -8, -6):  # passed, failed, or dead
        sys.exit(f"pytest {' '.join(tests)} ended with {code}:\n{done.stdout}{done.stderr}")
    if code == 0:
        files = re.findall(r"^SKIPPED \[\d+\] (\S+):\d+: ", done.stdout, re.MULTILINE)
        return 0, " ".join(file for file in dict.fromkeys(files) if f"{file}::" not in done.stdout)
    told = re.search(r"^(?:FAILED|ERROR) (\S[^\n]*?)(?: - |$)", done.stdout, re.MULTILINE)
    told = told or re.search(r"^(\S+::.*\S) *\Z", done.stdout, re.MULTILINE)  # where it died
    return code, told[1] if told else ""


@cache
def ended_without(*tests: str) -> int:
    """How tests end with no fault on: if they fail, they say nothing."""
    return ended(0, *tests)[0]


def topic_of(fault: Fault) -> list[str]:
    """What pytest is given to run the tests of a fault's topic."""
    module = name_of(ROOT / fault.file)
    rows = [row for row in rows_of_changes() if module in modules_in(row[1])]
    return fault.topic.split() or tests_in(" ".join(row[3] for row in rows))


def all_tests() -> list[str]:
    """All tests but those that only read the sources, which say nothing about a copy."""
    folders = [path.name for path in (ROOT / "tests").iterdir() if any(path.glob("test_*.py"))]
    files = [path.name for path in (ROOT / "tests").glob("test_[!a]*.py")]
    rest = sorted({*folders} - {*LIKELY, "planted"})
    return [f"tests/{name}" for name in [*LIKELY, *rest, *sorted(files)]]


@cache
def campaign(number: int) -> str:
    """What the campaign tells with a fault on."""
    done = run(CAMPAIGN, number)
    told = [line for line in done.stdout.splitlines() if not re.match(r"\d+ min: ", line)]
    return "\n".join([str(done.returncode), *told])


def by_topic(fault: Fault) -> tuple[str, str]:
    """Whether the tests of its topic see a fault, and which one."""
    if fault.shows:
        right, wrong = shown(fault, 0), shown(fault, fault.number)
        if right == wrong or right.startswith("exit code"):
            return "ITS CALL DOES NOT SHOW IT", right
    return verdict_of(fault, "caught", topic_of(fault))


def by_others(fault: Fault) -> tuple[str, str]:
    """Whether any other test sees a fault that those of its topic miss, or the campaign does."""
    played = [f"--ignore={part}" for part in topic_of(fault) if "::" not in part]
    found = verdict_of(fault, "caught elsewhere only", [*all_tests(), *played])
    if found[0] == "MISSED" and not fault.shows and campaign(fault.number) == campaign(0):
        return "without effect", "no answer of the campaign is another one"
    return found


def verdict_of(fault: Fault, verdict: str, tests: list[str]) -> tuple[str, str]:
    """The verdict if these tests see a fault, and which one does; or that it is missed."""
    code, test = ended(fault.number, *tests)
    if code == NO_TESTS or (not code and test and verdict == "caught"):
        return NOT_LOOKED, test
    if code:
        fails = ended_without(*([test] if test else tests))
        return ("ITS TESTS FAIL WITHOUT IT" if fails else verdict), test or "it hangs or dies"
    return "MISSED", ""


def who_sees(fault: Fault | None, tests: list[str]) -> Counter[str]:
    """How many cases of each test function fail with a fault on."""
    number = fault.number if fault else 0
    every = ["-m", "pytest", "-q", "--no-header", "-rfE", "--tb=no", "-p", "no:cacheprovider"]
    done = run([*every, "-o", "faulthandler_timeout=60", *tests], number)
    if done.returncode not in (0, 1):  # dead, or it did not begin: each worker dies alone
        done = run([*every, "-n", "2", *tests], number)
    told = re.findall(r"^(?:FAILED|ERROR) ([^\s\[]+)", done.stdout, re.MULTILINE)
    if not told and done.returncode != 0:
        return Counter(["the tests do not begin"])
    return Counter(told)


def tell_matrix(chosen: list[Fault], tests: list[str]) -> int:
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
    global COPY  # noqa: PLW0603 (chosen once, before anything runs there)
    parser = argparse.ArgumentParser(description="Plant faults, and see which tests catch them.")
    parser.add_argument("words", nargs="*", help="only faults with these in their name or file")
    parser.add_argument("--topic", action="store_true", help="run the tests of the topics only")
    parser.add_argument(
        "--matrix", action="store_true", help="tell which test function sees which fault"
    )
    parser.add_argument("--drawn", type=int, default=0, help="so many faults by chance instead")
    parser.add_argument("--seed", type=int, default=0, help="of the faults by chance")
    parser.add_argument("--plain", action="store_true", help="by chance, but in plain modules")
    parser.add_argument("--patches", type=Path, help="the faults of this file instead")
    parser.add_argument("--tests", help="what a matrix runs, instead of the files of the topics")
    given = parser.parse_args()
    if given.drawn:
        chosen = drawn(ROOT, given.words, given.drawn, given.seed, is_plain=given.plain)
    else:
        every = faults(*[given.patches] if given.patches else [])
        chosen = [f for f in every if all(word in f"{f.name} {f.file}" for word in given.words)]
    if not chosen:
        sys.exit(f"no fault has {' '.join(given.words)!r} in its name or file")
    compiled = {f"{source}.py" for _, source, _ in _build.sources("spritecol")}
    if any(fault.file.endswith(".pxd") or fault.file in compiled for fault in chosen):
        for needed in ("Cython", "setuptools"):
            if find_spec(needed) is None:
                sys.exit(f'the copy is built with {needed}: run `pip install -e ".[dev]"`')
        chosen = build(chosen)
    else:
        COPY = COPY.with_name("planted-plain")
        take_built(chosen)
    if given.matrix:
        files = [part.partition("::")[0] for fault in chosen for part in topic_of(fault)]
        tests = given.tests.split() if given.tests else list(dict.fromkeys(files))
        return tell_matrix(chosen, tests)
    verdicts: dict[Fault, str] = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for ask in [by_topic] if given.topic else [by_topic, by_others]:
            left = [f for f in chosen if verdicts.get(f, "MISSED") in ("MISSED", NOT_LOOKED)]
            for fault, (verdict, by) in zip(left, pool.map(ask, left), strict=True):
                if verdict != "MISSED" or fault not in verdicts:
                    verdicts[fault] = verdict
                word = NOT_SEEN if ask is by_topic and verdict == "MISSED" else verdict
                print(f"{fault.file}: {fault.name}: {word}: {by}", flush=True)
    if given.topic:  # others may see them
        verdicts = {f: NOT_SEEN if told == "MISSED" else told for f, told in verdicts.items()}
    told = Counter(verdicts.values())
    print(", ".join(f"{count} {verdict}" for verdict, count in told.items()))
    return int(
        NOT_SEEN in told
        or any(map(str.isupper, told))
        or told["caught elsewhere only"] > MOST_ELSEWHERE
    )


if __name__ == "__main__":
    sys.exit(main())
