"""The one command of the benchmarks.

    python benchmarks/run.py                      # everything; half an hour
    python benchmarks/run.py one_pair all_pairs   # these parts only
    python benchmarks/run.py --quick              # everything once, small; keeps no figures
    python benchmarks/run.py --report             # page and plot again, from the kept figures
    python benchmarks/run.py --readme             # the README's rows again, from docs/benchmarks.md

A run keeps its figures in benchmarks/results, and writes the page docs/benchmarks.md and its plot.
"""

import argparse
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec

from harness import page, readme, results
from harness.measuring import FULL, QUICK, progress
from parts import PARTS


def main() -> None:
    """Measure what is asked for, and report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    parser.add_argument("--quick", action="store_true", help="small and short; keeps no figures")
    parser.add_argument("--report", action="store_true", help="only write the page and the plot")
    parser.add_argument("--readme", action="store_true", help="only write the README's rows")
    parser.add_argument("--keep", action="store_true", help=argparse.SUPPRESS)  # of one of many
    chosen = parser.parse_args()
    unknown = set(chosen.parts) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    parts = chosen.parts or [*PARTS]
    if chosen.quick:
        quick(parts)
    elif chosen.keep:
        keep(*parts)
    elif chosen.readme:
        readme.write()
    else:
        if find_spec("matplotlib") is None:
            parser.error('matplotlib draws the plot: pip install -e ".[bench]"')
        if not chosen.report:
            full(parts)
        page.write(results.read())
        import_module("harness.plot").draw(results.read())
        print(results.summary(results.read()))


def full(parts: list[str]) -> None:
    """Measure each part in a process of its own: what one leaves would slow the next."""
    for part in parts:
        subprocess.run([sys.executable, __file__, "--keep", part], check=True)


def keep(part: str) -> None:
    """Measure, print and keep the figures."""
    rows = []
    for row in import_module(f"parts.{part}").rows(FULL):
        rows.append(row)
        progress("")
        print(results.line(row), flush=True)
    results.keep(part, rows, PARTS)


def quick(parts: list[str]) -> None:
    """Run everything once; stops where answers differ."""
    for part in parts:
        rows = list(import_module(f"parts.{part}").rows(QUICK))
        for peer, why in sorted({(row.peer, row.note) for row in rows if row.ratio is None}):
            print(f"{part}: {peer} is left out: {why}", flush=True)
    progress("")
    print("quick run done: answers agree; no figures are kept")


if __name__ == "__main__":
    main()
