"""Shapes of an image: every opaque pixel is in one of them, and nothing is far from one."""

import math
from typing import Any

import numpy as np
import pygame
import pytest
import shapely
from hypothesis import example, given
from hypothesis import strategies as st
from support.examples import examples
from support.for_each import for_each

from spritecol import Point, Polygon, Sprite
from spritecol.integrations.pygame import shapes_from_surface

ROUNDING = 2e-6  # pixels

TOLERANCES = [0, 0.2, 0.5, 1, 1.0, 2.5, 6, 100]


def picture(rows: list[str]) -> pygame.Surface:
    """A surface of a drawing: `#` is opaque, anything else is not."""
    surface = pygame.Surface((max(map(len, rows), default=0), len(rows)), pygame.SRCALPHA)
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            surface.set_at((x, y), (9, 9, 9, 255 if letter == "#" else 0))
    return surface


def opaque(surface: pygame.Surface, threshold: int = 127) -> Any:
    """Pygame's own word on it: which pixels are opaque, (x, y)."""
    mask = pygame.mask.from_surface(surface, threshold)
    width, height = surface.get_size()
    pixels = [[mask.get_at((x, y)) for y in range(height)] for x in range(width)]
    return np.array(pixels, dtype=bool).reshape(width, height)


def check(surface: pygame.Surface, tolerance: float = 1.0, threshold: int = 127) -> list[Polygon]:
    """The shapes of a surface, compared with pygame's mask pixel by pixel."""
    shapes = shapes_from_surface(surface, tolerance, threshold)
    pixels = np.argwhere(opaque(surface, threshold))
    if len(pixels) == 0:
        assert shapes == []
        return shapes
    assert all(type(shape) is Polygon for shape in shapes)
    geometries = np.array([shape.geometry for shape in shapes])
    assert shapely.is_valid(geometries).all()
    shapely.prepare(geometries)
    squares = shapely.box(*pixels.T, *(pixels + 1).T)
    covered = shapely.covers(geometries[:, None], squares[None, :]).any(axis=0)
    assert covered.all(), pixels[~covered]

    # Far points: of the edges, and of all there is, a quarter of a pixel apart.
    whole = shapely.union_all(squares)
    shapely.prepare(whole)
    edges = shapely.get_coordinates(shapely.segmentize(shapely.boundary(geometries), 0.25))
    assert shapely.dwithin(whole, shapely.points(edges), tolerance + ROUNDING).all()
    reach = min(math.ceil(tolerance) + 2, 12)
    width, height = surface.get_size()
    axis = [np.arange(-reach, side + reach, 0.25) + 0.125 for side in (width, height)]
    grid = shapely.points(np.stack(np.meshgrid(*axis, indexing="ij"), axis=-1)).ravel()
    far = grid[~shapely.dwithin(whole, grid, tolerance + ROUNDING)]
    assert not shapely.intersects(geometries[:, None], far[None, :]).any()
    return shapes


drawings = st.integers(1, 12).flatmap(
    lambda width: st.lists(st.text("#.", min_size=width, max_size=width), min_size=1, max_size=12)
)


@examples(20)
@given(rows=drawings, tolerance=st.sampled_from(TOLERANCES) | st.floats(0, 4))
@example(rows=["#.#", ".#.", "#.#"], tolerance=0)
@example(rows=["#.", ".#"], tolerance=0.1)
@example(rows=["###.", "#.#.", "##..", "...#"], tolerance=0.3)
def test_any_pixels(rows: list[str], tolerance: float) -> None:
    check(picture(rows), tolerance)


def blob(seed: int, size: int = 48) -> pygame.Surface:
    """Some discs, bars and holes, drawn by pygame."""
    chance = np.random.default_rng(seed)
    surface = pygame.Surface((size, size), pygame.SRCALPHA)
    for _ in range(6):
        color = (255, 255, 255, 255 if chance.random() < 0.7 else 0)
        place = [int(v) for v in chance.integers(0, size, 4)]
        match chance.integers(4):
            case 0:
                pygame.draw.circle(surface, color, place[:2], int(chance.integers(2, 16)))
            case 1:
                pygame.draw.line(surface, color, place[:2], place[2:], int(chance.integers(1, 4)))
            case 2:
                pygame.draw.rect(surface, color, (*place[:2], 9, 20))
            case _:
                pygame.draw.ellipse(surface, color, (*place[:2], 25, 12), 2)
    return surface


@examples(6)
@given(seed=st.integers(0, 10**6), tolerance=st.sampled_from(TOLERANCES))
def test_drawn_pictures(seed: int, tolerance: float) -> None:
    check(blob(seed), tolerance)


def disc(radius: int, hole: int = 0) -> pygame.Surface:
    surface = pygame.Surface((2 * radius + 1, 2 * radius + 1), pygame.SRCALPHA)
    pygame.draw.circle(surface, "white", (radius, radius), radius)
    if hole:
        pygame.draw.circle(surface, (0, 0, 0, 0), (radius, radius), hole)
    return surface


def corners(shapes: list[Polygon]) -> int:
    return sum(len(ring) for shape in shapes for ring in (shape.points, *shape.holes))


def test_few_corners() -> None:
    assert corners(check(disc(30))) <= 16
    assert corners(check(disc(30), 3)) <= 9
    stairs = picture(["#" * (i + 1) for i in range(40)])
    assert corners(check(stairs)) <= 5
    slope = picture(["#" * (3 * i + 3) for i in range(14)])
    assert corners(check(slope)) <= 5
    assert corners(check(picture(["#" * 20] * 9))) == 4


def test_without_tolerance_it_is_the_pixels_outline() -> None:
    (shape,) = check(picture(["##", "#."]), 0)
    assert shape == Polygon.from_geometry(
        shapely.Polygon([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)])
    ) or shape.geometry.equals(shapely.Polygon([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]))
    assert corners([shape]) == 6


def test_holes() -> None:
    (ring,) = check(disc(20, 12))
    assert len(ring.holes) == 1
    assert len(ring.holes[0]) <= 12
    sprite = Sprite(collision=ring)
    assert not sprite.hits(Sprite(20, 20, collision=Point(0, 0)))
    assert sprite.hits(Sprite(4, 20, collision=Point(0, 0)))
    (filled,) = check(picture(["###", "#.#", "###"]))
    assert filled.holes == ()  # nothing in it is a pixel away from a pixel
    (kept,) = check(picture(["###", "#.#", "###"]), 0.2)
    assert len(kept.holes) == 1


def test_islands() -> None:
    rows = ["#" * 6 + " " * 6 + "#" * 6] * 5
    assert len(check(picture(rows))) == 2
    assert len(check(picture(["#" + " " * 9 + "#", "", "", "", "", "#"]))) == 3


def test_pixels_that_touch_at_corners_are_one() -> None:
    for slope in (1, -1):
        surface = pygame.Surface((30, 30), pygame.SRCALPHA)
        ends = ((0, 0), (29, 29)) if slope > 0 else ((0, 29), (29, 0))
        pygame.draw.line(surface, "white", *ends)
        (line,) = check(surface)
        assert corners([line]) <= 6
    board = picture(["#." * 10, ".#" * 10] * 10)
    (square,) = check(board)
    assert corners([square]) <= 12
    assert len(check(board, 0)) == 200


def test_text() -> None:
    pygame.font.init()
    font = pygame.font.Font(None, 40)
    for smooth in (True, False):
        shapes = check(font.render("Bäg & %8", smooth, "white"))
        assert len(shapes) >= 8


def test_empty_pictures_have_no_shapes() -> None:
    for size in ((0, 0), (0, 5), (5, 0), (7, 7)):
        assert shapes_from_surface(pygame.Surface(size, pygame.SRCALPHA)) == []


def test_the_threshold_is_pygames() -> None:
    surface = pygame.Surface((4, 1), pygame.SRCALPHA)
    for x, alpha in enumerate((0, 100, 127, 128)):
        surface.set_at((x, 0), (0, 0, 0, alpha))
    assert [len(check(surface, 0, t)) for t in (127, 126, 50, 254)] == [1, 1, 1, 0]
    assert check(surface)[0].bounds == (3, 0, 4, 1)
    assert check(surface, 0, 50)[0].bounds == (1, 0, 4, 1)


def test_pictures_with_a_color_key() -> None:
    surface = pygame.Surface((8, 8))
    surface.fill("magenta")
    surface.fill("red", (2, 3, 4, 2))
    surface.set_colorkey("magenta")
    assert check(surface)[0].bounds == (2, 3, 6, 5)


def test_a_part_of_a_picture() -> None:
    whole = disc(20, 5)
    check(whole.subsurface((10, 5, 20, 30)))


def test_a_sprite_of_it() -> None:
    surface = disc(20)
    sprite = Sprite(image=surface, collision=shapes_from_surface(surface))
    mask = opaque(surface)
    for x, y in [(0, 0), (5, 5), (20, 20), (40, 20), (39, 30), (2, 12)]:
        hit = sprite.hits(Sprite(x + 0.5, y + 0.5, collision=Point(0, 0)))
        assert hit or not mask[x, y]


@for_each(
    "arguments, error, message",
    [
        (("ship",), TypeError, "surface must be a pygame Surface, got 'ship'"),
        ((disc(3), -1), ValueError, "tolerance must be 0 or more, got -1"),
        ((disc(3), math.nan), ValueError, "tolerance must be a finite number"),
        ((disc(3), "1"), TypeError, "tolerance must be a number, got '1'"),
        ((disc(3), 1, 0.5), TypeError, "threshold must be a whole number from 0 to 255, got 0.5"),
        ((disc(3), 1, 256), ValueError, "threshold must be a whole number from 0 to 255, got 256"),
        ((disc(3), 1, -1), ValueError, "threshold must be a whole number from 0 to 255, got -1"),
    ],
)
def test_bad_arguments(arguments: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        shapes_from_surface(*arguments)
