"""The same call gives the same bits: after other calls, on every road, and among what is far."""

from laws.roads import Levels
from support.counting import at_least

from spritecol import Circle, Group, Rect, Segment, Sprite


def test_contacts_leave_a_flattened_sprite_of_many_shapes_as_it_was() -> None:
    """They place the near shapes of it anew, and not by how thick these would be."""
    circle = Circle(4, 72, 4)
    many = Sprite(angle=30, scale_x=0, collision=[circle, *[Rect(0, 0, 8, 8)] * 16])
    one = Sprite(angle=30, scale_x=0, collision=circle)
    before = many.aabb, many.distance(one), many.hits(one)
    assert many.contacts(Sprite(-60, 6, collision=Rect(0, 0, 60, 90)))
    assert (many.aabb, many.distance(one), many.hits(one)) == before
    assert many.hits(one)


def test_what_is_far_away_changes_no_way_out_of_many_shapes() -> None:
    """Also where the search ends by its budget, and leads past a box."""
    with at_least(long=6) as seen:
        for seed in (5071, 5110, 6010, 6121, 6205, 20008, 50074, 50320):
            scene = Levels(seed)
            body, near = scene.askers[0], scene.targets[:3]
            way = body.separation(near)
            for x, y in ((-3e5, 1e5), (-3000, 0), (0, 9000)):
                far = Sprite(x, y, collision=Rect(0, 0, 1, 1))
                assert body.separation([*near, far]) == way, (seed, x)
                assert body.separation([Group(near), far]) == way, (seed, x)
            seen["long"] += way.length > 100


def test_a_distance_to_what_does_not_count_has_one_normal() -> None:
    a = Sprite(collision=Rect(0, 0, 5, 5, layer=4, mask=1))
    shapes = [Circle(0, 0, 5, layer=2, mask=5), Segment(16, -12, -8, -8, mask=0)]
    b = Sprite(collision=shapes)
    assert a.distance(b).normal == a.distance([b]).normal == b.distance(a).normal == (0, -1)
