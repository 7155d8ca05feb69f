"""Plays of the page about levels and terrain."""

from collections.abc import Iterator
from itertools import pairwise
from math import cos, dist, radians, sin
from pathlib import Path
from typing import Any

import pytest
from docs.plays.form import Frame, Play, Stage, never_in_a_wall, same_when_mirrored

from spritecol import CharacterController, Circle, Group, Point, Polygon, Rect, Sprite, Vec2
from spritecol.integrations.tiled import sprites_from_tmx

PAGE = "recipes/terrain.md"


def walked(stage: Stage) -> Iterator[Frame]:
    """Heroes run and jump at random on hills of text. Places are solid as the letters say."""
    rows, high = [], 6
    for column in range(20):  # hills with a slope at each step, and roofs that are one-way
        change = stage.key(-1, 0, 0, 1) if 2 < column < 17 and 3 < high < 9 else 0
        if rows and rows[-1].strip(" -#"):
            change = 0  # after a slope, there is a cell of flat ground
        slope = {-1: "\\", 1: "/"}.get(change, "")
        high += change == 1
        roof = stage.key(" ", " ", "-")
        rows.append((" " * 2 + roof).ljust(12 - high) + (slope or "#") + "#" * (high - 1))
        high -= change == -1
    lines = ["".join(row[k] for row in rows) for k in range(12)]
    if stage.mirrored:
        lines = [line[::-1].translate(str.maketrans("/\\", "\\/")) for line in lines]
    level = stage.program.level_from(lines)
    solid = level.shapes
    for _ in range(200):
        x, y = stage.chance.uniform(0, 320), stage.chance.uniform(0, 192)
        cell, across, down = lines[int(y // 16)][int(x // 16)], x % 16, y % 16
        is_solid = {
            "#": True,
            "/": across + down > 16,
            "\\": down > across,
            "-": down < 4,
            " ": False,
        }[cell]
        assert any(shape.geometry.intersects(Point(x, y).geometry) for shape in solid) == is_solid
    walls = Sprite(collision=[shape for shape in solid if not shape.one_way])
    walkers = [
        CharacterController(Sprite(stage.x(x), 30, collision=Rect(-4, -12, 8, 12)))
        for x in (40, 160)
    ]
    falls, ways = [0.0, 0.0], [1.0, -1.0]
    for _ in range(150):
        for k, walker in enumerate(walkers):
            if stage.chance.random() < 0.05:
                ways[k] = stage.number(-3, 3)
            jumps = stage.chance.random() < 0.05
            if walker.on_ceiling:
                falls[k] = max(falls[k], 0.0)
            if walker.on_floor:
                falls[k] = -6.0 if jumps else 0.0
            falls[k] += 0.4
            sprite = walker.sprite
            across = ways[k]
            if not 8 < (sprite.x - stage.x(0)) * stage.right + across < 312:
                ways[k] = across = 0.0
            walker.move(across * stage.right, falls[k], level)
            stage.seen["floor"] += walker.on_floor
        yield Frame([walker.sprite for walker in walkers], walls)
    assert all(walker.sprite.y < 192 for walker in walkers)


def routed(stage: Stage) -> Iterator[Frame]:
    """Polylines, some with a point twice. The way along each is as long as its lines."""
    program = stage.program
    for _ in range(20):
        points = [(0.0, 0.0)]
        for _ in range(stage.chance.randint(1, 6)):
            points.append((stage.number(-90, 90), stage.number(-90, 90)))
            points += points[-1:] * stage.key(0, 0, 1, 2)
        if points[-1] == points[0]:
            continue
        x, y, angle = stage.number(-50, 50), stage.number(-50, 50), stage.key(0, 90, 30)
        drawn = " ".join(f"{a!r},{b!r}" for a, b in points)
        Path("drawn.tmx").write_text(f"""
            <map orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16">
             <objectgroup><object x="{x!r}" y="{y!r}" rotation="{angle}">
             <polyline points="{drawn}"/>
            </object></objectgroup></map>""")
        (sprite,) = sprites_from_tmx("drawn.tmx")
        route = program.route_of(sprite)
        c, s = cos(radians(angle)), sin(radians(angle))
        corners = [Vec2(x + a * c - b * s, y + a * s + b * c) for a, b in points]
        assert route.length == pytest.approx(sum(a.distance_to(b) for a, b in pairwise(corners)))
        gone = 0.0
        for a, b in pairwise(corners):
            middle = route.at(gone + a.distance_to(b) / 2)
            assert middle.distance_to((a + b) / 2) < 1e-6
            gone += a.distance_to(b)
        assert route.at(0).distance_to(corners[0]) < 1e-9
        stage.seen["twice"] += len(set(points)) < len(points)
        yield Frame()


def dug(stage: Stage) -> Iterator[Frame]:
    """Holes and heaps. The ground is what their circles say in turn."""
    program = stage.program
    ground = Group[Any](program.Column(left) for left in range(0, 400, 50))
    past: list[tuple[Any, float, float, float]] = []
    for _ in range(30):
        change = stage.key(program.dig, program.fill)
        x, y = stage.number(-20, 420), stage.number(70, 190)
        radius = stage.key(10, 25, 40)
        if stage.key(True, False):  # beside an edge of a column, which it touches
            x = 50 * stage.chance.randrange(9) + stage.key(-radius, 0, radius)
        change(ground, x, y, radius)
        past.append((change, x, y, radius))
        for _ in range(40):
            place = stage.chance.uniform(1, 399), stage.chance.uniform(40, 200)
            gaps = [dist(place, (x, y)) - radius for _, x, y, radius in past]
            edges = [
                min(place[0] % 50, 50 - place[0] % 50),
                abs(place[1] - 100),
                abs(place[1] - 180),
            ]
            if min(map(abs, gaps)) < 0.3 or min(edges) < 0.01:
                continue
            is_ground = 100 < place[1] < 180
            for (kind, *_), gap in zip(past, gaps, strict=True):
                is_ground = (kind is program.fill) if gap < 0 else is_ground
            assert bool(ground.query_point(place)) == is_ground
            stage.seen["ground" if is_ground else "air"] += 1
        yield Frame()


def sliced(stage: Stage) -> Iterator[Frame]:
    """Blades cut sprites and their pieces. Nothing is lost, and pieces only touch."""
    program = stage.program
    star = Polygon([(0, -30), (10, -5), (30, 0), (10, 10), (0, 40), (-9, 8), (-30, 0), (-6, -8)])
    ring = Polygon([(-30, -30), (30, -30), (30, 30), (-30, 30)], [[(-9, -9), (9, -9), (0, 9)]])
    kinds = [Rect(0, 0, 60, 20), star, ring, Circle(0, 0, 20), [Circle(0, 0, 9), Circle(40, 0, 9)]]
    for _ in range(12):
        sprite = Sprite(stage.number(-50, 50), stage.number(-50, 50), collision=stage.key(*kinds))
        sprite.angle, sprite.scale_x = stage.key(0, 90, stage.number(0, 359)), stage.key(1, -1, 2)
        sprites, area = [sprite], sprite.geometry.area
        for _ in range(6):
            start, end = ((stage.number(-90, 90), stage.number(-90, 90)) for _ in range(2))
            for one in list(sprites):
                before = one.geometry
                pieces = program.cut(one, start, end)
                if pieces:
                    sprites.remove(one)
                    sprites += pieces
                    assert one.vanished
                    for piece in pieces:  # it turns about its own middle
                        middle = piece.geometry.centroid
                        piece.angle += 90
                        assert piece.geometry.centroid.distance(middle) < 1e-6
                        piece.angle -= 90
                    assert sum(piece.geometry.area for piece in pieces) == pytest.approx(
                        before.area
                    )
                    stage.seen["cuts"] += 1
                else:
                    assert not one.vanished
                    stage.seen["missed"] += 1
            for one, other in Group(sprites).pairs():  # no deeper than rounding
                assert one.geometry.intersection(other.geometry).area < 1e-9
        assert sum(one.geometry.area for one in sprites) == pytest.approx(area)
        yield Frame()


def put_down(stage: Stage) -> Iterator[Frame]:
    """Coins and heroes come and go. Each that is put keeps its distance from all others."""
    program, taken = stage.program, Group[Any](stage.boxes((100, 0, 20, 150), (200, 60, 50, 50)))
    for frame in range(60):
        sprite = Sprite(
            collision=stage.key(Circle(0, 0, 6), Rect(-8, -28, 16, 28), Circle(0, 0, 60))
        )
        gap, box = stage.key(0, 10, 30), (0, 0, stage.number(150, 300), stage.number(90, 200))
        found = program.put(sprite, taken, box, stage.chance, gap, 30)
        assert 0 <= sprite.x <= box[2]
        assert 0 <= sprite.y <= box[3]
        stage.seen["found" if found else "full"] += 1
        if found:
            for other in taken:
                assert sprite.distance(other) >= gap - 1e-9
                assert not sprite.hits(other)
            taken.add(sprite)
        else:
            assert any(sprite.distance(other) < gap + 1e-9 for other in taken)
        if frame % 5 == 4:
            taken[-1].vanish()
            if program.put(taken[-1], taken, box, stage.chance, 0):  # it moves elsewhere
                assert not taken[-1].hits(taken)
        yield Frame()


PLAYS = [
    Play(
        "A level from text",
        walked,
        [never_in_a_wall, same_when_mirrored],
        frames=900,
        floors={"floor": 500},
        axis=160,
    ),
    Play("A route drawn in the editor", routed, frames=80, floors={"twice": 40}),
    Play("Destructible terrain", dug, frames=180, floors={"ground": 1000, "air": 1000}),
    Play("Cut a sprite in two", sliced, frames=72, floors={"cuts": 80, "missed": 100}),
    Play("A free place", put_down, frames=360, floors={"found": 150, "full": 20}),
]
