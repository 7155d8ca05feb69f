"""Plays of the page about balls."""

from collections.abc import Iterator
from itertools import combinations
from math import inf, radians, sqrt
from typing import Any

import pytest
from docs.plays.form import (
    Frame,
    Play,
    Stage,
    edges,
    never_in_a_wall,
    once_each,
    same_when_mirrored,
)

from spritecol import Circle, Group, Polygon, Sprite, Vec2

PAGE = "recipes/balls.md"

ROOM = edges(400, 300)


def through_bricks(stage: Stage) -> Iterator[Frame]:
    """Two balls break bricks, and no speed is lost. Whatever breaks was met."""
    program = stage.program
    walls = stage.boxes(*ROOM)
    bricks = stage.boxes(*((40 * i + 4, 40 * j, 32, 16) for i in range(10) for j in (1, 2, 3)))
    balls = [Sprite(stage.x(x), 250, collision=Circle(0, 0, 6)) for x in (100, 300)]
    velocities = [Vec2(stage.number(-9, 9) * stage.right, stage.number(-9, -3)) for _ in balls]
    speeds, broken = [velocity.length for velocity in velocities], []
    for frame in range(400):
        for k, ball in enumerate(balls):
            before = list(bricks)
            bounces = program.fly(ball, velocities[k], walls, bricks)
            velocities[k] = bounces.velocity
            new = [brick for brick in before if brick.vanished]
            assert set(new) == {hit.other for hit in bounces.hits if hit.other not in walls}
            assert velocities[k].length == pytest.approx(speeds[k])
            broken += new
        stage.seen["broken"] += len(new)
        brick = Sprite(stage.x(180, 30), 130, collision=Circle(15, 8, 8))
        if frame % 20 == 0 and not brick.hits([*balls, *bricks]):
            bricks.add(brick)
        yield Frame(balls, [walls, bricks], told=[len(broken)], events=broken)


def comes_to_rest(stage: Stage) -> Iterator[Frame]:
    """On flat ground, on steps and in a hollow, a ball never gains energy, and it rests at last."""
    program = stage.program
    steps = [(60 * k, 300 - stage.number(0, 90), 60, 100) for k in range(7)]
    walls = stage.boxes(*ROOM[:1], *ROOM[2:], *steps)
    ball, velocity = (
        Sprite(stage.x(200), 60, collision=Circle(0, 0, 6)),
        Vec2(stage.number(-20, 20) * stage.right, stage.number(-9, 9)),
    )
    energy = inf
    for _ in range(900):
        velocity = program.roll(ball, velocity, walls)
        now = velocity.length_squared / 2 + 0.3 * (400 - ball.y)
        assert now <= energy + 0.15**2 + 1e-6 + 0.3 * velocity.length  # of one frame's steps
        energy = now
        yield Frame([ball], walls)
    assert velocity == (0, 0)
    stage.seen["rests"] += 1


def foretold(stage: Stage) -> Iterator[Frame]:
    """Two balls are thrown among slopes. Each goes where it was said to go, to the last bit."""
    program = stage.program
    walls = stage.boxes(*ROOM)
    for k in range(3):
        x = 100 * k + 40
        slope = [(stage.x(x), 200), (stage.x(x + stage.number(20, 90)), 260), (stage.x(x), 260)]
        walls.add(Sprite(collision=Polygon(slope)))
    balls = [program.Ball(stage.x(50), 60), program.Ball(stage.x(350), 60)]
    for _ in range(6):
        told = []
        for ball in balls:
            throw = Vec2(stage.number(-30, 30), stage.number(-30, 9))
            place, velocity = ball.position, ball.velocity
            told.append(program.foreseen(ball, throw, walls, 40))
            first = place + throw + (0, 0.3)
            if not ball.sweep(first - place, walls):
                assert told[-1][0].distance_to(first) < 1e-9
            assert (ball.position, ball.velocity) == (place, velocity)
            ball.velocity = throw
        for frame in range(40):
            for ball, dots in zip(balls, told, strict=True):
                ball.fly(walls)
                assert ball.position == dots[frame]
            yield Frame(balls, walls)


Ball = tuple[float, float, float, float, float]
"""Its place, its velocity and its mass."""


def billiards(balls: list[Ball]) -> list[Ball]:
    """A frame of balls in the room, from one meeting to the next, by quadratic equations."""
    left = 1.0
    while True:
        first: tuple[float, int, int | str] | None = None
        for i, (x, y, vx, vy, _) in enumerate(balls):
            for low, high, at, way, axis in ((10, 390, x, vx, "x"), (10, 290, y, vy, "y")):
                if way:
                    time = max(((high if way > 0 else low) - at) / way, 0.0)
                    first = min(first or (time, i, axis), (time, i, axis), key=lambda one: one[0])
            for j, (x2, y2, vx2, vy2, _) in enumerate(balls[:i]):
                place, motion = Vec2(x - x2, y - y2), Vec2(vx - vx2, vy - vy2)
                a, b, c = motion.length_squared, place.dot(motion), place.length_squared - 400
                if b < 0 and b * b > a * c:
                    time = max((-b - sqrt(b * b - a * c)) / a, 0.0)
                    first = min(first or (time, i, j), (time, i, j), key=lambda one: one[0])
        step = min(first[0], left) if first else left
        balls = [(x + vx * step, y + vy * step, vx, vy, m) for x, y, vx, vy, m in balls]
        left -= step
        if left <= 0 or first is None:
            return balls
        _, i, other = first
        x, y, vx, vy, mass = balls[i]
        if isinstance(other, str):
            balls[i] = (x, y, -vx if other == "x" else vx, -vy if other == "y" else vy, mass)
        else:
            x2, y2, vx2, vy2, mass2 = balls[other]
            normal = Vec2(x - x2, y - y2).normalized()
            push = normal * (-2 * Vec2(vx - vx2, vy - vy2).dot(normal) / (mass + mass2))
            balls[i] = (x, y, vx + push.x * mass2, vy + push.y * mass2, mass)
            balls[other] = (x2, y2, vx2 - push.x * mass, vy2 - push.y * mass, mass2)


def on_the_table(stage: Stage) -> Iterator[Frame]:
    """Each frame ends as equations say. Some balls vanish, and others come."""
    program = stage.program
    table, balls = stage.boxes(*ROOM), Group[Any]()

    def put() -> None:
        ball = program.Ball(stage.x(stage.number(10, 390)), stage.number(10, 290))
        fast = stage.key(0, 3, 12, 45)
        ball.velocity = Vec2(stage.number(-fast, fast), stage.number(-fast, fast))
        ball.mass = stage.key(1, 2, 0.5)
        if not ball.hits(balls):
            balls.add(ball)

    for _ in range(9):
        put()
    for frame in range(40):
        if frame % 10 == 9:
            balls[0].vanish()
            put()
        state = [(b.x, b.y, b.velocity.x, b.velocity.y, b.mass) for b in balls]
        expected = billiards(state)
        program.roll(balls, table)
        for ball, before, (x, y, vx, vy, _) in zip(balls, state, expected, strict=True):
            assert ball.position.distance_to((x, y)) < 1e-6
            assert ball.velocity.distance_to((vx, vy)) < 1e-6
            stage.seen["bounces"] += (vx, vy) != before[2:4]
        for one, other in combinations(balls, 2):
            assert one.distance(other) > -1e-9
        yield Frame()


def struck(ball: Any, flipper: Sprite, turn: float) -> Vec2 | None:
    """The velocity of a ball after its first meeting with a flipper in a frame, found in short
    steps: the speed along the normal, as seen from the surface, is turned and 0.6 of it stays.
    """

    def nearest(time: float) -> tuple[Vec2, Vec2]:  # the ball, and the nearest point of the flipper
        place, angle = ball.position + ball.velocity * time, flipper.angle + turn * time
        across = (place - flipper.position).rotated(-angle)
        inner = Vec2(min(max(across.x, 0), 80), min(max(across.y, -4), 4))
        return place, flipper.position + inner.rotated(angle)

    if ball.distance(flipper) > ball.velocity.length + 80 * radians(abs(turn)):
        return None
    times = [time / 200 for time in range(201)]
    hits = [time for time in times if (near := nearest(time))[0].distance_to(near[1]) < 8]
    if not hits or hits[0] == 0:
        return None
    early, late = hits[0] - 1 / 200, hits[0]
    for _ in range(40):
        middle = (early + late) / 2
        place, point = nearest(middle)
        early, late = (early, middle) if place.distance_to(point) < 8 else (middle, late)
    place, point = nearest(late)
    normal, arm = (place - point).normalized(), point - flipper.position
    surface = Vec2(-arm.y, arm.x) * radians(turn)
    return ball.velocity - normal * (1.6 * (ball.velocity - surface).dot(normal))


def flipped(stage: Stage) -> Iterator[Frame]:
    """Two balls and a flipper that goes up and down. Nothing gets through it, and a throw of one
    frame is the throw of 20 parts of it.
    """
    program = stage.program
    walls = stage.boxes((-220, -300, 20, 600), (200, -300, 20, 600))
    for _ in range(12):
        up = -stage.right * stage.number(5, 25)
        start = 25 if stage.right == 1 else 155
        places = [(stage.x(stage.number(10, 70)), -stage.number(40, 120)) for _ in range(2)]
        ways = [Vec2(stage.number(-3, 3) * stage.right, stage.number(1, 15)) for _ in range(2)]
        ends = []
        for parts in (1, 20):
            flipper = Sprite(0, 0, collision=program.Rect(0, -4, 80, 8), angle=start)
            balls = [program.Pinball(*place) for place in places]
            for ball, way in zip(balls, ways, strict=True):
                ball.velocity = way / parts
            for frame in range(10 * parts):
                before = flipper.angle
                turn = {0: 0.0, 1: up, 2: -up}[frame // parts // 2 % 3]
                foretold = [struck(ball, flipper, turn) if parts == 1 else None for ball in balls]
                program.strike(flipper, turn / parts, balls, walls)
                for ball, velocity in zip(balls, foretold, strict=True):
                    if velocity is not None:
                        stage.seen["struck"] += 1
                        stage.seen["as told"] += ball.velocity.distance_to(velocity) < 1e-4
                stage.seen["turns"] += flipper.angle != before
                for ball in balls:
                    assert ball.distance(flipper) > -1e-6
                    assert ball.distance(walls[0]) > -1e-6
                if parts == 1:
                    yield Frame(balls)
            ends.append([ball.velocity * parts for ball in balls])
        for whole, way, slow in zip(ends[0], ways, ends[1], strict=True):
            if whole != way:
                stage.seen["thrown"] += 1
                stage.seen["alike"] += whole.distance_to(slow) < 1e-3


PLAYS = [
    Play(
        "A ball that bounces many times a frame",
        through_bricks,
        [never_in_a_wall, once_each],
        frames=2400,
        floors={"broken": 30},
    ),
    Play(
        "A ball that bounces many times a frame",
        comes_to_rest,
        [never_in_a_wall],
        floors={"rests": 6},
    ),
    Play("Where a throw will lead", foretold, [never_in_a_wall], frames=1200),
    Play("Two moving balls", on_the_table, frames=200, floors={"bounces": 150}),
    Play(
        "A flipper that throws a ball",
        flipped,
        [same_when_mirrored],
        frames=600,
        floors={"turns": 300, "alike": 160, "as told": 180},
    ),
]
