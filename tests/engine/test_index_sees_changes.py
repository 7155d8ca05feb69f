"""Whatever changes counts at once, also where an index or the shape's last place is kept.

Two members of a Group at rest, which has been asked before, change in one way. Then they are as
sprites that were made with these values, in a plain list: in boxes, hits and pairs.
"""

from collections.abc import Callable
from typing import Any

import pytest
from support.counting import at_least
from support.each_kind import SHAPES
from support.hooks import index_forced

from spritecol import Group, Rect, Shape, Sprite, pairs

VALUES: dict[str, list[Any]] = {
    "x": [40, -7.5],
    "y": [40, -7.5],
    "angle": [90, 200],
    "scale": [4, -2],
    "scale_x": [4, -2],
    "scale_y": [4, -2],
    "center_x": [30],
    "center_y": [30],
    "collision_layer": [2],
    "collision_mask": [2],
    "collision_enable": [False],
    "collision_sync": [False],
    "offset_sync": [True],
}
START = {"angle": 20, "scale_x": 2, "scale_y": 2, "center_x": 4, "center_y": 3}
STATES: list[dict[str, float]] = [{}, START, {"moved": 5}]
ROADS: dict[str, Callable[[Group, Sprite, str, Any], None]] = {
    "assigned": lambda group, sprite, name, value: setattr(sprite, name, value),
    "as its column": lambda group, sprite, name, value: setattr(group, name, [value] * len(group)),
}
CASES = [(name, "assigned") for name in VALUES]
CASES += [(name, "as its column") for name in VALUES if hasattr(Group(), name)]


def scene(values: dict[str, Any], shape: Shape) -> tuple[list[Sprite], list[Sprite]]:
    """Two sprites in one place, and the tiles that they stand on."""
    movers = [Sprite(collision=shape, **values) for _ in range(2)]
    tiles = [
        Sprite(x, y, collision=Rect(0, 0, 16, 16), collision_mask=1)
        for x in range(-32, 33, 16)
        for y in range(-32, 33, 16)
    ]
    return movers, tiles


def answers(ordered: list[Sprite], asked: Any) -> list[tuple[int, int]]:
    numbers = {id(sprite): k for k, sprite in enumerate(ordered)}
    return [(numbers[id(one)], numbers[id(other)]) for one, other in pairs(asked)]


@pytest.mark.parametrize("forced", [True, False], ids=["index", "no index"])
@pytest.mark.parametrize(("name", "road"), CASES)
def test_what_changes_is_as_if_made_so(name: str, road: str, forced: bool) -> None:
    with at_least(changed=len(SHAPES) // 2, pairs=60) as seen:
        for shape in SHAPES:
            for state in STATES:
                for value in VALUES[name]:
                    start = {**state}
                    moved = start.pop("moved", 0)
                    movers, tiles = scene(start, shape)
                    ordered = [*movers, *tiles]
                    group, both = Group(ordered), Group(movers)
                    with index_forced(forced):
                        answers(ordered, group)
                        for sprite in movers:
                            sprite.x += moved
                        before = answers(ordered, group)
                        for sprite in movers:
                            ROADS[road](both, sprite, name, value)
                        found = answers(ordered, group)
                        again = answers(ordered, group)
                    changed = ("scale_x", "scale_y") if name == "scale" else (name,)
                    start["x"] = moved
                    others, more = scene({**start, **dict.fromkeys(changed, value)}, shape)
                    with index_forced(False):
                        wanted = answers([*others, *more], [*others, *more])
                    assert found == again == wanted
                    for sprite, other in zip(movers, others, strict=True):
                        assert sprite.aabb == other.aabb
                        assert sprite.shapes == other.shapes
                    seen["changed"] += found != before
                    seen["pairs"] += len(before)
