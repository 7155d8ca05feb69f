"""DXRuby's own answers: kept where they were right, put right where they were not."""

import json
from typing import Any

import pytest
from attrs import frozen
from oracle import exact
from support.tables import DATA, lines_of

from spritecol import Circle, Point, Rect, Sprite, Triangle, check, pairs


@frozen
class Image:
    """A stand-in for an image: only its size is ever read."""

    width: int
    height: int


def img(side: int, x: float = 0, y: float = 0, **pose: Any) -> Sprite:
    return Sprite(x, y, Image(side, side), **pose)


def shape(numbers: list[float], x: float = 0, y: float = 0, **pose: Any) -> Sprite:
    return Sprite(x, y, collision=numbers, **pose)


WRONG_ANSWERS = [line.split(" | ") for line in lines_of("dxruby_wrong_answers.txt", "answers")]


@pytest.mark.parametrize(("number", "why", "one", "other", "answer"), WRONG_ANSWERS)
def test_wrong_answers_put_right(number: str, why: str, one: str, other: str, answer: str) -> None:
    a, b, right = eval(one), eval(other), eval(answer)
    assert exact.hits(a, b) is right
    assert a.hits(b) is right
    assert b.hits(a) is right
    assert a.check([b]) == ([b] if right else [])
    assert pairs([a, b]) == ([(a, b)] if right else [])


RECORDED = json.loads((DATA / "dxruby_pairs.json").read_text())


def test_recorded_answers() -> None:
    """300 pairs whose gap or overlap was at least 1.5 pixels, answered by DXRuby itself."""
    for record in RECORDED:
        a, b = Sprite(**record["a"]), Sprite(**record["b"])
        assert a.hits(b) is record["hit"], record
        assert b.hits(a) is record["hit"], record


def test_recorded_answers_all_at_once() -> None:
    """Each recorded scene in a far-off place of its own, all pairs found in one go."""
    scene, expected = [], []
    for number, record in enumerate(RECORDED):
        a, b = Sprite(**record["a"]), Sprite(**record["b"])
        for sprite in (a, b):
            sprite.x += 2000 * (number % 20)
            sprite.y += 2000 * (number // 20)
        scene += [a, b]
        if record["hit"]:
            expected.append((a, b))
    assert len(expected) == 69
    assert pairs(scene) == expected
    assert check(scene[::2], scene[1::2]) == expected


# --- the number notation -----------------------------------------------------------------------


def test_what_the_numbers_mean() -> None:
    assert Sprite(collision=[3, 4]).shapes == (Point(3.5, 4.5),)
    assert Sprite(collision=[3, 4, 5]).shapes == (Circle(3, 4, 5),)
    assert Sprite(collision=[3, 4, 8, 6]).shapes == (Rect(3, 4, 6, 3),)
    assert Sprite(collision=[8, 6, 3, 4]).shapes == (Rect(3, 4, 6, 3),)
    assert Sprite(collision=[8, 4, 3, 6]).shapes == (Rect(3, 4, 6, 3),)
    assert Sprite(collision=[0, 1, 2, 3, 4, 9]).shapes == (Triangle(0.5, 1.5, 2.5, 3.5, 4.5, 9.5),)
    assert Sprite(collision=[[1, 2], [1, 2, 3]]).shapes == (Point(1.5, 2.5), Circle(1, 2, 3))
    assert Sprite(collision=[]).shapes == ()


PIXELS = [(x, y) for x in range(-2, 12) for y in range(-2, 12)]


def picked(target: Sprite) -> set[tuple[int, int]]:
    """The pixels at which a mouse cursor, collision [0, 0], picks the sprite."""
    cursor = Sprite(collision=[0, 0])
    found = set()
    for cursor.x, cursor.y in PIXELS:
        if cursor.hits(target):
            found.add((cursor.x, cursor.y))
    return found


def test_rect_numbers_are_whole_pixels() -> None:
    inside = {(x, y) for x, y in PIXELS if 2 <= x <= 7 and 3 <= y <= 5}
    for numbers in ([2, 3, 7, 5], [7, 5, 2, 3], [2, 5, 7, 3]):
        assert picked(shape(numbers)) == inside
    assert picked(shape([4, 4, 4, 4])) == {(4, 4)}


def test_image_rect_is_whole_pixels() -> None:
    assert picked(img(5)) == {(x, y) for x, y in PIXELS if 0 <= x < 5 and 0 <= y < 5}
    for angle in (90, 180, 270):
        assert picked(img(5, angle=angle)) == picked(img(5))


def test_point_numbers_are_a_pixels_middle() -> None:
    assert picked(shape([4, 6])) == {(4, 6)}


def test_circle_numbers() -> None:
    inside = {(x, y) for x, y in PIXELS if (x + 0.5 - 5) ** 2 + (y + 0.5 - 4) ** 2 < 9}
    assert picked(shape([5, 4, 3])) == inside


def test_triangle_numbers_run_through_pixel_middles() -> None:
    """The left and upper edges claim the pixels that they run through, the long one does not."""
    inside = {(x, y) for x, y in PIXELS if x >= 1 and y >= 1 and x + y < 10}
    assert picked(shape([1, 1, 9, 1, 1, 9])) == inside


def test_rect_numbers_that_are_not_whole() -> None:
    assert shape([0.5, 0, 3.5, 2]).shapes == (Rect(0.5, 0, 4, 3),)


def test_neighboring_pixel_rects_do_not_hit() -> None:
    assert not shape([0, 0, 4, 4]).hits(shape([5, 0, 9, 4]))
    assert shape([0, 0, 5, 4]).hits(shape([5, 0, 9, 4]))
