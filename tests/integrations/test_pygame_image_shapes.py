"""Shapes of an image: every opaque pixel is in one of them, and nothing is far from one."""

import math
from typing import Any

import numpy as np
import pygame
import pytest
import shapely
from hypothesis import example, given
from hypothesis import strategies as st
from support.counting import at_least
from support.examples import examples

from spritecol import Point, Polygon, Sprite
from spritecol.integrations.pygame import shapes_from_surface

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


def check(
    surface: pygame.Surface, tolerance: float = 1.0, threshold: int = 127
) -> tuple[Polygon, ...]:
    """The shapes of a surface, compared with pygame's mask pixel by pixel."""
    shapes = shapes_from_surface(surface, tolerance, threshold)
    pixels = np.argwhere(opaque(surface, threshold))
    if len(pixels) == 0:
        assert shapes == ()
        return shapes
    assert all(type(shape) is Polygon for shape in shapes)
    geometries = np.array([shape.geometry for shape in shapes])
    assert shapely.is_valid(geometries).all()
    shapely.prepare(geometries)
    squares = shapely.box(*pixels.T, *(pixels + 1).T)
    covered = shapely.covers(geometries[:, None], squares[None, :]).any(axis=0)
    assert covered.all(), pixels[~covered]

    # What may be covered, drawn so finely that what lies 0.01 px beyond the tolerance is outside.
    whole = shapely.union_all(squares)
    arcs = math.ceil(9 * math.sqrt(tolerance)) + 1
    near = shapely.buffer(whole, tolerance + 0.005, quad_segs=arcs)
    shapely.prepare(near)
    assert shapely.covers(near, geometries).all()
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


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("tolerance", [0, 1.0])
def test_a_mask_is_as_its_picture(seed: int, tolerance: float) -> None:
    surface = blob(seed)
    mask = pygame.mask.from_surface(surface)
    assert mask.count()
    expected = shapes_from_surface(surface, tolerance, name="moon")
    assert shapes_from_surface(mask, tolerance, name="moon") == expected
    mask.invert()
    whole = shapely.union_all([one.geometry for one in shapes_from_surface(mask, 0)])
    assert whole.area == mask.count()
    for size in ((0, 0), (0, 5), (7, 7)):
        assert shapes_from_surface(pygame.Mask(size)) == ()
    assert shapes_from_surface(pygame.Mask((7, 3), fill=True), 0)[0].bounds == (0, 0, 7, 3)


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
    for size, is_kept in ((4, False), (5, True), (9, True)):  # its middle is 2 pixels off, or more
        row = "#" * 4 + "." * size + "#" * 4
        (square,) = check(picture(["#" * len(row)] * 4 + [row] * size + ["#" * len(row)] * 4), 2)
        assert bool(square.holes) == is_kept


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


def test_the_threshold_is_pygames() -> None:
    surface = pygame.Surface((4, 1), pygame.SRCALPHA)
    for x, alpha in enumerate((0, 100, 127, 128)):
        surface.set_at((x, 0), (0, 0, 0, alpha))
    assert [len(check(surface, 0, t)) for t in (127, 126, 50, 254)] == [1, 1, 1, 0]
    assert check(surface)[0].bounds == (3, 0, 4, 1)
    assert check(surface, 0, 50)[0].bounds == (1, 0, 4, 1)


def test_pictures_of_any_kind() -> None:
    for size in ((0, 0), (0, 5), (5, 0), (7, 7)):
        assert shapes_from_surface(pygame.Surface(size, pygame.SRCALPHA)) == ()
    keyed = pygame.Surface((8, 8))
    keyed.fill("magenta")
    keyed.fill("red", (2, 3, 4, 2))
    keyed.set_colorkey("magenta")
    assert check(keyed)[0].bounds == (2, 3, 6, 5)
    check(disc(20, 5).subsurface((10, 5, 20, 30)))


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("ship",), "surface"),
        *(((disc(3), bad), "tolerance") for bad in (-1, math.nan, "1")),
        *(((disc(3), 1, bad), "threshold") for bad in (0.5, 256, -1)),
    ],
)
def test_bad_arguments(arguments: Any, word: str) -> None:
    with pytest.raises((TypeError, ValueError), match=f"^{word}"):
        shapes_from_surface(*arguments)


@pytest.mark.parametrize(("radius", "tolerance"), [(7, 2.82), (20, 1.41), (24, 1.41)])
def test_a_tolerance_that_corners_of_pixels_all_but_reach(radius: int, tolerance: float) -> None:
    """A hundredth of a pixel more, and the multiple of the square root of 2 could be covered."""
    check(disc(radius), tolerance)


@pytest.mark.parametrize("bridged", [False, True])
def test_outlines_of_pixels_at_random_are_the_union_of_their_squares(bridged: bool) -> None:
    """With holes, islands in them, and pixels that touch at corners, which `bridged` joins."""
    r = np.random.default_rng(7)
    with at_least(holes=50, touching=150, parts=120) as seen:
        for _ in range(60):
            pixels = r.random(r.integers(2, 14, 2)) < r.choice([0.2, 0.5, 0.7, 0.9])
            if not pixels.any():
                continue
            surface = pygame.Surface(pixels.shape, pygame.SRCALPHA)
            pygame.surfarray.pixels_alpha(surface)[:] = 255 * pixels
            a, b, c, d = pixels[:-1, :-1], pixels[1:, :-1], pixels[:-1, 1:], pixels[1:, 1:]
            corners = 1 + np.argwhere((a == d) & (b == c) & (a != b))
            places = np.argwhere(pixels)
            squares = shapely.box(*places.T, *(places + 1).T)
            if bridged:  # by squares of half a pixel, and without any other tolerance
                bridges = shapely.box(*(corners - 0.25).T, *(corners + 0.25).T)
                union = shapely.union_all([*squares, *bridges])
                shapes = check(surface, 0.36)
                for shape in shapes:
                    assert shapely.contains_properly(shapely.buffer(union, 0.4), shape.geometry)
                assert len(shapes) == len(shapely.get_parts(union))
            else:
                union = shapely.union_all(squares)
                shapes = check(surface, 0)
                drawn = shapely.multipolygons([shape.geometry for shape in shapes])
                assert shapely.equals(drawn, union)
                assert len(shapes) == len(shapely.get_parts(union))
                wanted = shapely.get_num_coordinates(shapely.simplify(union, 0))
                assert shapely.get_num_coordinates(drawn) == wanted
            seen["holes"] += sum(len(part.interiors) for part in shapely.get_parts(union))
            seen["touching"] += len(corners)
            seen["parts"] += len(shapes)


@pytest.mark.parametrize("whole", [0.5, math.sqrt(0.5), 1, math.sqrt(2), 2, 3])
def test_a_step_that_is_a_hundredth_of_a_pixel_too_long_is_not_taken(whole: float) -> None:
    """Pixels lie at such distances, so a tolerance a bit smaller is where they would show."""
    for surface in (
        disc(12),
        disc(9, 4),
        blob(3, 32),
        picture(["#" * (2 * k + 2) for k in range(9)]),
    ):
        check(surface, whole - 0.008)
