"""Squads that go to a place: functions to copy, without a window.

A unit that is near a way that another one has found joins it, as far ahead as it sees. On their
way, the units step aside, and a unit that was pushed back presses less. All would press to the
goal. So a unit that touches one that has arrived has arrived, too, if it is near enough or hardly
comes on.

    python examples/squads.py
"""

from itertools import pairwise

import numpy as np

from spritecol import Circle, Group, Number, Rect, Sprite, Vec2
from spritecol.paths import Paths

RADIUS, SPEED = 10, 2  # pixels, and pixels a frame
PUSHES = 4  # rounds in a frame
PATIENCE = 8  # looks, each after eight frames
GAIN = 0.2  # pixels a frame; by so much a unit that was pushed back speeds up again
JOIN = 40  # pixels; from farther away, a way of its own may be much shorter


class Unit(Sprite):
    collision = Circle(0, 0, RADIUS)
    ahead: list[Vec2]  # the places where it goes
    looked: Vec2 | None = None  # where it was when it last looked ahead
    pace = Number(SPEED)  # pixels a frame, now
    stuck = 0  # so often in a row it had hardly come on when it looked ahead


def ways_to(goal, units, known, paths, walls):
    """A way for each unit, or None; `known` has the ways of others, and gets the new ones."""
    ways = []
    for unit in units:
        here = Vec2(unit.x, unit.y)
        for way, along in known:
            gone = way.distance_of(here)
            ahead = [way.at(gone), *way[along.searchsorted(gone, side="right") :]]
            if here.distance_to(ahead[0]) > JOIN:
                continue
            (seen,) = walls.line_of_sight_arrays(here, ahead, radius=0.999 * RADIUS).nonzero()
            if len(seen):
                ways.append([here, *ahead[seen[-1] :]])
                break
        else:
            way = paths.find(paths.nearest_free(*here), goal)
            ways.append(way)
            if way:
                legs = [a.distance_to(b) for a, b in pairwise(way)]
                known.append((way, np.cumsum([0.0, *legs])))
    return ways


def look_ahead(unit, paths, walls):
    here = Vec2(unit.x, unit.y)
    slow = unit.looked is not None and here.distance_to(unit.looked) < 4  # of 16 pixels
    unit.stuck = unit.stuck + 1 if slow else 0
    unit.looked = here
    while len(unit.ahead) > 1:
        near = here.distance_to(unit.ahead[0]) < 30  # others may press it off a corner of its way
        if not walls.line_of_sight(*here, *unit.ahead[1], radius=RADIUS - near):
            break
        del unit.ahead[0]
    if unit.ahead and not walls.line_of_sight(*here, *unit.ahead[0], radius=RADIUS - 1):
        unit.ahead = (paths.find(paths.nearest_free(*here), unit.ahead[-1]) or [])[1:]


def step_of(unit):
    if not unit.ahead:
        return Vec2(0, 0)
    to = unit.ahead[0] - (unit.x, unit.y)
    if to.length > SPEED:
        way = to.normalized().rotated(40 if unit.stuck else 0)  # past each other on the right
        return unit.pace * way
    del unit.ahead[0]
    return to


def positions_of(units):
    return np.column_stack((units.x, units.y))


def arrive(squad, goal):
    """Let those stop that need not go on. Ask it of all who go to one goal."""
    there = np.array([not unit.ahead for unit in squad], dtype=bool)
    room = RADIUS + 1.1 * RADIUS * there.sum() ** 0.5  # so many discs, and one more
    a, b = squad.pair_indices().T
    touching = {*a[there[b]], *b[there[a]]}
    for k, unit in enumerate(squad):
        away = goal.distance_to((unit.x, unit.y))
        joins = k in touching and (away < room or unit.stuck > PATIENCE)
        if joins or (unit.stuck and away < 2 * RADIUS):
            unit.ahead = []


def walk(units, frame, paths, walls):
    """Move all units by a frame. To look ahead each takes its turn, every eighth frame."""
    for unit in units[frame % 8 :: 8]:
        look_ahead(unit, paths, walls)
    steps = np.array([step_of(unit) for unit in units])
    units.move_and_slide_arrays(*steps.T, walls)
    before = positions_of(units)
    for _ in range(PUSHES):  # out of each other
        units.move_and_slide_arrays(*0.5 * units.separation_arrays().T, walls)
    pushed = before - positions_of(units)
    back = (pushed * steps).sum(axis=1) / np.maximum(np.hypot(*steps.T), 1e-9)
    pace = units.column("pace") - back + GAIN
    units.set_column("pace", np.clip(pace, GAIN, SPEED))


def main():
    walls = Group(Sprite(100, y, collision=Rect(0, 0, 20, 80)) for y in (0, 120))
    paths, goal = Paths(walls, radius=RADIUS), Vec2(180, 60)
    units = Group(Unit(x, y) for x in (20, 42, 64) for y in (30, 60, 90))
    for unit, way in zip(units, ways_to(goal, units, [], paths, walls), strict=True):
        unit.ahead = (way or [])[1:]
    frame = 0
    while any(unit.ahead for unit in units):
        arrive(units, goal)
        walk(units, frame, paths, walls)
        frame += 1
    print(f"All {len(units)} units have arrived after {frame} frames.")


if __name__ == "__main__":
    main()
