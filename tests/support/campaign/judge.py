"""Which sprites hit: near pairs in bulk, and the few in doubt one by one."""

from collections.abc import Sequence

import attrs
import numpy as np
import shapely
from numpy.typing import NDArray
from oracle import exact as oracle_exact
from oracle import round as oracle_round
from oracle.round import Verdict

from spritecol import Sprite
from support.campaign.bulk import Floats, Ints
from support.campaign.geometry import AREA, FINE, POINT, ROUND, SEGMENT, World, axes, set_rounds

HIT, MISS, DOUBT = 1, -1, 0
Verdicts = NDArray[np.int8]
HALF = 32  # bits of a code

SHIFT = np.array([2.0**-10, 2.0**-20])
"""A point counts as shifted by (e, e*e). For small whole numbers this e is as good as a vanishing
one: no edge of corners within 64 is crossed on the way."""


@attrs.define
class Judged:
    """The certain facts about a scene.

    Attributes:
        hits, misses: (n, 2), pairs of sprites i < j, or of sprites of two scenes.
        doubts: pairs about which nothing is certain.
    """

    hits: Ints
    misses: Ints
    doubts: Ints

    @property
    def near(self) -> int:
        """How many pairs were judged, with overlapping boxes."""
        return len(self.hits) + len(self.misses)


def codes_of(pairs: Ints) -> Ints:
    """Each row (i, j) as one number, in the same order."""
    result: Ints = (pairs[:, 0] << HALF) | pairs[:, 1]
    return result


def near_parts(a: World, b: World) -> Ints:
    """Pairs of parts whose boxes meet: (n, 2), ordered by the first."""
    tree = shapely.STRtree(b.outer)
    found: Ints = tree.query(shapely.box(*shapely.bounds(a.outer).T)).T
    return found[np.argsort(found[:, 0], kind="stable")]


def judge(a: World, b: World, a_sprites: Sequence[Sprite], b_sprites: Sequence[Sprite]) -> Judged:
    """The verdict on all near pairs: within a scene if both are the same, else between two."""
    parts = near_parts(a, b)
    owners = np.column_stack([a.owner[parts[:, 0]], b.owner[parts[:, 1]]])
    live = a.scene.enabled[owners[:, 0]] & b.scene.enabled[owners[:, 1]]
    if a is b:
        live &= owners[:, 0] < owners[:, 1]
    parts, owners = parts[live], owners[live]
    verdicts = bulk_verdicts(a, b, parts[:, 0], parts[:, 1])
    codes, of_pair = np.unique(codes_of(owners), return_inverse=True)
    pairs = np.column_stack([codes >> HALF, codes & ((1 << HALF) - 1)])
    whole = _combined(verdicts, of_pair, len(pairs))

    # The second round: finer polygons for the round parts of pairs in doubt.
    again = np.flatnonzero((whole == DOUBT)[of_pair] & (verdicts == DOUBT))
    if len(again) and not a.scene.exact:
        for world, column in ((a, 0), (b, 1)):
            some = np.unique(parts[again, column])
            some = some[world.kind[some] == ROUND]
            set_rounds(world, some, FINE)
            shapely.prepare(world.inner[some])
            shapely.prepare(world.grown[some])
        verdicts[again] = bulk_verdicts(a, b, parts[again, 0], parts[again, 1])
        whole = _combined(verdicts, of_pair, len(pairs))

    # The third: one by one.
    for place in np.flatnonzero(whole == DOUBT).tolist():
        i, j = pairs[place]
        whole[place] = single_verdict(a_sprites[i], b_sprites[j], exact=a.scene.exact)
    return Judged(pairs[whole == HIT], pairs[whole == MISS], pairs[whole == DOUBT])


def _combined(verdicts: Verdicts, of_pair: Ints, count: int) -> Verdicts:
    """One hit is a hit, and all misses are a miss."""
    most = np.full(count, MISS, dtype=np.int8)
    np.maximum.at(most, of_pair, verdicts)
    return most


def single_verdict(a: Sprite, b: Sprite, *, exact: bool) -> int:
    """The verdict on two sprites by the slow oracles."""
    if exact:
        return HIT if oracle_exact.hits(a, b) else MISS
    return {Verdict.HIT: HIT, Verdict.MISS: MISS, Verdict.CLOSE: DOUBT}[oracle_round.verdict(a, b)]


def bulk_verdicts(a: World, b: World, i: Ints, j: Ints) -> Verdicts:
    """The verdict on pairs of parts, as far as the margin allows one."""
    kinds = np.sort(np.column_stack([a.kind[i], b.kind[j]]), axis=1)
    if a.scene.exact:
        return _exact_verdicts(a, b, i, j, kinds)
    result = np.zeros(len(i), dtype=np.int8)
    thick = np.flatnonzero(kinds[:, 1] >= ROUND)
    result[thick[shapely.intersects(a.inner[i[thick]], b.inner[j[thick]])]] = HIT
    lines = np.flatnonzero((kinds == SEGMENT).all(axis=1))
    result[lines[_crossing(a, b, i[lines], j[lines]) > a.margin]] = HIT
    rest = np.flatnonzero(result == DOUBT)
    result[rest[~shapely.intersects(a.grown[i[rest]], b.outer[j[rest]])]] = MISS
    return result


def _crossing(a: World, b: World, i: Ints, j: Ints) -> Floats:
    """How far the ends of segments that cross are from the other one's line; 0 if they do not."""
    p, r = (
        shapely.get_coordinates(geometries).reshape(-1, 2, 2)
        for geometries in (a.outer[i], b.outer[j])
    )
    result: Floats = np.minimum(_astride(p, r), _astride(r, p))
    return result


def _astride(line: Floats, other: Floats) -> Floats:
    """How far both ends of `other` are, at least, from the line; 0 on the same side."""
    along = line[:, 1] - line[:, 0]
    away = other - line[:, :1]
    side = (along[:, None, 0] * away[..., 1] - along[:, None, 1] * away[..., 0]) / np.hypot(
        along[:, 0], along[:, 1]
    )[:, None]
    return np.where(side[:, 0] * side[:, 1] < 0, np.abs(side).min(axis=1), 0.0)


def _exact_verdicts(a: World, b: World, i: Ints, j: Ints, kinds: Ints) -> Verdicts:
    """On small whole numbers `relate` is exact, and so are the distances of circles."""
    result = np.zeros(len(i), dtype=np.int8)
    straight = (kinds != ROUND).all(axis=1)
    first, second = a.outer[i], b.outer[j]
    for mine, other, geometries in (
        (a.kind[i], b.kind[j], first),
        (b.kind[j], a.kind[i], second),
    ):
        inside = (mine == POINT) & (other == AREA)
        at = shapely.get_coordinates(geometries[inside])
        geometries[inside] = shapely.points(at + SHIFT)
    met = shapely.relate_pattern(first[straight], second[straight], "T********")
    result[straight] = np.where(met, HIT, MISS)

    for mine, k, other, m in ((a, i, b, j), (b, j, a, i)):
        # A circle and what is straight: the distance from its center.
        disc = (mine.kind[k] == ROUND) & (other.kind[m] != ROUND)
        center, radius = _circles(mine, k[disc])
        others = other.outer[m[disc]]
        gap = shapely.distance(shapely.points(center), others) - radius
        # Squared distances are fractions with denominators below 1,000: this small means touching.
        touching = np.abs(gap) < 1e-6
        met = (gap < 0) & ~touching
        dots = touching & (other.kind[m[disc]] == POINT)  # is p + (e, e*e) inside?
        away = shapely.get_coordinates(others[dots]) - center[dots]
        met[dots] = (away[:, 0] < 0) | ((away[:, 0] == 0) & (away[:, 1] < 0))
        result[disc] = np.where(met, HIT, MISS)
    both = (a.kind[i] == ROUND) & (b.kind[j] == ROUND)
    (p, r), (q, s) = _circles(a, i[both]), _circles(b, j[both])
    met = ((p - q) ** 2).sum(axis=1) < (r + s) ** 2
    result[both] = np.where(met, HIT, MISS)
    return result


def _circles(world: World, parts: Ints) -> tuple[Floats, Floats]:
    """Centers and radii of round parts that are circles."""
    center, u, _ = axes(world, parts)
    return center, np.hypot(u[:, 0], u[:, 1])
