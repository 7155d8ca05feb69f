"""Hits against shapely, in any pose. Pairs of kinds near contact are in test_campaign.py."""

from hypothesis import event, given, settings
from hypothesis import strategies as st
from support import oracle_shapely as oracle
from support import strategies as some
from support.oracle_shapely import Verdict

from spritecol import Sprite, pairs


def assert_agrees(a: Sprite, b: Sprite) -> None:
    """Both orders agree with each other, and with shapely where shapely can tell."""
    answer = a.hits(b)
    assert b.hits(a) == answer
    expected = oracle.verdict(a, b)
    event(expected.value)
    if expected is not Verdict.CLOSE:
        assert answer == (expected is Verdict.HIT)


@settings(max_examples=60)
@given(a=some.sprites(), b=some.sprites())
def test_several_shapes_each(a: Sprite, b: Sprite) -> None:
    assert_agrees(a, b)


@settings(max_examples=20)
@given(scene=st.lists(some.sprites(), min_size=4, max_size=7))
def test_all_pairs_of_a_scene(scene: list[Sprite]) -> None:
    places = {id(sprite): place for place, sprite in enumerate(scene)}
    found = {(places[id(a)], places[id(b)]) for a, b in pairs(scene)}
    for i, j, expected in oracle.all_pairs(scene):
        if expected is not Verdict.CLOSE:
            assert ((i, j) in found) == (expected is Verdict.HIT)
