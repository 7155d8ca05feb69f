"""Scores the new suite by the faults: which test catches each.

    .venv/bin/python score_new.py --out NEW.tsv [--faults 1,2] [--wide] [--limit 120]

Each fault is tried with the files of its topic (TOPICS, cheapest first) and the cases of its topic.
With --wide those that nothing caught are tried with everything but docs, typing, ray and
architecture. One process at a time; OUT has n, topic, caught by, stage, whether the id or the file
names the topic, seconds.
"""
import argparse, csv, os, re, resource, signal, subprocess, time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PYTEST = ".venv/bin/pytest"
TOPICS = {
    "transform": "shapes/test_posed_shapes.py laws/test_places.py laws/test_rows.py sprites/test_updates.py laws/test_roads.py engine/test_hits_exact.py",
    "kernels": "sprites/test_dxruby.py engine/test_kernel_table.py engine/test_circles.py motion/test_turned_boxes.py laws/test_places.py motion/test_exact_fits.py engine/test_hits_exact.py shapes/test_polygon_seams.py",
    "index": "sprites/test_updates.py laws/test_kept_index.py engine/test_broad_phase.py engine/test_quadtree.py laws/test_crowds.py laws/test_roads.py laws/test_lives.py",
    "boxes": "sprites/test_columns.py sprites/test_groups.py sprites/test_sprite.py shapes/test_posed_shapes.py laws/test_rows.py laws/test_places.py",
    "layers": "laws/test_roads.py laws/test_roles.py",
    "roles": "laws/test_roles.py sprites/test_names.py laws/test_rows.py",
    "one_way": "motion/test_one_way.py motion/test_plays.py",
    "ties": "laws/test_nearest.py laws/test_rays.py laws/test_separation.py motion/test_exact_fits.py motion/test_walkers.py",
    "order": "laws/test_roads.py laws/test_rows.py sprites/test_groups.py laws/test_roads.py",
    "seams": "shapes/test_shapes_from_tiles.py shapes/test_polygon_seams.py motion/test_plays.py",
    "sweeps": "motion/test_thin_sweeps.py motion/test_where.py motion/test_single_movers.py motion/test_sweeps.py motion/test_normals.py motion/test_exact_fits.py",
    "slides": "motion/test_where.py motion/test_slides.py motion/test_plays.py",
    "walkers": "motion/test_walkers.py motion/test_plays.py motion/test_leaving.py motion/test_rides.py",
    "lifts": "motion/test_rides.py motion/test_walkers.py motion/test_plays.py",
    "rays": "laws/test_rays.py motion/test_normals.py",
    "contacts": "laws/test_contacts.py events/test_overlaps.py laws/test_separation.py laws/test_lives.py",
    "separation": "motion/test_slides.py laws/test_separation.py laws/test_contacts.py",
    "distance": "laws/test_distance.py laws/test_rows.py laws/test_contacts.py",
    "callbacks": "events/test_callbacks.py events/test_game_loop.py events/test_overlaps.py",
    "overlaps": "events/test_overlaps.py laws/test_lives.py",
    "copies": "sprites/test_subclasses.py lifetimes/test_copies.py world/test_copies.py sprites/test_sprite.py world/test_values.py",
    "columns": "sprites/test_columns.py sprites/test_stored_numbers.py sprites/test_groups.py sprites/test_updates.py",
    "lifetimes": "sprites/test_stored_numbers.py lifetimes/test_dying.py lifetimes/test_hostile.py lifetimes/test_copies.py lifetimes/test_collector_at_each_allocation.py lifetimes/test_hostile_state.py",
    "worlds": "world/test_values.py world/test_copies.py world/test_reach.py world/test_bytes.py world/test_any_life.py world/test_games.py",
    "history": "world/test_history.py world/test_any_life.py world/test_games.py",
    "sync_test": "world/test_sync_test.py",
    "tiled": "integrations/test_tiled_maps.py integrations/test_maps_in_files.py",
    "ldtk": "integrations/test_ldtk_maps.py integrations/test_maps_in_files.py",
    "aseprite": "shapes/test_frames.py",
    "pygame": "integrations/test_pygame_sprite.py integrations/test_pygame_examples.py integrations/test_pygame_groupcollide.py integrations/test_pygame_drop_ins.py",
    "arcade": "integrations/test_arcade_sprite.py integrations/test_arcade_drop_ins.py integrations/test_arcade_window.py",
    "paths": "laws/test_paths.py",
    "visible_area": "laws/test_sight.py",
    "morton": "spatial/test_morton.py",
    "quadtree": "spatial/test_quadtree_nodes.py spatial/test_linear_quadtree.py",
    "cell_space": "spatial/test_cell_space.py",
    "hints": "test_warnings.py",
    "bad_input": "test_bad_input.py",
}
# Where a fault is looked for before the other files of its topic.
FIRST = {
    1: "sprites/test_updates.py", 2: "engine/test_hits_exact.py", 3: "engine/test_hits_exact.py",
    4: "engine/test_hits_exact.py", 5: "engine/test_hits_exact.py", 6: "motion/test_turned_boxes.py",
    7: "sprites/test_dxruby.py", 8: "engine/test_circles.py", 9: "engine/test_hits_exact.py",
    11: "engine/test_index_sees_changes.py", 10: "engine/test_index_sees_changes.py", 12: "laws/test_kept_index.py",
    13: "engine/test_index_sees_changes.py", 14: "engine/test_broad_phase.py", 15: "sprites/test_columns.py",
    20: "laws/test_separation.py", 21: "laws/test_nearest.py", 22: "laws/test_rays.py",
    50: "engine/test_index_sees_changes.py", 51: "sprites/test_stored_numbers.py",
    35: "motion/test_rides.py", 52: "world/test_values.py", 53: "world/test_values.py",
    63: "world/test_bytes.py", 66: "world/test_values.py",
}
# Words that name a topic in the id of a test, other than its own name.
WORDS = {
    "transform": "transform pose scale turn mirror places circles hits_exact metamorphic roads updates",
    "kernels": "kernel hits_exact exact_fits dxruby places circles turned polygon_seams",
    "index": "index broad_phase quadtree crowds roads lives removed many",
    "boxes": "box aabb far",
    "layers": "layer mask condition",
    "roles": "role",
    "ties": "tie order left equal exact_fits nearest rays separation",
    "order": "order lists_of_groups roads",
    "seams": "seam tiles",
    "sweeps": "sweep where",
    "slides": "slide where",
    "walkers": "walk",
    "lifts": "lift ride",
    "rays": "ray",
    "contacts": "contact",
    "separation": "separation depenetrat",
    "distance": "distance gap",
    "callbacks": "callback",
    "copies": "cop",
    "columns": "column",
    "lifetimes": "lifetime freed taken",
    "worlds": "world",
    "aseprite": "frames",
    "paths": "path",
    "hints": "warn",
}
LEFT_OUT = re.compile(r"/(docs|typing)/|test_ray\.py$|ray_needed|test_needed|test_architecture|test_lazy|/tape/")


def run(files, number, limit, *more):
    """The id of the test that fails, or "" if all pass; and the seconds that took."""
    env = dict(os.environ, SPRITECOL_FAULT=str(number), PYTHONPATH=str(HERE), PYTHONFAULTHANDLER="1")
    begin = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    command = [PYTEST, "-x", "-q", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly", "--tb=no", *more, *files]
    process = subprocess.Popen(command, cwd=HERE, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
    try:
        out, _ = process.communicate(timeout=8 * limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "timeout", limit
    seconds = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - begin
    if process.returncode == 0 or (process.returncode == 5 and ("no tests ran" in out or "deselected" in out)):
        return "", seconds
    found = re.search(r"^(?:FAILED|ERROR|SUBFAILED.*?) (tests/.*?)(?: - .*)?$", out, re.M)
    if found:
        return found[1].strip(), seconds
    if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return "timeout", seconds
    if process.returncode < 0 or "Fatal Python error" in out:
        where = re.search(r'File ".*?/(tests/[^"]*)", line \d+ in (test_\w+)', out)
        return "crash " + (f"{where[1]}::{where[2]}" if where else ""), seconds
    tail = " | ".join(out.strip().splitlines()[-3:])
    return f"?? rc {process.returncode}: {tail}"[:300], seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--faults", default="")
    parser.add_argument("--wide", action="store_true")
    parser.add_argument("--limit", type=int, default=120)
    given = parser.parse_args()
    rows = csv.DictReader(open(HERE / "FAULTS.tsv"), delimiter="\t", quoting=csv.QUOTE_NONE)
    faults = {int(row["n"]): row for row in rows}
    done = {}
    if given.out.exists():  # go on where it stopped
        done = {int(l.split("\t")[0]): l for l in given.out.read_text().splitlines()[1:]}
    chosen = [int(n) for n in given.faults.split(",") if n] or [n for n in faults if n not in done]
    for n in chosen:
        topic = faults[n]["topic"]
        timeouts = []
        files = [f"tests/{f}" for f in TOPICS[topic].split()]
        if n in FIRST:
            first = f"tests/{FIRST[n]}"
            files = [first, *(f for f in files if f != first)]
        for f in files:
            assert (HERE / f).exists(), f
        if given.wide:
            stage = "wide"
            rest = sorted(str(p.relative_to(HERE)) for p in (HERE / "tests").rglob("test_*.py"))
            rest = [f for f in rest if f not in files and not LEFT_OUT.search(f)]
            test, seconds = run(rest, n, given.limit)
        else:
            stage = "topic"
            words = [topic, *WORDS.get(topic, "").split()]
            stems = [p.stem for p in (HERE / "tests/cases").glob("*.txt")]
            stems = [stem for stem in stems if any(w in stem for w in words)]
            test = ""
            seconds = 0.0
            if stems:
                which = " or ".join(f"{stem}:" for stem in stems)
                test, seconds = run(["tests/test_cases.py"], n, given.limit, "-k", which)
            for some in ([f] for f in files):
                if not test:
                    test, more = run(some, n, given.limit)
                    seconds += more
                    if test == "timeout":
                        timeouts.append(some[0])
                        test = ""
        words = WORDS.get(topic, topic).split()
        named = bool(test) and any(w in test.lower() for w in [*words, topic])
        if given.wide and n in done and not test:
            continue
        done[n] = f"{n}\t{topic}\t{test or 'missed'}\t{stage}\t{'yes' if named else 'no'}\t{seconds:.0f}"
        print(done[n], *timeouts, flush=True)
        given.out.write_text("\n".join(["n\ttopic\tcaught by\tstage\tnamed\tseconds", *[done[k] for k in sorted(done)]]) + "\n")


main()
