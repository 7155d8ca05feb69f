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
SPEED = {'test_cases.py': 0.0, 'test_scale.py': 0.0, 'test_where_raises.py': 0.0, 'test_habits.py': 0.0, 'test_collision_value.py': 0.0, 'test_records.py': 0.0, 'test_ends_and_slots.py': 0.0, 'test_where.py': 0.0, 'test_kernel_table.py': 0.0, 'test_pygame_users_misuses.py': 0.0, 'test_wrong_calls.py': 0.0, 'test_game_loop.py': 0.0, 'test_maps_in_files.py': 0.0, 'test_ldtk_maps.py': 0.0, 'test_sprite.py': 0.0, 'test_callbacks.py': 0.0, 'test_memories.py': 0.0, 'test_group_sequence.py': 0.0, 'test_sprite_subclass.py': 0.1, 'test_dxruby.py': 0.1, 'test_sprite_copies.py': 0.1, 'test_polar.py': 0.1, 'test_copies.py': 0.1, 'test_shapes.py': 0.1, 'test_unknown_names.py': 0.1, 'test_morton.py': 0.1, 'test_conditions_everywhere.py': 0.1, 'test_finalizers.py': 0.2, 'test_quadtree_nodes.py': 0.2, 'test_history.py': 0.2, 'test_posed_shapes.py': 0.2, 'test_changing_targets.py': 0.2, 'test_single_movers.py': 0.2, 'test_vectors.py': 0.2, 'test_arcade_sprite.py': 0.2, 'test_interpreters.py': 0.2, 'test_completion.py': 0.3, 'test_quarter_turns.py': 0.3, 'test_frames.py': 0.3, 'test_tiled_maps.py': 0.3, 'test_walker_from_above.py': 0.3, 'test_made_before.py': 0.3, 'test_random_worlds.py': 0.3, 'test_nothing_is_lost.py': 0.3, 'test_stored_numbers.py': 0.4, 'test_capsule.py': 0.4, 'test_stripes.py': 0.4, 'test_shared_sprites.py': 0.4, 'test_pygame_debug_view.py': 0.4, 'test_walker_ties.py': 0.5, 'test_collector.py': 0.6, 'test_collector_in_the_index.py': 0.6, 'test_chosen_hits.py': 0.6, 'test_many_rays.py': 0.7, 'test_pygame_sprite.py': 0.7, 'test_thin_sweeps.py': 0.7, 'test_walkers_with_roles.py': 0.7, 'test_cell_space.py': 0.7, 'test_lossy_line.py': 0.7, 'test_thick_rays.py': 0.8, 'test_group.py': 0.8, 'test_row_order.py': 0.8, 'test_many_at_once.py': 0.8, 'test_far_shapes.py': 0.9, 'test_bytes.py': 0.9, 'test_circles.py': 0.9, 'test_layers.py': 0.9, 'test_seeking.py': 0.9, 'test_removed_members.py': 0.9, 'test_hostile_state.py': 0.9, 'test_pygame_few_attackers.py': 1.0, 'test_interpreter_exit.py': 1.0, 'test_pygame_examples.py': 1.1, 'test_arcade_window.py': 1.1, 'test_world.py': 1.1, 'test_sprite_targets.py': 1.2, 'test_turned_boxes.py': 1.2, 'test_along.py': 1.2, 'test_attacks.py': 1.3, 'test_no_crash.py': 1.3, 'test_pygame_image_shapes.py': 1.4, 'test_overlaps_copies.py': 1.4, 'test_arcade_drop_ins.py': 1.5, 'test_shapes_from_tiles.py': 1.6, 'test_mistakes.py': 1.6, 'test_collector_at_each_allocation.py': 1.7, 'test_threads.py': 1.7, 'test_distance_kernels.py': 1.8, 'test_places.py': 1.8, 'test_leaving.py': 1.9, 'test_linear_quadtree.py': 2.1, 'test_overlaps.py': 2.1, 'test_swept_overlaps.py': 2.3, 'test_crowds.py': 2.4, 'test_visible_area.py': 2.6, 'test_exact_fits.py': 2.7, 'test_sweep_normals.py': 3.0, 'test_sync_test.py': 3.0, 'test_quadtree.py': 3.1, 'test_very_many.py': 3.3, 'test_roles.py': 3.3, 'test_contacts.py': 3.3, 'test_rays.py': 3.5, 'test_polygon_seams.py': 3.6, 'test_sweeps.py': 3.7, 'test_hits_exact.py': 4.0, 'test_many_shapes.py': 4.1, 'test_one_way.py': 4.3, 'test_lists_of_groups.py': 4.4, 'test_broad_phase.py': 4.4, 'test_nearest.py': 4.8, 'test_pygame_drop_ins.py': 4.9, 'test_convex_cut.py': 5.1, 'test_metamorphic.py': 5.1, 'test_moving.py': 5.5, 'test_kept_index.py': 6.6, 'test_character.py': 7.4, 'test_memory.py': 7.5, 'test_ray_normals.py': 7.6, 'test_moving_rooms.py': 8.0, 'test_bad_input.py': 8.6, 'test_paths.py': 9.9, 'test_cores.py': 10.2, 'test_same_bits.py': 11.1, 'test_random_life.py': 16.6, 'test_campaign.py': 29.9}
"""Seconds of the files of the old suite."""
LEFT_OUT = re.compile(r"(^|/)(docs|typing)/|ray_actors|ray_shards|ray_needed|test_architecture|test_lazy|/ray/")


def run(tests, files, number, limit):
    """The id of the test that fails, or "" if all pass; and the seconds that took."""
    env = dict(os.environ, SPRITECOL_FAULT=str(number), PYTHONPATH=str(HERE), PYTHONFAULTHANDLER="1")
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
        rest.sort(key=lambda f: (any(s in f for s in slow), SPEED.get(Path(f).name, 3.0)))
        test, more = run(tests, rest, n, given.limit)
        note(n, test, "wide" if test else "", seconds + more)

main()
