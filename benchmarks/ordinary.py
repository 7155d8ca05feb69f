"""Ordinary calls, each beside one that does nearly the same: an outlier is seen here.

    python benchmarks/ordinary.py [PATTERN]    # rows whose call has it; without, a few minutes

Both take turns, and the least time of each counts. Rows beyond their limit are marked, and the
command then ends with 1. The calls are in `table/calls.py`; those of which each has to cost what is
near, in levels of several forms and sizes, are in `table/near.py`.
"""

import re
import sys

import table
from measure import FULL, TABLE, figures


def main() -> None:
    """Measure and print."""
    sys.stderr.writelines(table.load(["calls", "near"]))
    pattern, beyond = " ".join(sys.argv[1:]), 0
    rows = [row for row in TABLE if re.search(pattern, row.case)]
    print(f"{'call':55}{'us':>9}{'beside it':>11}{'times':>7}{'most':>6}")
    for figure in figures(rows, FULL._replace(rounds=15, seconds=0.002)):
        call, beside, ratio = figure.ours or 0, figure.theirs or 0, figure.ratio or 0
        beyond += not figure.holds
        numbers = f"{1e6 * call:9.2f}{1e6 * beside:11.2f}{ratio:7.1f}{figure.allowed:6g}"
        print(f"{figure.case:55}{numbers}{'' if figure.holds else '  slow'}", flush=True)
    sys.exit(beyond > 0)


if __name__ == "__main__":
    main()
