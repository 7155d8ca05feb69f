"""Events: what entered, stayed and exited is the difference of two sets of pairs that hit."""

from collections.abc import Callable
from typing import Any

import attrs
import numpy as np

from spritecol import Group, Overlaps, Sprite
from support.campaign.bulk import Ints, Random, Scene
from support.campaign.geometry import World, world_of
from support.campaign.hits import move, places_of
from support.campaign.judge import DOUBT, HIT, bulk_verdicts, codes_of, judge, near_parts
from support.campaign.tally import Tally

FRAMES = 6
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
