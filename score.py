"""Scores a suite by the faults: which test catches each.

    .venv/bin/python faults/score.py --tests DIR --out OUT.tsv
        [--map old_map.tsv] [--faults 1,2,3] [--wide ask|always|never] [--limit SECONDS]

DIR is a directory of tests; pytest runs in its parent, with the package of faults. With a
map (topic -> files), a fault is first tried with the files of its topic. Without one these are all
files whose path in DIR holds one of the topic's words, and the cases in `cases/*.txt` whose file's
name does (any case counts: test_cases.py runs whole). If nothing fails there, the wide suite is
run: all of DIR but docs, ray, architecture and typing. One process at a time.

OUT has, for each fault: n, topic, caught by (test id, "crash", "timeout", or "missed"), by which stage
(topic or wide), whether the test's id holds a word of the topic, seconds.
"""
import argparse, csv, os, re, subprocess, sys, time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PYTHON = ".venv/bin/python"
WORDS = {
    "transform": "transform pose scale turn mirror places circles hits_exact metamorphic exact fits roads".split(),
    "kernels": "kernel exact dxruby fits places circles hits turned".split(),
    "index": "index broad_phase quadtree stripes crowds roads conditions".split(),
    "boxes": "box aabb group sprite pose shapes far".split(),
    "layers": "layer mask condition chosen".split(),
    "roles": "role name many_shapes".split(),
    "one_way": "one_way oneway".split(),
    "ties": "ties tie least_move nearest rays order fits".split(),
    "order": "order roads lists_of_groups groups".split(),
    "seams": "seam tiles rooms levels".split(),
    "sweeps": "sweep".split(),
    "slides": "slide moving rooms levels where".split(),
    "walkers": "walk character".split(),
    "lifts": "lift ride character walk".split(),
    "rays": "ray".split(),
    "contacts": "contact depth".split(),
    "separation": "separation contact least_move along depenetrat out_of".split(),
    "distance": "distance gap contact".split(),
    "callbacks": "callback game_loop overlaps check events".split(),
    "overlaps": "overlaps events".split(),
    "copies": "cop pickl".split(),
    "columns": "column group".split(),
    "lifetimes": "lifetime memory reentrancy finalizer numbers allocation".split(),
    "worlds": "world bytes restore snapshot".split(),
    "history": "history world".split(),
    "sync_test": "sync_test sync".split(),
    "tiled": "tiled maps".split(),
    "ldtk": "ldtk maps".split(),
    "aseprite": "aseprite frames".split(),
    "pygame": "pygame".split(),
    "arcade": "arcade".split(),
    "paths": "path ways".split(),
    "visible_area": "visible sight".split(),
    "morton": "morton".split(),
    "quadtree": "quadtree".split(),
    "cell_space": "cell_space".split(),
    "hints": "hint mistake habit warn".split(),
    "bad_input": "bad_input wrong misuse input".split(),
}
LEFT_OUT = re.compile(r"(^|/)(docs|typing)/|ray_actors|ray_shards|ray_needed|test_architecture|test_lazy|/ray/")


def run(tests, files, number, limit):
    """The id of the test that fails, or "" if all pass; and the seconds that took."""
    env = dict(os.environ, SPRITECOL_FAULT=str(number), PYTHONPATH=str(HERE), PYTHONSAFEPATH="1", PYTHONFAULTHANDLER="1")
    begin = time.time()
    command = [PYTHON, "-P", "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", "--tb=no", *files]
    process = subprocess.Popen(command, cwd=tests.parent, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        out, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.communicate()
        return "timeout", limit
    seconds = time.time() - begin
    if process.returncode == 0 or (process.returncode == 5 and "no tests ran" in out):
        return "", seconds
    found = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", out, re.M)
    if found:
        return found[1].strip(), seconds
    if process.returncode < 0 or "Fatal Python error" in out:
        where = re.search(r'File ".*?/(tests/[^"]*)", line \d+ in (test_\w+)', out)
        return "crash " + (f"{where[1]}::{where[2]}" if where else ""), seconds
    tail = " | ".join(out.strip().splitlines()[-3:])
    return f"?? rc {process.returncode}: {tail}"[:300], seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tests", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--map", type=Path)
    parser.add_argument("--faults", default="")
    parser.add_argument("--wide", choices=("always", "never"), default="always")
    parser.add_argument("--limit", type=float, default=900)
    parser.add_argument("--until", default="", help="HH:MM, when no wide run begins any more")
    given = parser.parse_args()
    tests = given.tests.resolve()
    faults = {int(row["n"]): row for row in csv.DictReader(open(HERE / "FAULTS.tsv"), delimiter="\t", quoting=csv.QUOTE_NONE)}
    chosen = [int(n) for n in given.faults.split(",") if n] or sorted(faults)
    there = subprocess.run([PYTHON, "-P", "-c", "import spritecol; print(spritecol.__file__)"], cwd=tests.parent, text=True, capture_output=True, env=dict(os.environ, PYTHONPATH=str(HERE))).stdout.strip()
    assert there.startswith(str(HERE) + "/"), there
    all_files = sorted(str(p.relative_to(tests.parent)) for p in tests.rglob("test_*.py") if not LEFT_OUT.search(str(p.relative_to(tests.parent))))
    by_topic = {}
    if given.map:
        for line in given.map.read_text().splitlines():
            topic, files = line.split("\t")
            by_topic[topic] = [f"{tests.name}/{file}" for file in files.split() if (tests / file).exists()]
    else:
        for topic, words in WORDS.items():
            by_topic[topic] = [f for f in all_files if any(w in f.lower() for w in words)]
    cases = [f for f in all_files if f.endswith("/test_cases.py")]
    done = {}
    if given.out.exists():  # go on where it stopped
        done = {int(l.split("\t")[0]): l for l in given.out.read_text().splitlines()[1:]}
    def write():
        given.out.write_text("\n".join(["n\ttopic\tcaught by\tstage\tnamed\tseconds", *[done[k] for k in sorted(done)]]) + "\n")
    def note(n, test, stage, seconds):
        topic = faults[n]["topic"]
        named = any(w in test.lower() for w in (*WORDS[topic], topic)) if stage else False
        done[n] = f"{n}\t{topic}\t{test or 'missed'}\t{stage}\t{'yes' if named else 'no'}\t{seconds:.0f}"
        write(); print(done[n], flush=True)
    left = []
    for n in chosen:
        if given.faults and n in done: del done[n]
        if n in done and "\tmissed\t" not in done[n]: continue
        topic = faults[n]["topic"]
        files = list(dict.fromkeys([*by_topic.get(topic, []), *cases]))
        test, seconds = run(tests, files, n, given.limit) if files else ("", 0)
        if test: note(n, test, "topic", seconds)
        else: left.append((n, files, seconds))
    print("not caught by topic:", [n for n, _, _ in left], flush=True)
    slow = ("test_campaign", "test_random_life", "test_same_bits", "test_cores", "test_memory", "test_paths", "test_bad_input")
    for n, files, seconds in left:
        if given.wide == "never" or (given.until and time.strftime("%H:%M") >= given.until):
            done[n] = f"{n}\t{faults[n]['topic']}\tmissed\ttopic only\tno\t{seconds:.0f}"; write(); print(done[n], flush=True); continue
        rest = [f for f in all_files if f not in files]
        rest.sort(key=lambda f: any(s in f for s in slow))
        test, more = run(tests, rest, n, given.limit)
        note(n, test, "wide" if test else "", seconds + more)

main()
