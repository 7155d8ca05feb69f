"""Events: what entered, stayed and exited is the difference of two sets of pairs that hit.

Of many sprites in any scene, which pairs hit is judged as hits are; in lives of a few sprites, by
fractions.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import attrs
import numpy as np
from oracle.lives import EVENT_ACTS, Actor, Life, Told, Watch

from spritecol import Changes, Group, Overlaps, Sprite
from support.campaign.bulk import Ints, Random, Scene
from support.campaign.geometry import World, world_of
from support.campaign.hits import move, places_of
from support.campaign.judge import DOUBT, HIT, bulk_verdicts, codes_of, judge, near_parts
from support.campaign.tally import Tally, many
from support.hooks import index_forced

FRAMES = 6
LIVES = 3  # of a few sprites, in a round
UPDATES = 200  # in a life
KINDS = ("within", "between", "shapes")

Rows = list[tuple[int, ...]]


@attrs.define
class Certain:
    """The certain facts about one frame: codes of pairs that hit, and codes of pairs that may
    hit.
    """

    hits: Ints
    either: Ints


NOTHING = Certain(np.empty(0, dtype=np.intp), np.empty(0, dtype=np.intp))


def certain_sprites(a: World, b: World, sprites: list[Sprite], others: list[Sprite]) -> Certain:
    """Return the certain facts about pairs of sprites."""
    judged = judge(a, b, sprites, others)
    hits = codes_of(judged.hits)
    return Certain(hits, np.concatenate([hits, codes_of(judged.doubts)]))


def certain_parts(world: World) -> Certain:
    """Return the certain facts about pairs of shapes of one scene."""
    parts = near_parts(world, world)
    owners = world.owner[parts]
    live = world.scene.enabled[owners].all(axis=1) & (owners[:, 0] < owners[:, 1])
    parts = parts[live]
    verdicts = bulk_verdicts(world, world, parts[:, 0], parts[:, 1])
    hits, doubts = parts[verdicts == HIT], parts[verdicts == DOUBT]
    return Certain(codes_of(hits), codes_of(np.concatenate([hits, doubts])))


def shape_numbers(sprites: list[Sprite]) -> dict[tuple[int, int], int]:
    """Return the number of the part that each shape of each sprite is, by the ids of both."""
    keys = [(id(sprite), id(shape)) for sprite in sprites for shape in sprite.shapes]
    return {key: part for part, key in enumerate(keys)}


def judge_events(
    rows: dict[str, Ints], now: Certain, before: Certain, tally: Tally, where: Callable[[], str]
) -> None:
    """Compare the three lists with the difference of two frames."""
    entered, stayed, exited = rows["entered"], rows["stayed"], rows["exited"]
    for name, codes, least, most in (
        (
            "entered",
            entered,
            np.setdiff1d(now.hits, before.either),
            np.setdiff1d(now.either, before.hits),
        ),
        (
            "stayed",
            stayed,
            np.intersect1d(now.hits, before.hits),
            np.intersect1d(now.either, before.either),
        ),
        (
            "exited",
            exited,
            np.setdiff1d(before.hits, now.either),
            np.setdiff1d(before.either, now.hits),
        ),
    ):
        tally.judged["events"] += len(codes)
        tally.undecided["events"] += len(np.setdiff1d(codes, least))
        for what, some in (
            ("missed", np.setdiff1d(least, codes)),
            ("invented", np.setdiff1d(codes, most)),
        ):
            tally.wrong += [f"events: {what} {name} {code} in {where()}" for code in some.tolist()]
        if len(np.unique(codes)) != len(codes):
            tally.wrong.append(f"events: {name} twice in {where()}")


def change(rng: Random, scene: Scene, group: Group, sprites: list[Sprite]) -> None:
    """Disable and enable some, take some out of the Group and put some in at its end."""
    for i in np.flatnonzero(rng.random(scene.count) < 0.05).tolist():
        scene.enabled[i] = not scene.enabled[i]
        sprites[i].collision_enable = bool(scene.enabled[i])
    for i in np.flatnonzero(rng.random(scene.count) < 0.05).tolist():
        if sprites[i] in group:
            group.discard(sprites[i])
        else:
            group.add(sprites[i])


def play(rng: Random, scene: Scene, other: Scene, tally: Tally, where: str) -> None:
    """Watch pairs of sprites within a scene, between two, and pairs of shapes."""
    kind = KINDS[int(rng.integers(len(KINDS)))]
    sprites, others = scene.sprites(), other.sprites()
    group, everyone, strangers = Group(sprites), Group(sprites), Group(others)
    log: list[tuple[str, Any, Any]] = []
    watch = Overlaps(
        *((group, strangers) if kind == "between" else (group,)),
        enter=lambda one, two: log.append(("entered", one, two)),
        exit=lambda one, two: log.append(("exited", one, two)),
        by_shape=kind == "shapes",
    )
    numbers = places_of(sprites)
    second = places_of(others) if kind == "between" else numbers
    shapes = shape_numbers(sprites)
    far = world_of(other)

    def codes(found: list[tuple[Any, ...]]) -> Ints:
        rows: Rows
        if kind == "shapes":
            rows = [(shapes[id(p), id(s)], shapes[id(q), id(t)]) for p, q, s, t in found]
        else:
            rows = [(numbers[id(p)], second[id(q)]) for p, q in found]
        pairs = np.array(rows, dtype=np.intp).reshape(-1, 2)
        return codes_of(pairs if kind == "between" else np.sort(pairs, axis=1))

    before = NOTHING
    for frame in range(FRAMES):
        log.clear()
        present, changes = watch.pairs, watch.update()
        member = np.array([sprite in group for sprite in sprites])
        world = world_of(attrs.evolve(scene, enabled=scene.enabled & member))
        if kind == "shapes":
            now = certain_parts(world)
        elif kind == "between":
            now = certain_sprites(world, far, sprites, others)
        else:
            now = certain_sprites(world, world, sprites, sprites)
        lists: dict[str, list[tuple[Any, ...]]] = {
            name: getattr(changes, name) for name in ("entered", "stayed", "exited")
        }
        rows = {name: codes(found) for name, found in lists.items()}

        def at(frame: int = frame) -> str:
            return f"{where} {frame}, {kind}"

        judge_events(rows, now, before, tally, at)

        # Pairs in the order of the Group, those that exited in that of then, and both told of it.
        place, other_place = places_of(list(group)), places_of(list(strangers))
        if kind != "between":
            other_place = place
        gone = set(rows["exited"].tolist())
        ordered = [code for code in codes(present).tolist() if code in gone] == list(rows["exited"])
        for name in ("entered", "stayed"):
            keys = [(place[id(pair[0])], other_place[id(pair[1])]) for pair in lists[name]]
            ordered &= keys == sorted(keys)
        tally.one("events", ordered, lambda at=at: at() + ", order")  # type: ignore[misc]
        told = [
            (name, *ends)
            for name in ("exited", "entered")
            for pair in lists[name]
            for ends in (pair[:2], pair[1::-1])
        ]
        tally.one("events", log == told, lambda at=at: at() + ", callbacks")  # type: ignore[misc]
        before = now
        move(rng, scene, everyone, sprites)
        change(rng, scene, group, sprites)
    many("events of a life", judged, LIVES)(rng, tally, where)


# --- lives of a few sprites -----------------------------------------------------------------------

WATCHED = [
    (b, by_shape, swept) for b in (None, 1) for by_shape in (False, True) for swept in (0, 1)
]
"""Whether two Groups are watched, or one; whether by shapes; and whether on their way."""
INDICES = (None, True, False)
BRANCHES = {
    *map(str, WATCHED), *(f"index {index}" for index in INDICES), "entered", "stayed", "exited",
    "passed on the way", "forgot a sprite", "forgot a pair", "cleared",
}  # fmt: skip
BOTH_WAYS = ((0, 1), (1, 0))


def fraction_of(swept: int) -> float:
    """What makes that no sweep only grazes: see `Life.fraction`."""
    return 1 / 7 if swept else 0.0


def wrong_events(watch: Watch, wanted: Told, changes: Changes[Any], log: list[Any]) -> list[str]:
    """Return what is wrong with the lists, their order, the pairs that are left, and callbacks.

    Pairs of shapes that met on the way come in the order in which they met.
    """
    found = {
        name: list(map(watch.key, getattr(changes, name)))
        for name in ("entered", "stayed", "exited")
    }
    wrong = [] if found["stayed"] == wanted.stayed else [f"stayed {found} instead of {wanted}"]
    for name, keys in (("entered", wanted.entered), ("exited", wanted.exited)):
        told, rest = found[name][: len(keys)], found[name][len(keys) :]
        # What began in overlap is for another law.
        rest, between = (
            [key for key in each if watch.same(key) not in wanted.either]
            for each in (rest, wanted.between)
        )
        if watch.by_shape:
            rest, between = sorted(rest, key=repr), sorted(between, key=repr)
        if (told, rest) != (keys, between):
            wrong.append(f"{name} {found[name]} instead of {wanted}")
    if list(map(watch.key, watch.real.pairs)) != watch.present:
        wrong.append(f"there are {watch.real.pairs} instead of {watch.present}")
    if bool(changes) is not bool(changes.entered or changes.exited):
        wrong.append(f"{changes} are as no changes")
    between = found["entered"][len(wanted.entered) :]
    calls = [("exit", wanted.exited), ("enter", wanted.entered), ("enter", between)]
    calls += [("stay", wanted.stayed), ("exit", between)]
    if log != [
        (event, key[i], key[j]) for event, keys in calls for key in keys for i, j in BOTH_WAYS
    ]:
        wrong.append(f"called were {log} instead of {calls}")
    return wrong


def meddle(life: Life, watch: Watch, seen: Counter[str]) -> None:
    """At times something is forgotten."""
    chance = life.rng.random()
    if chance < 0.03:
        watch.clear()
        watch.real.clear()
        seen["cleared"] += 1
    elif chance < 0.12:
        one, other = life.any(), life.any()
        is_pair = chance < 0.08
        watch.forget(*((one, other) if is_pair else (one,)))
        watch.real.forget(life.sprites[one], *[life.sprites[other]][:is_pair])
        seen["forgot a pair" if is_pair else "forgot a sprite"] += 1


def judged(seed: int) -> tuple[list[str], Counter[str]]:
    """Return what is wrong with the events of a life, and its branches."""
    watched = b, by_shape, swept = WATCHED[seed % len(WATCHED)]
    index = INDICES[seed // len(WATCHED) % len(INDICES)]
    seen = Counter([str(watched), f"index {index}"])
    life = Life(f"events {seed}", 9, fraction_of(swept), groups=2)
    watch = Watch(life, 0, b, by_shape, bool(swept))
    with index_forced(index):
        for update in range(UPDATES):
            for _ in range(life.rng.randint(0, 3)):
                life.act(*EVENT_ACTS)
            meddle(life, watch, seen)
            wanted = watch.update()
            Actor.log.clear()
            wrong = wrong_events(watch, wanted, watch.real.update(), Actor.log)
            if wrong:
                return [f"{one}: update {update} of {watched}" for one in wrong], seen
            seen["entered"] += len(wanted.entered)
            seen["stayed"] += len(wanted.stayed)
            seen["exited"] += len(wanted.exited)
            seen["passed on the way"] += len(wanted.between)
    return [], +seen
