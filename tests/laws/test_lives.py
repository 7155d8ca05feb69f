"""Random lives of sprites and Groups, compared at every step with plain data."""

import gc

import pytest
from oracle.lives import GROUP_ACTS, SPRITE_ACTS, Life, cores, hits
from support.counting import at_least
from support.hooks import live_row_count, row_count, validate

from spritecol import check, pairs

ACTS = (*SPRITE_ACTS, *GROUP_ACTS, "clone", "drop")


def ask(life: Life) -> int:
    """All questions about hits, of sprites, lists and Groups. How many pairs hit."""
    numbers = list(life.sprites)
    one = life.any()
    mine, sprites = life.sprites[one], [life.sprites[k] for k in numbers]
    met = [life.sprites[k] for k in numbers if hits(life.bodies[one], life.bodies[k])]
    assert mine.check(sprites) == met
    assert mine.hits(sprites) is bool(met)
    assert pairs(sprites, mine) == [(other, mine) for other in met]
    count = len(met)
    for a in range(len(life.groups)):
        b = life.group()
        first, second = life.flat(a), life.flat(b)
        body = life.bodies
        if a == b:
            wanted = [
                (i, j)
                for i, p in enumerate(first)
                for j, q in enumerate(first)
                if i < j and hits(body[p], body[q])
            ]
            found = life.groups[a].pair_indices()
            assert [(p.number, q.number) for p, q in life.groups[a].pairs()] == [
                (first[i], first[j]) for i, j in wanted
            ]
        else:
            wanted = [
                (i, j)
                for i, p in enumerate(first)
                for j, q in enumerate(second)
                if hits(body[p], body[q])
            ]
            found = life.groups[a].pair_indices(life.groups[b])
            assert life.groups[a].hits(life.groups[b]) is bool(wanted)
            told = check(life.groups[a], life.groups[b], shot=None, hit=None)
            assert [(p.number, q.number) for p, q in told] == [
                (first[i], second[j]) for i, j in wanted
            ]
        assert list(map(tuple, found.tolist())) == wanted
        count += len(wanted)
    return count


def see_boxes(life: Life) -> None:
    """The box round all shapes, exactly."""
    for number, sprite in life.sprites.items():
        if shapes := cores(life.bodies[number]):
            lows = [min(core.low[k] - core.reach for core in shapes) for k in (0, 1)]
            highs = [max(core.high[k] + core.reach for core in shapes) for k in (0, 1)]
            assert sprite.aabb == (*lows, *highs)


@pytest.mark.parametrize("seed", range(3))
def test_a_life_is_as_its_plain_data(seed: int) -> None:
    """Every sprite, every Group, who hits whom in which order; and every row is given back."""
    rows = live_row_count()
    life = Life(seed, 9)
    with at_least(hits=100) as seen:
        for _ in range(60):
            life.act(*ACTS)
            life.see()
            see_boxes(life)
            seen["hits"] += ask(life)
            validate()
            assert row_count() == rows + len(life.sprites)
    for group in life.groups:
        group.clear()
    life.sprites.clear()
    gc.collect()
    assert live_row_count() == rows
