"""Cosine and sine of angles in degrees, exact where the angle is a multiple of 90."""

from math import copysign, cos, radians, remainder, sin, trunc


def cos_sin(angle: float) -> tuple[float, float]:
    """Cosine and sine of an angle in degrees: the first column of a turn clockwise on screen.

    The angle is reduced to at most 45 degrees from the nearest multiple of 90. Both steps of that
    are free of rounding, so quarter turns are exact and full turns change nothing. The compiled
    transform takes the same steps, so that both give the same bits.

    >>> cos_sin(-630)
    (0.0, 1.0)
    """
    turn = remainder(angle, 360.0)
    quarters = trunc(turn / 90.0)
    if abs(turn / 90.0 - quarters) >= 0.5:  # halves go away from 0, as C's lround has it
        quarters += int(copysign(1.0, turn))
    rest = turn - 90.0 * quarters
    c, s = cos(radians(rest)), sin(radians(rest))
    # Adding 0.0 turns a negative zero into a plain one.
    match quarters % 4:
        case 0:
            return c, s + 0.0
        case 1:
            return 0.0 - s, c
        case 2:
            return -c, 0.0 - s
        case _:
            return s + 0.0, -c
