"""Squads that go to a place: functions to copy, without a window.

Who sees a place of a way that another has found joins it there, as far ahead as it sees. On their
way the units step aside. All would press to the goal, so who touches one that has arrived has
arrived, too, if it is near enough or hardly comes on.

    python examples/squads.py
"""

import numpy as np

from spritecol import Circle, Group, Rect, Sprite, Vec2
from spritecol.paths import Paths

RADIUS, SPEED = 10, 2  # pixels, and pixels a frame


class Unit(Sprite):
    collision = Circle(0, 0, RADIUS)
    ahead: list[Vec2]  # the places where it goes
    looked: Vec2 | None = None  # where it was when it last looked ahead
    stuck = False  # since then it has hardly come on


def ways_to(goal, units, known, paths, walls):
    """A way for each unit, None if there is none; `known` are those of others."""
    ways = []
    for unit in units:
        here = Vec2(unit.x, unit.y)
        for way, places in known:
            (seen,) = walls.line_of_sight_arrays(here, places, radius=RADIUS).nonzero()
            if len(seen):
                ways.append([here, *way[seen[-1] :]])
                break
        else:
            way = paths.find(paths.nearest_free(*here), goal)
            ways.append(way)
            if way:
                known.append((way, np.array(way)))
    return ways


def look_ahead(unit, paths, walls):
    here = Vec2(unit.x, unit.y)
    unit.stuck = unit.looked is not None and here.distance_to(unit.looked) < 4  # of 16 pixels
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
        return SPEED * to.normalized()
    del unit.ahead[0]
    return to


def arrive(squad, goal):
    """Let those stop that need not go on. Ask it of all who go to one goal."""
    there = np.array([not unit.ahead for unit in squad], dtype=bool)
    room = RADIUS + 1.1 * RADIUS * there.sum() ** 0.5  # so many discs, and one more
    a, b = squad.pair_indices().T
    touching = {*a[there[b]], *b[there[a]]}
    for k, unit in enumerate(squad):
        away = goal.distance_to((unit.x, unit.y))
        if (k in touching and (unit.stuck or away < room)) or (unit.stuck and away < 2 * RADIUS):
            unit.ahead = []


def walk(units, frame, paths, walls):
    """Move all units by a frame. To look ahead each takes its turn, every eighth frame."""
    for unit in units[frame % 8 :: 8]:
        look_ahead(unit, paths, walls)
    steps = np.array([step_of(unit) for unit in units])
    dx, dy = (steps + 0.5 * units.separation_arrays()).T
    units.move_and_slide_arrays(dx, dy, walls)
    for _ in range(2):  # and out of each other
        dx, dy = 0.5 * units.separation_arrays().T
        units.move_and_slide_arrays(dx, dy, walls)


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
