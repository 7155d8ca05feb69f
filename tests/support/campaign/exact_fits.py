"""Exact fits: the topics that make their own scenes, in small whole numbers and halves.

Random numbers never touch, end in a touch, or leave a gap as wide as what goes through it. Games do
little else. Here such scenes are drawn, about the origin and about powers of two, and judged by
`oracle.exact` in whole numbers.
"""

from collections.abc import Callable

from support.campaign import fits_moves, fits_places, fits_ways, least_moves, sight, ways
from support.campaign.bulk import Random
from support.campaign.tally import Tally

TOPICS: dict[str, Callable[[Random, Tally, str], None]] = {
    "fits-sweeps": fits_ways.sweeps,
    "fits-falls": fits_ways.falls,
    "fits-rays": fits_ways.rays,
    "fits-passes": fits_ways.passes,
    "fits-least": fits_places.least,
    "fits-slides": fits_moves.slides,
    "fits-far": fits_moves.far,
    "fits-rolls": fits_moves.rolls,
    "fits-walks": fits_moves.walks,
    "sight": sight.play,
    "ways": ways.play,
    "least_moves": least_moves.play,
}
"""In the order in which they come. Each judges a few hundred answers a round, walks a few plays."""
