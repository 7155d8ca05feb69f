"""Hits against shapely: all pairs of kinds, in any pose, near contact and as they fall."""

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from support import oracle_exact as exact
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


@pytest.mark.parametrize(("kind_a", "kind_b"), some.KIND_PAIRS)
@settings(max_examples=30)
@given(data=st.data())
def test_one_shape_each(kind_a: str, kind_b: str, data: st.DataObject) -> None:
    assert_agrees(*data.draw(some.encounters(kind_a, kind_b)))


@settings(max_examples=45)
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


@pytest.mark.parametrize(("kind_a", "kind_b"), some.KIND_PAIRS)
@settings(max_examples=10)
@given(data=st.data())
def test_the_two_oracles_agree(kind_a: str, kind_b: str, data: st.DataObject) -> None:
    """They share the poses' arithmetic and nothing of the tests between shapes."""
    a, b = data.draw(some.encounters(kind_a, kind_b))
    expected = oracle.verdict(a, b)
    if expected is not Verdict.CLOSE:
        assert exact.hits(a, b) == (expected is Verdict.HIT)
