"""Make the pictures in docs/images that are drawn by the library, and the tiles of `platformer`.

python examples/make_pictures.py              # all, where they belong; the films take minutes
python examples/make_pictures.py slide ray    # only these
python examples/make_pictures.py --to DIR     # into another folder

Those of the guide are small scenes. Nothing in them is placed by hand: sprites move, rays are cast,
and the debug view draws what was found. Of each example, which is played, there are a picture and a
film.
"""

import argparse
import json
import os
import random
import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

os.environ["ARCADE_HEADLESS"] = "true"  # before arcade is imported

import pygame
import stage
from window import Hand
from PIL import Image, ImageDraw

from spritecol import (
    CharacterController,
    Circle,
    Ellipse,
    Group,
    Polygon,
    Rect,
    Sprite,
    Triangle,
    Vec2,
    view,
)
from spritecol.integrations.pygame import Sprite as ImageSprite
from spritecol.integrations.pygame import (
    draw_answers,
    draw_shapes,
    fill_shapes,
    shapes_from_surface,
)
from spritecol.spatial import candidate_pairs, quadtree_nodes

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
WIDTH, HEIGHT = 360, 180  # of a scene, in pixels of its world
ZOOM = 4  # it is drawn larger, and made half as large at the end: so lines are smooth
NIGHT, EARTH, GRASS, PAPER = "#11151f", "#385650", "#89b6a0", "#ece7da"
PLANK, STEEL, AMBER, DIM = "#9d7e4a", "#4c556b", "#fac460", "#9aa5b8"
CORAL, BLUE, BROWN = "#f0785c", "#7fb4ff", "#7a5d3a"  # points, normals and regions are drawn so
SPIKES, BUSH = "#c67890", "#4e7a6b"
LEVELS = "#f0785c", "#c67890", "#987eba", "#5c86be", "#6296a5", "#68a68c"  # of the quadtree
BODY = Polygon([(-7, -26), (7, -26), (7, 0), (-7, 0)])
UP = (0, -1)

Point = tuple[float, float]


def block(
    left: float, top: float, right: float, bottom: float, one_way: Point | None = None
) -> Sprite:
    shape = Rect(0, 0, right - left, bottom - top, one_way=one_way)
    return Sprite(left, top, collision=shape)


def frame(thick: float) -> list[Sprite]:
    """Walls round the picture."""
    lying, upright = (0, 0, WIDTH, thick), (0, 0, thick, HEIGHT)
    walls = [block(*lying), block(*upright), block(*lying), block(*upright)]
    walls[2].y, walls[3].x = HEIGHT - thick, WIDTH - thick
    return walls


class Scene:
    """A picture of the guide: what stands there, what the debug view draws, and words."""

    def __init__(self) -> None:
        pygame.font.init()
        self.surface = pygame.Surface((ZOOM * WIDTH, ZOOM * HEIGHT))
        self.surface.fill(NIGHT)
        self.pen: Any = {"zoom": ZOOM, "width": 6}  # how the debug view draws here

    def areas(self, sprites: Iterable[Sprite], fill: str, opacity: float = 1.0) -> None:
        color = pygame.Color(NIGHT).lerp(fill, opacity)
        edge = pygame.Color(NIGHT).lerp(GRASS if fill == EARTH else fill, opacity)
        for sprite in sprites:
            fill_shapes(self.surface, sprite, color, zoom=ZOOM)
            self.outline(sprite, edge)

    def outline(self, sprite: Sprite, color: Any = DIM) -> None:
        pen = self.pen | {"width": 4}
        draw_shapes(self.surface, sprite, outline=color, hit=None, aabb=None, pivot=None, **pen)

    def path(self, points: Sequence[Point], color: str = AMBER) -> None:
        pixels = [(round(ZOOM * x), round(ZOOM * y)) for x, y in points]
        pygame.draw.lines(self.surface, color, False, pixels, 6)

    def arrow(self, x: float, y: float, dx: float, dy: float, color: str = AMBER) -> None:
        tip, way = Vec2(x + dx, y + dy), Vec2(dx, dy).normalized()
        self.path([(x, y), tip - way * 4], color)
        head = [tip, *(tip - way * 9 + way.rotated(turn) * 4 for turn in (90, -90))]
        pygame.draw.polygon(self.surface, color, [corner * ZOOM for corner in head])

    def words(self, x: float, y: float, text: str, color: str = PAPER) -> None:
        """Write words that begin at x, on the line y."""
        font = pygame.font.Font(None, 18 * ZOOM)
        shown = font.render(text, True, color)
        self.surface.blit(shown, (ZOOM * x, ZOOM * y - font.get_ascent()))

    def legend(self, *lines: tuple[str, str], line: int = 0) -> None:
        """Words one below the other in the upper left corner, each in its color."""
        for i, (text, color) in enumerate(lines, line):
            self.words(12, 24 + 18 * i, text, color)

    def walked(self, shots: Sequence[Sprite], places: Sequence[Point]) -> None:
        """What walked: faint where it was, whole where it is."""
        self.areas(shots[:-1], PAPER, 0.3)
        self.areas([Sprite(*places[-1], collision=BODY)], PAPER)
        self.path(places)

    def save(self, path: Path) -> None:
        """At half of the size it was drawn in."""
        half = pygame.transform.smoothscale(self.surface, (2 * WIDTH, 2 * HEIGHT))
        image = Image.frombytes("RGB", half.size, pygame.image.tobytes(half, "RGB"))
        image.quantize(COLORS, dither=Image.Dither.NONE).save(path, optimize=True)


class Picture:
    """Stands for an image: what a sprite reads of one is its size."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height


def walk(
    walker: CharacterController,
    targets: Sequence[Sprite],
    motions: Iterable[Point],
    every: int,
    go: Callable[[], None] = lambda: None,
) -> tuple[list[Sprite], list[Point]]:
    """Move it: it itself at the start and every so many frames, and its path to where it is."""
    places, sprite = [(walker.sprite.x, walker.sprite.y)], walker.sprite
    shots = [Sprite(sprite.x, sprite.y, collision=BODY)]
    for frame, (dx, dy) in enumerate(motions, 1):
        go()
        walker.move(dx, dy, targets)
        places.append((sprite.x, sprite.y))
        if frame % every == 0:
            shots.append(Sprite(sprite.x, sprite.y, collision=BODY))
    return shots, places


# --- scenes --------------------------------------------------------------------------------


def contact() -> Scene:
    """A ball in a tilted wall: the overlap, a normal, and the push that ends the hit."""
    scene = Scene()
    wall = Sprite(180, 130, collision=Rect(-170, -22, 340, 44), angle=-8)
    ball = Sprite(170, 82, collision=Circle(0, 0, 46))
    scene.areas([wall], EARTH)
    scene.outline(ball, PAPER)
    contacts = ball.contacts(wall)
    draw_answers(scene.surface, contacts, point=None, **scene.pen)
    draw_answers(scene.surface, contacts, region=None, normal=None, push=None, **scene.pen)
    scene.legend(
        ("push = normal * depth", AMBER), ("normal", BLUE), ("point", CORAL), ("region", PLANK)
    )
    return scene


def separation() -> Scene:
    """A box is in two tiles and a wall: the push of each contact, and the one way out of all."""
    scene = Scene()
    tiles = [block(60 + 60 * i, 110, 120 + 60 * i, 170) for i in range(3)]
    walls = [*tiles, block(240, 20, 280, 170)]
    box = Sprite(187, 96, collision=Rect(-34, -28, 68, 56), angle=12)
    scene.areas(walls, EARTH)
    scene.outline(box, DIM)
    draw_answers(scene.surface, box.contacts(walls), region=None, normal=None, **scene.pen)
    dx, dy = box.separation(walls)
    out = Sprite(box.x + dx, box.y + dy, collision=box.collision, angle=box.angle)
    scene.outline(out, PAPER)
    scene.arrow(box.x, box.y - 12, dx, dy, BLUE)
    scene.legend(("separation", BLUE), ("push of each contact", AMBER))
    return scene


def distance() -> Scene:
    """Two shapes and the line between their nearest points."""
    scene = Scene()
    ship = Sprite(90, 100, collision=Rect(-36, -24, 72, 48), angle=30)
    mine = Sprite(270, 80, collision=Circle(0, 0, 40))
    scene.areas([ship, mine], EARTH)
    found = ship.distance(mine)
    scene.path([found.point, found.other_point])
    scene.arrow(*found.other_point, *(found.normal * 34), BLUE)
    scene.legend(("distance", AMBER), ("normal", BLUE))
    return scene


def ray() -> Scene:
    """A ray meets a wall and a drone behind it; its rest is dim."""
    scene = Scene()
    things = Group(
        Sprite(150, 30, collision=Rect(0, 0, 24, 110), angle=12),
        Sprite(265, 75, collision=Circle(0, 0, 34)),
    )
    scene.areas(things, EARTH)
    start, end = (24, 140), (345, 40)
    draw_answers(
        scene.surface, things.raycast_all(*start, *end), starts=start, ends=end, **scene.pen
    )
    scene.legend(("to the first hit", AMBER), ("normal", BLUE), ("point", CORAL))
    scene.words(12, 166, "start")
    scene.words(312, 32, "end")
    return scene


def rays() -> Scene:
    """Rays go out from one place, and end at what they meet."""
    scene = Scene()
    room = [
        block(0, 0, 360, 8),
        block(0, 172, 360, 180),
        block(0, 0, 8, 180),
        block(352, 0, 360, 180),
    ]
    pillars = [
        Sprite(100, 70, collision=Rect(-18, -18, 36, 36), angle=20),
        Sprite(255, 55, collision=Circle(0, 0, 22)),
        Sprite(270, 130, collision=Triangle(-24, 18, 24, 18, 0, -22)),
        Sprite(80, 135, collision=Ellipse(0, 0, 30, 12)),
    ]
    walls = Group(room, pillars)
    scene.areas(walls, EARTH)
    start = Vec2(180, 95)
    ends = [tuple(start + Vec2.from_angle(7.5 * i, 400)) for i in range(48)]
    found = walls.raycast_arrays(start, ends)
    pen = scene.pen | {"width": 4}
    draw_answers(
        scene.surface, found, starts=start, ends=ends, rest=None, normal=None, point=None, **pen
    )
    draw_answers(
        scene.surface, found, starts=start, ends=ends, rest=None, normal=None, ray=None, **pen
    )
    return scene


def thick_ray() -> Scene:
    """A disc moves along a ray and stops where it touches a corner."""
    scene = Scene()
    walls = Group(block(170, 0, 230, 62), block(170, 120, 230, 180), block(310, 0, 340, 180))
    scene.areas(walls, EARTH)
    for y, radius in ((38, 14), (92, 22), (128, 14)):
        way = (30, y, 340, y + 6)
        hit = walls.raycast(*way, radius=radius)
        assert hit
        draw_answers(scene.surface, hit, starts=way[:2], ends=way[2:], radius=radius, **scene.pen)
    return scene


def sweep() -> Scene:
    """A ball on its way to a tilted wall, and its velocity after the hit."""
    scene = Scene()
    wall = Sprite(270, 90, collision=Rect(0, -120, 30, 240), angle=15)
    ball, way = Sprite(110, 40, collision=Circle(0, 0, 20)), Vec2(200, 130)
    hit = ball.sweep(*way, wall)
    assert hit
    scene.areas([wall], EARTH)
    scene.areas([ball], PAPER)
    scene.arrow(ball.x, ball.y, *way, DIM)
    draw_answers(scene.surface, hit, outline=PAPER, **scene.pen)
    scene.arrow(*hit.position, *(hit.bounce(*way) * 0.4), CORAL)
    scene.arrow(*hit.position, *(hit.slide(*way) * 0.6), GRASS)
    scene.legend(("its way", AMBER), ("bounce", CORAL), ("slide", GRASS), ("normal", BLUE))
    return scene


def turn() -> Scene:
    """A sword turns until it begins to hit a post."""
    scene = Scene()
    sword = Sprite(130, 60, collision=Rect(0, -5, 130, 10), angle=-20)
    post = Sprite(195, 140, collision=Circle(0, 0, 20))
    hit = sword.sweep(0, 0, post, turn=180)
    assert hit
    scene.areas([post], EARTH)
    scene.areas([sword], PAPER)
    for share in (0.25, 0.5, 0.75):
        angle = sword.angle + share * (hit.angle - sword.angle)
        scene.areas([Sprite(130, 60, collision=sword.collision, angle=angle)], PAPER, 0.25)
    draw_answers(scene.surface, hit, outline=AMBER, way=None, **scene.pen)
    scene.words(30, 90, "turn=180", PAPER)
    scene.words(30, 110, "hit.angle", AMBER)
    return scene


def bounces() -> Scene:
    """A fast ball bounces between walls, several times in one frame."""
    scene = Scene()
    room = [*frame(12), Sprite(200, 90, collision=Circle(0, 0, 34))]
    scene.areas(room, EARTH)
    ball = Sprite(40, 60, collision=Circle(0, 0, 12))
    scene.areas([ball], PAPER, 0.4)
    dx, dy, met = 760.0, 430.0, []
    while hit := ball.move_and_collide(dx, dy, room):
        met.append(hit)
        rest = 1 - hit.fraction
        dx, dy = hit.bounce(dx * rest, dy * rest)
    scene.areas([ball], PAPER)
    scene.path([(40, 60), *(hit.position for hit in met), (ball.x, ball.y)])
    draw_answers(scene.surface, met, way=None, normal=None, **scene.pen)
    return scene


def art_later() -> Scene:
    """An image for a ship that began as a shape: its corner or its middle lies on the shape."""
    scene = Scene()
    for left, center in ((14, None), (194, 0.0)):
        ship = Sprite(left + 60, 80, Picture(76, 50), collision=Circle(0, 0, 20))
        if center is not None:
            ship.center_x = ship.center_y = center
        x, y = (ship.x, ship.y) if center is None else (ship.x - 38, ship.y - 25)
        scene.areas([Sprite(x, y, ship.image)], STEEL, 0.6)
        scene.outline(ship, AMBER)
        x, y = ship.x + (ship.center_x or 0.0), ship.y + (ship.center_y or 0.0)
        scene.path([(x - 4, y), (x + 4, y)], CORAL)
        scene.path([(x, y - 4), (x, y + 4)], CORAL)
        scene.words(left, 28, "without a center" if center is None else "center_x=0, center_y=0")
    scene.words(14, 166, "image", DIM)
    scene.words(84, 166, "shape", AMBER)
    scene.words(154, 166, "center of rotation", CORAL)
    return scene


def slide() -> Scene:
    """A box that is moved to the right and down slides along a tilted wall."""
    scene = Scene()
    wall = Sprite(150, 128, collision=Rect(-40, 0, 240, 30), angle=-25)
    box = Sprite(70, 60, collision=BODY)
    before = Sprite(box.x, box.y, collision=BODY)
    result = box.move_and_slide(190, 90, wall)
    meets = result.hits[0].position
    scene.areas([wall], EARTH)
    scene.areas([before, Sprite(*meets, collision=BODY)], PAPER, 0.3)
    scene.areas([box], PAPER)
    scene.arrow(before.x, before.y, 190, 90, DIM)
    scene.path([(before.x, before.y), meets, (box.x, box.y)])
    scene.words(200, 170, "the wanted motion", DIM)
    scene.words(196, 34, "where it slides to", AMBER)
    return scene


def normal() -> Scene:
    """Normals of a floor, a slope, a wall and a ceiling."""
    scene = Scene()
    ground = [
        Sprite(collision=Polygon([(20, 150), (130, 150), (130, 172), (20, 172)])),
        Sprite(collision=Polygon([(130, 150), (220, 105), (220, 172), (130, 172)])),
        Sprite(collision=Polygon([(220, 60), (260, 60), (260, 172), (220, 172)])),
        Sprite(collision=Polygon([(270, 20), (345, 20), (345, 40), (270, 40)])),
    ]
    scene.areas(ground, EARTH)
    probes = [(75, 110, 0, 60), (170, 100, 0, 60), (190, 88, 60, 0), (305, 110, 0, -90)]
    names = [(60, 168, "floor"), (143, 168, "floor"), (225, 90, "wall"), (285, 35, "ceiling")]
    for (x, y, dx, dy), (left, low, name) in zip(probes, names, strict=True):
        hit = Sprite(x, y, collision=Rect(-1, -1, 2, 2)).move_and_collide(dx, dy, ground)
        assert hit is not None
        scene.arrow(*hit.point, 34 * hit.normal[0], 34 * hit.normal[1])
        scene.words(left, low, name)
    return scene


def snap() -> Scene:
    """A walker goes over a hill and down again, and stays on the ground."""
    scene = Scene()
    hill = [
        Sprite(collision=Polygon([(0, 140), (90, 140), (90, 180), (0, 180)])),
        Sprite(collision=Polygon([(90, 140), (180, 90), (260, 140), (260, 180), (90, 180)])),
        Sprite(collision=Polygon([(260, 140), (360, 140), (360, 180), (260, 180)])),
    ]
    scene.areas(hill, EARTH)
    walker = CharacterController(Sprite(30, 140, collision=BODY))
    scene.walked(*walk(walker, hill, [(4, 0)] * 75, 9))
    scene.words(205, 60, "snap keeps it down", AMBER)
    return scene


def step() -> Scene:
    """A walker climbs stairs that are as high as its step, and stops at a wall."""
    scene = Scene()
    stairs = [block(90 + 20 * i, 150 - 8 * (i + 1), 260, 180) for i in range(5)]
    ground = [block(0, 150, 360, 180), *stairs, block(250, 60, 290, 180)]
    scene.areas(ground, EARTH)
    walker = CharacterController(Sprite(30, 150, collision=BODY), step=8)
    scene.walked(*walk(walker, ground, [(3, 1)] * 80, 10))
    scene.words(76, 60, "step=8", AMBER)
    scene.words(298, 84, "too high")
    return scene


def one_way() -> Scene:
    """A walker jumps through a plank from below and lands on it."""
    scene = Scene()
    plank, ground = block(120, 84, 310, 91, one_way=UP), block(0, 150, 360, 180)
    scene.areas([ground], EARTH)
    scene.areas([plank], PLANK)
    scene.outline(plank, AMBER)
    walker = CharacterController(Sprite(110, 150, collision=BODY))
    walker.move(0, 1, [plank, ground])
    motions = [(1.4, -8.4 + 0.34 * frame) for frame in range(50)]
    scene.walked(*walk(walker, [plank, ground], motions, 7))
    scene.words(236, 60, "one_way=(0, -1)", AMBER)
    return scene


def lift() -> Scene:
    """A lift rises and tilts, and takes a walker along."""
    scene = Scene()
    plate = Sprite(90, 150, collision=Rect(-50, 0, 100, 10))
    walker = CharacterController(Sprite(110, 150, collision=BODY))
    walker.move(0, 1, plate)
    before: list[Sprite] = []

    def go() -> None:
        if len(before) % 20 == 0:
            before.append(Sprite(plate.x, plate.y, collision=plate.collision, angle=plate.angle))
        else:
            before.append(before[-1])
        plate.x += 2.4
        plate.y -= 1.2
        plate.angle -= 0.3

    shots, places = walk(walker, [plate], [(0, 0)] * 70, 20, go)
    scene.areas(dict.fromkeys(before), STEEL, 0.4)
    scene.areas([plate], STEEL)
    scene.walked(shots, places)
    scene.arrow(90, 172, 60, -30, DIM)
    scene.words(156, 160, "the lift", DIM)
    scene.words(70, 60, "carried", AMBER)
    return scene


def nudge() -> Scene:
    """A jump that meets a ceiling by a corner gives way to the side."""
    scene = Scene()
    ceiling = [block(60, 50, 150, 70), block(176, 50, 300, 70)]
    ground = block(0, 160, 360, 180)
    scene.areas([ground, *ceiling], EARTH)
    walker = CharacterController(Sprite(155, 160, collision=BODY), nudge=6)
    walker.move(0, 1, [ground, *ceiling])
    scene.walked(*walk(walker, [ground, *ceiling], [(0, -4)] * 27, 9))
    scene.words(190, 100, "nudge=6", AMBER)
    return scene


def press() -> Scene:
    """A press pushes a walker aside; where there is no way out it is crushed."""
    scene = Scene()
    ground, weight = block(0, 150, 360, 180), block(70, 40, 130, 100)
    walker = CharacterController(Sprite(129, 150, collision=BODY))
    other = CharacterController(Sprite(250, 150, collision=BODY))
    wide = block(190, 40, 310, 100)
    targets = [ground, weight, wide]
    for one in (walker, other):
        one.move(0, 1, targets)
    before = [Sprite(one.sprite.x, 150, collision=BODY) for one in (walker, other)]
    for _ in range(8):
        weight.y += 4
        wide.y += 4
        slides = [one.move(0, 1, targets) for one in (walker, other)]
    assert [slide.crushed for slide in slides] == [False, True]
    scene.areas([ground], EARTH)
    scene.areas([weight, wide], STEEL)
    scene.areas(before[:1], PAPER, 0.3)
    scene.areas([walker.sprite, other.sprite], PAPER)
    for x in (100, 250):
        scene.arrow(x, 26, 0, 30)
    scene.words(60, 170, "pushed")
    scene.words(222, 170, "crushed")
    return scene


def star(size: int, color: str) -> pygame.Surface:
    """With seven points, of which one is longer than the others."""
    image = pygame.Surface((size, size), pygame.SRCALPHA)
    middle, corners = Vec2(size / 2, size / 2), []
    for i in range(14):
        radius = size / 2 * (0.45 if i % 2 else 1.0 if i == 0 else 0.75)
        corners.append(Vec2(0, -radius).rotated(i * 360 / 14) + middle)
    pygame.draw.polygon(image, color, corners)
    return image


def ring(size: int, color: str) -> pygame.Surface:
    """With a gap."""
    image = pygame.Surface((size, size), pygame.SRCALPHA)
    pygame.draw.circle(image, color, (size / 2, size / 2), size / 2, size // 6)
    image.fill((0, 0, 0, 0), (0.4 * size, 0, 0.2 * size, 0.5 * size))
    return image


def crescent(size: int, color: str) -> pygame.Surface:
    """A disc with a bite."""
    image = pygame.Surface((size, size), pygame.SRCALPHA)
    pygame.draw.circle(image, color, (size / 2, size / 2), size / 2)
    pygame.draw.circle(image, (0, 0, 0, 0), (0.75 * size, 0.45 * size), 0.4 * size)
    return image


def debug_view(path: Path) -> None:
    """What the debug view shows of images: outlines, boxes, pivots, hits, contacts, a ray."""
    pygame.font.init()
    screen, chance = pygame.Surface((720, 450)), random.Random(7)
    screen.fill(NIGHT)
    glyph = pygame.font.Font(None, 130).render("%", True, "#987eba")
    images = [star(90, SPIKES), ring(100, "#68a68c"), crescent(90, "#5c86be"), glyph]
    shapes = [shapes_from_surface(image) for image in images]
    things: Any = Group()
    group: Any = pygame.sprite.Group()
    for k in range(14):
        image, collision = images[k % 4], shapes[k % 4]
        thing = ImageSprite(group, image=image, collision=collision, offset_sync=True)
        thing.x, thing.y = 70 + 97 * (k % 7), 160 + 180 * (k // 7) + chance.uniform(-40, 40)
        thing.angle, thing.scale, thing.smooth = (
            chance.uniform(-60, 60),
            chance.uniform(1, 1.4),
            True,
        )
        things.add(thing)
    group.draw(screen)
    draw_shapes(
        screen, things, outline=PAPER, hit=CORAL, aabb="#62719e", pivot="#a8e070", legend=True
    )
    for one, other in things.pairs():
        draw_answers(screen, one.contacts(other), width=2)
    start, end = (20, 430), (700, 60)
    draw_answers(screen, things.raycast(*start, *end), starts=start, ends=end, width=2)
    save_still(screen, path, 96)


def quadtree_view(path: Path) -> None:
    """The nodes of the quadtree that a check builds, and the pairs that it finds."""
    screen, chance = pygame.Surface((768, 480)), random.Random(3)
    screen.fill(NIGHT)
    things: Any = Group()
    for size, count in {80: 5, 14: 90, 1.7: 260}.items():
        for _ in range(count):
            place = chance.uniform(size, 768 - size), chance.uniform(size, 480 - size)
            shape = chance.choice([Circle(0, 0, size), Rect(-size, -size / 2, 2 * size, size)])
            things.add(Sprite(*place, collision=shape, angle=chance.uniform(0, 90)))
    nodes = quadtree_nodes(things.aabbs)
    assert nodes
    for box, level in zip(nodes.boxes.tolist(), nodes.levels.tolist(), strict=True):
        left, top, right, bottom = box
        color: Any = pygame.Color(NIGHT).lerp(LEVELS[min(level, 5)], 0.5)
        pygame.draw.rect(screen, color, (left, top, right - left + 1, bottom - top + 1), 1)
    for thing, node in zip(things, nodes.node_of.tolist(), strict=True):
        fill_shapes(screen, thing, LEVELS[min(int(nodes.levels[node]), 5)])
    hits = set(map(tuple, things.pair_indices().tolist()))
    pairs = list(map(tuple, candidate_pairs(things.aabbs).tolist()))
    for pair in sorted(pairs, key=lambda pair: pair in hits):  # the bright ones on top
        one, other = (things[i] for i in pair)
        color = AMBER if pair in hits else DIM
        pygame.draw.aaline(screen, color, (one.x, one.y), (other.x, other.y), 2)
    save_still(screen, path, 64)


def view_map(path: Path) -> None:
    """What `python -m spritecol.view` shows of the map of `platformer`."""
    hills = ROOT / "examples" / "platformer_map" / "hills.tmx"
    save_view([hills], path, ["--layers"])


def view_sheet(path: Path) -> None:
    """The same of a sheet of a fighter, with its slices."""
    poses = ((0, 0), (8, -4), (34, -4))  # how far the fist is out, and up
    sheet = pygame.Surface((100 * len(poses), 112), pygame.SRCALPHA)
    boxes: dict[str, list[tuple[int, int, int, int]]] = {"body": [], "hurt": [], "fist": []}
    for k, (out, up) in enumerate(poses):
        left = 100 * k
        pygame.draw.circle(sheet, PAPER, (left + 40, 26), 12)
        pygame.draw.rect(sheet, BLUE, (left + 28, 38, 24, 40), border_radius=8)
        for leg in (30, 42):
            pygame.draw.rect(sheet, STEEL, (left + leg, 72, 9, 38), border_radius=4)
        pygame.draw.rect(sheet, AMBER, (left + 44, 48 + up, 16 + out, 9), border_radius=4)
        boxes["body"].append((26, 40, 28, 70))
        boxes["hurt"].append((24, 14, 32, 96))
        boxes["fist"].append((44 + out, 46 + up, 18, 13) if out > 8 else (0, 0, 0, 0))
    layers = {"body": "layer=1 mask=1", "hurt": "layer=2 mask=4", "fist": "layer=4 mask=2"}
    slices = [
        {
            "name": name,
            "data": layers[name],
            "keys": [{"frame": k, "bounds": dict(zip("xywh", box, strict=True))}
                     for k, box in enumerate(every)],
        }
        for name, every in boxes.items()
    ]  # fmt: skip
    frames = {
        f"jab {k}": {"frame": {"x": 100 * k, "y": 0, "w": 100, "h": 112}} for k in range(len(poses))
    }
    meta = {"image": "jab.png", "slices": slices}
    with tempfile.TemporaryDirectory() as folder:
        pygame.image.save(sheet, Path(folder, "jab.png"))
        exported = Path(folder, "jab.json")
        exported.write_text(json.dumps({"frames": frames, "meta": meta}), encoding="utf-8")
        save_view([exported], path, ["--layers", "--names"])


def save_view(files: list[Path], path: Path, options: list[str]) -> None:
    """Run the command, and keep its picture no wider than a page."""
    view.main([*map(str, files), "-o", str(path), *options])
    shown = pygame.image.load(path)
    ratio = min(1.0, 816 / shown.get_width())
    size = round(shown.get_width() * ratio), round(shown.get_height() * ratio)
    save_still(pygame.transform.smoothscale(shown, size), path, 32)


def save_still(screen: pygame.Surface, path: Path, colors: int) -> None:
    image = Image.frombytes("RGB", screen.get_size(), pygame.image.tobytes(screen, "RGB"))
    image.quantize(colors, dither=Image.Dither.NONE).save(path, optimize=True)


# --- pictures and films of examples --------------------------------------------------------------

EVERY = 3  # frames of the example per frame of the film, which makes 20 per second
MILLISECONDS = 50  # per frame of the film
COLORS = 48  # in a GIF, and in a scene; there are few


def still(draw: Callable[[], Scene], path: Path) -> None:
    """Save a scene."""
    draw().save(path)


def alone(game: Any, frame: int) -> Hand:
    """Let a game that has no `window` play by itself, although somebody watches."""
    if hasattr(game, "pressed"):
        game.pressed = game.game.pilot
        return Hand()
    x, y = game.game.player.x, game.game.player.y
    near = game.game.enemies.nearest(x, y)
    keys = ["right", "down", "left", "up"][frame // 40 % 4]
    return Hand([keys], mouse=near.point if near else (0, 0), button=True)


def run_right(game: Any, frame: int) -> Hand:
    """Run through the small platformer, and jump at walls, gaps and enemies."""
    hero = game.game.hero
    gap = not game.game.solid.query_box(hero.x + 12, hero.y, hero.x + 16, hero.y + 40)
    near = game.game.enemies.nearest(hero, max_distance=40)
    jumps = frame % 2 and (gap or near or hero.walker.on_wall)
    return Hand(["right", "up"] if jumps else ["right"])


class Example(NamedTuple):
    """How an example is shown."""

    frames: int
    player: stage.Player = stage.own_pilot
    picture: int = -1  # which frame of the film is the picture
    is_gif: bool = False  # for those in which little moves


EXAMPLES = {
    "arcade_asteroids": Example(300),
    "breakout": Example(360),
    "bullet_storm": Example(90, lambda game, frame: Hand()),
    "crowd": Example(300, lambda game, frame: Hand(mouse=(300 + frame, 60 + 1.3 * frame))),
    "dungeon": Example(600, alone),
    "fighting": Example(360),
    "platformer": Example(540, is_gif=True),
    "rollback": Example(360),
    "shooter": Example(311),
    "small_game": Example(400, alone),
    "small_platformer": Example(520, run_right, picture=110),
    "stealth": Example(480),
}


@lru_cache(maxsize=1)  # the picture and the film are of one play
def shots_of(name: str) -> list[Image.Image]:
    """One of every few frames of an example."""
    if name == "arcade_asteroids":
        return shots_with_arcade()
    shots: list[Image.Image] = []
    example, count = EXAMPLES[name], iter(range(100_000))

    def watch(game: ModuleType, screen: pygame.Surface) -> None:
        if next(count) % EVERY == 0:
            pixels = pygame.image.tobytes(screen, "RGB")
            shots.append(Image.frombytes("RGB", screen.get_size(), pixels))

    stage.play(name, example.frames, example.player, watch)
    return shots


def shots_with_arcade() -> list[Image.Image]:
    """Those of the example for arcade, which has a window of its own."""
    import arcade
    import arcade_asteroids

    random.seed(20)
    window, shots = arcade_asteroids.Window(), []
    window.untouched = arcade_asteroids.PATIENCE
    for frame in range(EXAMPLES["arcade_asteroids"].frames):
        window.on_update(1 / 60)
        window.on_draw()
        if frame % EVERY == 0:
            shots.append(arcade.get_image().convert("RGB"))
        window.flip()
    window.close()
    return shots


def picture(name: str, path: Path) -> None:
    """Save one frame of an example."""
    shot = shots_of(name)[EXAMPLES[name].picture]
    shot.quantize(96, dither=Image.Dither.NONE).save(path, optimize=True)


def film(name: str, path: Path) -> None:
    """Save an example as a film."""
    shots = shots_of(name)
    if EXAMPLES[name].is_gif:
        palette = shots[len(shots) // 2].quantize(COLORS, dither=Image.Dither.NONE)
        # One palette and no dithering: pixels that do not change take no space in the file.
        shots = [shot.quantize(palette=palette, dither=Image.Dither.NONE) for shot in shots]
        save(shots, path, optimize=True)
    else:
        size = shots[0].width * 3 // 5, shots[0].height * 3 // 5
        shots = [shot.resize(size, Image.Resampling.LANCZOS) for shot in shots]
        save(shots, path, quality=30, method=4)


def save(shots: list[Image.Image], path: Path, **how: Any) -> None:
    first, *others = shots
    first.save(path, save_all=True, append_images=others, duration=MILLISECONDS, loop=0, **how)


def tiles(path: Path) -> None:
    """Draw the five tiles of `platformer`: earth, grass, a slope, spikes, a bush."""
    image = Image.new("RGBA", (80, 16))
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, 31, 15), fill=EARTH)
    pen.rectangle((16, 0, 31, 2), fill=GRASS)
    pen.polygon([(32, 15), (47, 0), (47, 15)], fill=EARTH)
    pen.line([(32, 15), (47, 0)], fill=GRASS, width=3)
    for x in (48, 56):
        pen.polygon([(x, 15), (x + 4, 6), (x + 7, 15)], fill=SPIKES)
    for x, y, r in ((68, 11, 4), (72, 8, 5), (76, 11, 4)):
        pen.ellipse((x - r, y - r, x + r, y + r), fill=BUSH)
    image.save(path, optimize=True)


STILLS = (
    contact, separation, distance,  # contacts.md
    ray, rays, thick_ray,
    sweep, turn,
    slide, normal, snap, step, one_way, lift, nudge, press, bounces,  # moving.md
    art_later,  # pose.md
)  # fmt: skip

PICTURES: dict[str, Callable[[Path], None]] = {
    **{f"guide/{scene.__name__}.png": partial(still, scene) for scene in STILLS},
    "hills.png": tiles,
    "debug_view.png": debug_view,
    "quadtree_view.png": quadtree_view,
    "view_map.png": view_map,
    "view_sheet.png": view_sheet,
    **{f"{name}.png": partial(picture, name) for name in EXAMPLES},
    **{
        f"{name}.{'gif' if example.is_gif else 'webp'}": partial(film, name)
        for name, example in EXAMPLES.items()
    },
}
"""What draws each picture into a file."""


def place_of(picture: str) -> Path:
    """Where a picture is kept."""
    folder = ROOT / "examples" / "platformer_map" if picture == "hills.png" else IMAGES
    return folder / picture


def main() -> None:
    """Draw those that are named, or all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    known: dict[str, list[str]] = {}
    for image in PICTURES:
        known.setdefault(Path(image).stem, []).append(image)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(known))
    parser.add_argument("--to", type=Path, help="write them into this folder")
    given = parser.parse_args()
    for name in given.names or known:
        if name not in known:
            parser.error(f"there is no picture {name}; there are {', '.join(known)}")
        for image in known[name]:
            path = given.to / image if given.to else place_of(image)
            path.parent.mkdir(parents=True, exist_ok=True)
            PICTURES[image](path)
            print(f"{path}: {path.stat().st_size / 1000:.0f} kB", flush=True)


if __name__ == "__main__":
    main()
