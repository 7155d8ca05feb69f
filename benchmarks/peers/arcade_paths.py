"""arcade's way on a grid of squares."""

from typing import Any

from peers.arcade_sprites import Solid, arcade

__all__ = ["barriers", "way"]


def barriers(solid: list[tuple[int, int]], square: int, across: int) -> Any:
    """The squares in which a sprite almost as large would hit a wall; their middles are whole."""
    walls = arcade.SpriteList(use_spatial_hash=True)
    for x, y in solid:
        walls.append(Solid(square, square, square * x, square * y))
    disc = Solid(square - 2, square - 2, 0, 0)
    size = square * across
    return arcade.AStarBarrierList(disc, walls, square, 0, size, 0, size)


def way(start: Any, goal: Any, square: int, barrier_list: Any) -> Any:
    """The middles of the squares from one to another."""
    first, last = ((square * x, square * y) for x, y in (start, goal))
    return arcade.astar_calculate_path(first, last, barrier_list, diagonal_movement=False)
