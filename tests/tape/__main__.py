"""Play the tape, and print what is not as expected."""

import argparse
import sys
from contextlib import nullcontext
from pathlib import Path

from tape import EXPECTED, REELS, expected, missing, play


def main() -> int:
    """Play the reels: 1 if a hash is another one."""
    parser = argparse.ArgumentParser(description="Hash every answer of scripted scenes.")
    parser.add_argument("--only", action="append", choices=REELS, help="the reels to play")
    parser.add_argument("--log", type=Path, metavar="FOLDER", help="write the answers themselves")
    parser.add_argument("--write", action="store_true", help="store the hashes as expected")
    given = parser.parse_args()
    same = True
    kept = {name: expected(name) for name in REELS}
    for name in given.only or REELS:
        if libraries := missing(name):
            print(f"{name}: left out, since {' and '.join(libraries)} can't be imported")
            continue
        if given.log:
            given.log.mkdir(parents=True, exist_ok=True)
        with (given.log / f"{name}.txt").open("w") if given.log else nullcontext() as log:
            found = play(name, log)
        wanted = kept[name]
        differ = [topic for topic in {**found, **wanted} if found.get(topic) != wanted.get(topic)]
        same &= not differ
        told = f"OTHER: {', '.join(differ)}" if differ else "same"
        print(f"{name}: {len(found)} topics: {told}", flush=True)
        kept[name] = dict(found)
    if given.write:
        lines = [f"{name}: {topic} {h}\n" for name in kept for topic, h in kept[name].items()]
        EXPECTED.write_text("".join(lines), encoding="utf-8")
    return 0 if same or given.write else 1


if __name__ == "__main__":
    sys.exit(main())
