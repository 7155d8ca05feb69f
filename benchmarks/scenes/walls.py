"""A level of tiles and the steps of who walks there."""

TILE = 16  # pixels
PLAYER = (12, 20)
COLUMNS = 1_000
START = (8_000, -21)  # a pixel above the floor
STEPS = [(3, 2), (-3, 2)] * 8


def level(count: int) -> list[tuple[float, float]]:
    """The corners of tiles: a floor, from y = 0 down."""
    return [(float(TILE * (k % COLUMNS)), float(TILE * (k // COLUMNS))) for k in range(count)]
