"""Many rays at once: the same however rows are found, and arrays that are read in place."""

import math
import random
import warnings
from typing import Any

import numpy as np
import pytest
from support.engine import use_index
from support.for_each import for_each

from spritecol import (
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rays,
    Rect,
    Segment,
    Sprite,
    Triangle,
)

NAN = float("nan")
SHAPES: dict[str, Any] = {
    "point": Point(0, 0),
    "segment": Segment(-3, 0, 8, 2),
    "circle": Circle(0, 0, 7),
    "ellipse": Ellipse(0, 0, 9, 4),
    "rect": Rect(-4, -4, 9, 7),
    "triangle": Triangle(0, 0, 9, 0, 0, 9),
    "polygon": Polygon([(0, 0), (16, 0), (16, 16), (12, 4), (0, 16)]),
}


def columns(rays: Rays) -> list[Any]:
    """What many rays found, as bytes."""
    return [getattr(rays, name).tobytes() for name in Rays.__match_args__]


@for_each("kinds", [["circle"], list(SHAPES)])
@for_each("far", [False, True])
@for_each("count", [3, 64, 100, 300])
def test_many_rays_among_few_are_as_many_single_ones(
    kinds: list[str], far: bool, count: int
) -> None:
    """However the rows are found: one by one, by a tree with or without stripes, or a kept one."""
    rng = random.Random(count)
    width = 8.0 * math.sqrt(count)
    members = [
        Sprite(
            round(rng.uniform(0, width)),
            rng.uniform(0, width),
            angle=rng.choice((0, 90, rng.uniform(0, 360))),
            collision=SHAPES[rng.choice(kinds)],
            collision_layer=rng.choice((1, 2)),
            collision_enable=rng.random() > 0.1,
        )
        for _ in range(count)
    ]
    if far:
        members[1].x = 1e9
    group = Group(members)
    lines = np.random.default_rng(count).uniform(-5, width + 5, (max(300, 20_000 // count), 4))
    lines[::5, 2:] = lines[::5, :2]
    lines[1::5, :2] = [(members[0].x, members[0].y)]
    lines[2::5] = lines[2::5].round()
    for keywords in ({}, {"hit_from_inside": False}, {"mask": 2, "exclude": members[::9]}):
        found = {}
        for index, kept in ((None, True), (False, True), (True, False), (True, True)):
            use_index(index, kept)
            rays = group.raycast_arrays(lines[:, :2], lines[:, 2:], **keywords)
            sights = group.line_of_sight_arrays(lines[:, :2], lines[:, 2:], **keywords)
            assert sights.tolist() == (~rays.hit).tolist()
            found[index, kept] = columns(rays)
        assert all(others == found[None, True] for others in found.values())
        for k in range(0, len(lines), 17):
            hit = group.raycast(*lines[k], **keywords)
            assert rays.hit[k] == (hit is not None)
            if hit is not None:
                assert rays.position[k] == members.index(hit.sprite)
                assert rays.fraction[k] == hit.fraction


class Meddler:
    """A radius that does something to an array of rays when it is read."""

    def __init__(self, meddle: Any) -> None:
        self.meddle = meddle

    def __float__(self) -> float:
        self.meddle()
        return 0.0


def test_rays_that_change_while_they_are_read() -> None:
    """The arrays are read in place, after all that may run code of users."""
    group = Group(Sprite(20 * k, collision=Rect(0, 0, 10, 10)) for k in range(100))
    places = np.tile((5.0, 5.0), (300, 1))
    for name in ("raycast_arrays", "line_of_sight_arrays"):
        ask = getattr(group, name)

        def moved(array: Any) -> None:
            array[:] = (25.0, 5.0)

        def spoiled(array: Any) -> None:
            array[200, 1] = NAN

        def reshaped(array: Any) -> None:
            with warnings.catch_warnings():  # NumPy 2.5 would rather not have it done
                warnings.simplefilter("ignore", DeprecationWarning)
                array.shape = (600, 1)

        def resized(array: Any) -> None:
            array.resize((2, 2), refcheck=False)

        for change, message in (
            (spoiled, "starts must be a finite"),
            (reshaped, "starts and ends must|shape"),
            (resized, "equally many"),
        ):
            starts = places.copy()
            with pytest.raises(ValueError, match=message):
                ask(starts, places, radius=Meddler(lambda: change(starts)))  # noqa: B023
        starts = places.copy()
        ask(starts, places, radius=Meddler(lambda: moved(starts)))  # noqa: B023
        starts = places.copy()
        starts.flags.writeable = False
        ask(starts, places)
        with pytest.raises(ValueError, match="ends must be a finite"):
            ask(np.zeros((0, 2)), np.array([(0.0, NAN)]))
        with pytest.raises(ValueError, match=r"ends must be a finite.*, got 10000000000005"):
            ask(places, places + np.array((0.0, 1e13)), where=lambda _: 1 / 0)
