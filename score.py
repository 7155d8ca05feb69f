"""Score faults: python score.py OUT [--faults 1,2] [--wide]. One process for each fault: topic files in order, -x."""
import argparse, csv, os, re, resource, signal, subprocess, sys
from pathlib import Path
HERE = Path("faulty")
src = (HERE / "score_new.py").read_text()
ns = {}
exec(src[src.index("TOPICS = {"):src.index("LEFT_OUT")].replace("laws/test_roads.py laws/test_rows.py sprites/test_groups.py laws/test_roads.py","laws/test_roads.py laws/test_rows.py sprites/test_groups.py"), ns)
TOPICS, FIRST, WORDS = ns["TOPICS"], ns["FIRST"], ns["WORDS"]
LEFT_OUT = re.compile(r"/(docs|typing)/|test_ray\.py$|ray_needed|test_needed|test_architecture|test_lazy")
OLD = {int(r["n"]): r["caught by"] for r in csv.DictReader(open("NEW_OLD.tsv"), delimiter="\t", quoting=csv.QUOTE_NONE)}
MOVED = {"laws/test_kept_index": "engine/test_kept_index", "laws/test_paths": "sprites/test_paths", "laws/test_sight": "sprites/test_visible_area"}
def old_node(n):
    node = OLD.get(n, "")
    for new, old in MOVED.items(): node = node.replace(old, new)
    f, _, rest = node.partition("::")
    if not f or not (HERE/f).exists(): return ""
    if "test_cases" in f: return node
    return node if rest.partition("[")[0] in (HERE/f).read_text() else ""
KNOWN = set((Path("baseline_failed.txt").read_text().splitlines()) if Path("baseline_failed.txt").exists() else [])
def run(files, n, limit, *more):
    env = dict(os.environ, SPRITECOL_FAULT=str(n), PYTHONPATH=str(HERE), PYTHONFAULTHANDLER="1")
    deselect = [a for k in KNOWN for a in ("--deselect", k)]
    cmd = [".venv/bin/python","-m","pytest","-x","-q","-n0","-p","no:cacheprovider","--tb=no",*deselect,*more,*files]
    b = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    p = subprocess.Popen(cmd, cwd=HERE, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=lambda: (resource.setrlimit(resource.RLIMIT_CPU,(limit,limit))))
    try: out,_ = p.communicate(timeout=10*limit)
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, signal.SIGKILL); p.communicate(); return "timeout", limit
    s = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - b
    if p.returncode == 0 or (p.returncode == 5): return "", s
    found = re.search(r"^(?:FAILED|ERROR|SUBFAILED.*?) (tests/.*?)(?: - .*)?$", out, re.M)
    if found: return found[1].strip(), s
    if p.returncode in (-signal.SIGXCPU, -signal.SIGKILL): return "timeout", s
    if p.returncode < 0 or "Fatal Python error" in out:
        w = re.search(r'File ".*?/(tests/[^"]*)", line \d+ in (test_\w+)', out)
        return "crash " + (f"{w[1]}::{w[2]}" if w else ""), s
    return f"?? rc {p.returncode}: {' | '.join(out.strip().splitlines()[-3:])}"[:300], s
ap = argparse.ArgumentParser(); ap.add_argument("out", type=Path); ap.add_argument("--faults", default=""); ap.add_argument("--wide", action="store_true"); ap.add_argument("--limit", type=int, default=200); ap.add_argument("--part", default="0/1")
g = ap.parse_args()
rows = {int(r["n"]): r for r in csv.DictReader(open(HERE/"FAULTS.tsv"), delimiter="\t", quoting=csv.QUOTE_NONE)}
done = {int(l.split("\t")[0]) for l in g.out.read_text().splitlines()} if g.out.exists() else set()
k, m = map(int, g.part.split("/"))
chosen = [int(n) for n in g.faults.split(",") if n] or [n for i, n in enumerate(rows) if n not in done and i % m == k]
for n in chosen:
    topic = rows[n]["topic"]
    files = [f"tests/{f}" for f in dict.fromkeys(([FIRST[n]] if n in FIRST else []) + TOPICS[topic].split())]
    files = [f for f in files if (HERE/f).exists()]
    words = [topic, *WORDS.get(topic, topic).split()]
    if g.wide:
        rest = sorted(str(p.relative_to(HERE)) for p in (HERE/"tests").rglob("test_*.py"))
        test, s = run([f for f in rest if f not in files and not LEFT_OUT.search(f)], n, 2*g.limit); stage = "wide"
    else:
        stage, s, test, late = "topic", 0.0, "", ""
        tries = [[node]] if (node := old_node(n)) and n in OLD else []
        stems = [p.stem for p in (HERE/"tests/cases").glob("*.txt") if any(w in p.stem for w in words)]
        if stems: tries.append(["tests/test_cases.py", "-k", " or ".join(f"{x}:" for x in stems)])
        tries += [[f] for f in files]
        for t in tries:
            test, more = run(t, n, g.limit); s += more
            if test == "timeout": late, test = "timeout " + t[0], ""
            if "?? rc 4" in test: test = ""
            if test: break
        test = test or late
    named = bool(test) and any(w in test.lower() for w in words)
    line = f"{n}\t{topic}\t{test or 'missed'}\t{stage}\t{'yes' if named else 'no'}\t{s:.0f}"
    print(line, flush=True)
    with open(g.out,"a") as f: f.write(line+"\n")
