"""Print the hashes, and whether they are as expected."""

import argparse
import sys

from support.engine import share_from, use_cores
from support.same_bits import EXPECTED, LIVES, missing, play


def main() -> int:
    """Play the lives: 1 if a hash is another one."""
    parser = argparse.ArgumentParser(description="Hash scripted lives.")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--only", action="append", choices=LIVES, help="the lives to play")
    parser.add_argument("--frames", type=int, help="not to the end: then nothing is compared")
    given = parser.parse_args()
    use_cores(given.cores)
    share_from(1)  # each core gets something of each step
    same = True
    for life in given.only or LIVES:
        if libraries := missing(life):
            print(f"{life}: left out, since {' and '.join(libraries)} can't be imported")
            continue
        for kind, found in play(life, given.frames).items():
            told = ""
            if given.frames is None:
                same &= found == EXPECTED[kind]
                told = ": same" if found == EXPECTED[kind] else f": OTHER than {EXPECTED[kind]}"
            print(f"{kind}: {found}{told}", flush=True)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
