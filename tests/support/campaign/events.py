"""Events: what entered, stayed and exited is the difference of two sets of pairs that hit.

In lives of a few sprites, which pairs hit is judged in fractions.
"""

from collections import Counter
from typing import Any

from oracle.lives import EVENT_ACTS, Actor, Life, Told, Watch

from spritecol import Changes
from support.campaign.tally import many
from support.hooks import index_forced

UPDATES = 200  # in a life


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


play = many("events", judged, 3)
