"""The one command of the benchmarks.

    python benchmarks/run.py                      # everything; half an hour
    python benchmarks/run.py one_pair all_pairs   # these parts only
    python benchmarks/run.py --quick              # everything once, small; keeps no figures
    python benchmarks/run.py --report             # page, plot and README again, from the figures
    python benchmarks/run.py --tables crowds      # print all tables of these parts, or of all

A run keeps its figures in benchmarks/results, and writes the page docs/benchmarks.md, its plot, and
the README's rows. Two other views of the same table: `ab.py`, `ordinary.py`.
"""

import argparse
import subprocess
import sys
from importlib.util import find_spec

import report
import table
from measure import FULL, QUICK, TABLE, figures


def main() -> None:
    """Measure what is asked for, and report."""
    sys.stderr.writelines(table.load())
    known = [*dict.fromkeys(row.part for row in TABLE)]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(known))
    parser.add_argument("--quick", action="store_true", help="small and short; keeps no figures")
    parser.add_argument("--report", action="store_true", help="only write what shows the figures")
    parser.add_argument("--tables", action="store_true", help="only print what is kept")
    parser.add_argument("--keep", action="store_true", help=argparse.SUPPRESS)  # of one of many
    chosen = parser.parse_args()
    if unknown := set(chosen.parts) - set(known):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    if chosen.quick:
        quick(chosen.parts or known)
    elif chosen.tables:
        print(report.all_tables(report.read(), chosen.parts or report.PARTS))
    elif chosen.keep:
        keep(*chosen.parts)
    else:
        if find_spec("matplotlib") is None:
            parser.error('matplotlib draws the plot: pip install -e ".[bench]"')
        for part in () if chosen.report else chosen.parts or report.PARTS:
            # In a process of its own: what one leaves would slow the next.
            subprocess.run([sys.executable, __file__, "--keep", part], check=True)
        show()


def keep(part: str) -> None:
    """Measure and print; keep the figures, if the page shows them."""
    found = []
    for figure in figures((row for row in TABLE if row.part == part), FULL):
        found.append(figure)
        print(report.line(figure), flush=True)
    if part in report.PARTS:
        report.keep(part, found)


def quick(parts: list[str]) -> None:
    """Run everything once; stops where answers differ."""
    for part in parts:
        rows = [row for row in TABLE if row.part == part]
        missing = {f.peer: f.note for f in figures(rows, QUICK) if f.ratio is None}
        for peer, why in sorted(missing.items()):
            print(f"{part}: {peer} is left out: {why}", flush=True)
    print("quick run done: answers agree; no figures are kept")


def show() -> None:
    """Write everything that shows the kept figures."""
    kept = report.read()
    report.write(kept)
    report.PAGE.write_text(report.text(kept), encoding="utf-8")
    readme = report.README.read_text(encoding="utf-8")
    report.README.write_text(report.filled(readme, kept), encoding="utf-8")
    report.draw(kept)
    print(report.summary(kept))


if __name__ == "__main__":
    main()
