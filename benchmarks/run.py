"""The one command of the benchmarks.

    python benchmarks/run.py                      # everything; half an hour
    python benchmarks/run.py one_pair all_pairs   # these parts only
    python benchmarks/run.py --quick              # runs everything once, small; writes nothing
    python benchmarks/run.py --report             # table and plot again, from the written figures

Parts: one_pair, one_against_many, two_groups, all_pairs, turning, growth, bullet_hell, imports,
tile_maps, pygame_drop_in (beside the peers, with targets; results/peers.csv and the README's table
and plot), broad_phase (docs/broad-phase.md), spatial_peers and arcade_drop_in (printed only).
"""

import argparse
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "benchmarks")]  # shared scenes; the parts

from measuring import FULL, QUICK, progress  # noqa: E402
from targets import PARTS  # noqa: E402

# These have figures, tables and pages of their own: each has `main(arguments)` and `quick()`.
OTHERS = ("broad_phase", "spatial_peers", "arcade_drop_in")


def main() -> None:
    """Measure what is asked for, and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS + OTHERS))
    parser.add_argument("--quick", action="store_true", help="small and short; writes nothing")
    parser.add_argument("--report", action="store_true", help="only table and plot, again")
    chosen = parser.parse_args()
    unknown = set(chosen.parts) - set(PARTS + OTHERS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {PARTS + OTHERS}")
    if not chosen.quick and find_spec("matplotlib") is None:
        parser.error('matplotlib draws the plot: pip install -e ".[bench]"')
    parts = chosen.parts or PARTS + OTHERS
    if chosen.quick:
        quick([*parts])
        return
    if not chosen.report:
        if len(parts) > 1:  # each in a process of its own: what one leaves would slow the next
            for part in parts:
                subprocess.run([sys.executable, __file__, part], check=True)
            return
        full(parts[0])
    if set(parts) & set(PARTS):  # else there is nothing new in table and plot
        import_module("report").report()


def full(part: str) -> None:
    """Measure, print and keep the figures."""
    if part not in PARTS:
        import_module(part).main([])
        return
    results = import_module("results_file")
    rows = list(import_module(part).rows(FULL))
    results.keep(part, rows)
    progress("")
    print(f"wrote {results.FIGURES}, {results.MACHINE}")
    for row in rows:
        print(results.line(row), flush=True)


def quick(parts: list[str]) -> None:
    """Run everything once; stops where answers differ."""
    for part in parts:
        if part in OTHERS:
            progress(f"{part}: quick")
            import_module(part).quick()
            continue
        rows = list(import_module(part).rows(QUICK))
        missing = {(row.peer, row.note) for row in rows if row.ratio is None}
        for peer, why in sorted(missing):
            print(f"{part}: {peer} is left out: {why}", flush=True)
    progress("")
    print("quick run done: answers agree; no figures are kept")


if __name__ == "__main__":
    main()
