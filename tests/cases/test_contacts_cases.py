"""Faults of contacts that were found once, and stay away."""

import copy
import math
import pickle

import pytest
from spritecol import ALL_LAYERS, Capsule, Circle, Ellipse, Group, Overlaps, Point, Polygon, Rect, Segment, Sprite, check
from support.near import near


def test_the_order_is_that_of_the_targets_then_of_the_shapes() -> None:
    a = Sprite(collision=[Circle(0, 0, 9, name="p"), Circle(3, 0, 9, name="q")])
    b, c = (Sprite(x, 0, collision=[Rect(-9, -9, 18, 18, name="r"), Point(1, 1, name="s")]) for x in (0, 1))
    assert [(f.other is b, f.shape.name + f.other_shape.name) for f in a.contacts([c, b])] == [
        (o, p + r) for o in (False, True) for p in "pq" for r in "rs"
    ]
    assert a.contacts(Group(c, b)) == a.contacts([c, [None, b], a, c])


def test_the_deepest_edge_has_two_points_a_corner_one() -> None:
    box, floor = Sprite(0, 8, collision=Rect(0, 0, 10, 10)), Sprite(-5, 16, collision=Rect(0, 0, 50, 50))
    points = box.contacts(floor)[0].points
    assert ({x for x, _ in points}, len({y for _, y in points} & {16, 18})) == ({0, 10}, 1)
    box.angle, box.center_x, box.center_y = 45, 5, 5
    assert near(box.contacts(floor)[0].points, ((5, 13 + 50**0.5),))


def test_a_crescent_is_left_through_its_mouth_not_by_a_shorter_way_into_another_piece() -> None:
    trap = Sprite(collision=Polygon([(0, 0), (30, 0), (30, 30), (20, 30), (20, 10), (0, 10)]))
    ball = Sprite(27, 5, collision=Circle(0, 0, 4))
    assert near((ball.contacts(trap)[0].normal, ball.contacts(trap)[0].depth), ((1, 0), 7))
    assert near(Sprite(24, 20, collision=Circle(0, 0, 4)).contacts(trap)[0].depth, 8)


def test_thin_shapes_come_apart_by_a_hair() -> None:
    wall = Sprite(collision=Segment(0, 0, 10, 0))
    point, along = Sprite(5, 0, collision=Point(0, 0)), Sprite(3, 0, collision=Segment(0, 0, 4, 0))
    assert [0 < thin.contacts(wall)[0].depth < 1e-13 for thin in (point, along)] == [True, True]
    assert near(Sprite(5, -2, collision=Segment(0, 0, 0, 10)).contacts(wall)[0].push, (0, 2))


def test_other_shapes_far_away_decide_no_tie_between_two_ways_out() -> None:
    corner = Polygon([(15, 18), (35, 18), (35, 24), (21, 24), (21, 38), (15, 38)])

    def answer(mine, others):
        mover = Sprite(50, 22, scale_x=-1, scale_y=-1, collision=mine)
        target = Sprite(6, 8, collision=others)
        (contact,) = mover.contacts(target)
        return contact.normal, [bool(mover.sweep(dx, dy, target)) for dx, dy in ((-2, 15), (-2, 0), (-2, -15))]

    bar, fars = Rect(11, -19, 19, 2), [Rect(x, y, 5, 5) for x, y in ((-900, 0), (900, 0), (0, -900), (0, 900))]
    assert [answer(*shapes) for far in fars for shapes in (([bar], [corner]), ([bar, far], [corner]), ([bar], [corner, far]))] == [
        ((1, 0), [False, False, True])
    ] * 12


def test_nor_do_they_move_the_points_of_two_upright_boxes_one_of_them_as_a_polygon_of_a_turned_sprite() -> None:
    def points(far, mine, others):
        mover = Sprite(29, -14, angle=90, scale_x=2, collision=[Rect(3, 12, 15, 15), far][: 1 + mine])
        target = Sprite(-1, 0, angle=180, scale_x=2, scale_y=-1, collision=[Rect(-8, 12, 6, 2), far][: 1 + others])
        (contact,) = mover.contacts(target)
        return contact.normal, contact.points

    fars = Rect(-900, 0, 5, 5), Rect(900, 0, 5, 5)
    assert len({points(far, *which) for far in fars for which in ((0, 0), (1, 0), (0, 1))}) == 1


def test_shapes_that_rounding_has_made_points_beside_1e12_a_star_has_no_edges_left() -> None:
    star = Polygon([(20, 0), (6, 2), (6, 19), (-2, 7), (-16, 12), (-8, 0), (-16, -12)])
    ball = Sprite(999999999999.5, 1e12, collision=Circle(0, 0, 9), scale=1e-6)
    other = Sprite(999999999999.5, 1e12, collision=star, scale_x=1e-12, scale_y=1e-6)
    assert (ball.hits(other), len(ball.contacts(other)), ball.distance(other).distance <= 0) == (True, 1, True)
    assert 0 <= ball.contacts(other)[0].depth < 1
    assert (ball.depenetrate(other).length < 1, ball.hits(other)) == (True, False)


def test_of_moves_that_differ_by_a_rounding_both_sides_see_the_same() -> None:
    s, t = 1.2e-5, 5.896060115613382e-6

    def square(r):
        return [(-r, -r), (r, -r), (r, r), (-r, r)]

    a, b = (Sprite(1.000009, 0.33333233333333334, collision=Polygon(square(s), holes=[square(t)])) for _ in range(2))
    # With nothing to tell the two apart, the one that asks gives way.
    assert (a.contacts(b)[0].normal, a.contacts(b)[0].depth) == (b.contacts(a)[0].normal, b.contacts(a)[0].depth)


def test_distance_two_pieces_as_near_as_each_other_are_the_same_from_both_sides() -> None:
    a = Sprite(collision=[Rect(0, 0, 10, 10), Rect(20, 0, 10, 10)])
    b = Sprite(collision=[Rect(20, 12, 10, 10), Rect(0, 12, 10, 10), Rect(0, -12, 10, 10)])
    there, back = a.distance(b), b.distance(a)
    assert (there.distance, back.distance, back.normal == -there.normal) == (2, 2, True)
    assert (back.point, back.other_point) == (there.other_point, there.point)


def test_distance_what_cannot_hit_is_infinitely_far() -> None:
    a, b = (Sprite(x, 0, collision=Circle(0, 0, 5)) for x in (0, 3))
    assert (a.distance(a).distance, a.distance(Sprite()).distance, a.distance(b).distance) == (math.inf, math.inf, -7)
    b.collision_mask = 2
    assert (a.distance(b).distance, a.contacts(b), a.separation(b)) == (math.inf, [], (0, 0))
    assert (a.distance(b, mask=1).distance, a.distance(b, exclude=b).distance) == (-7, math.inf)
    b.collision_mask, b.collision_enable = ALL_LAYERS, False
    assert a.distance(b).distance == math.inf


def test_distance_numbers_compare_and_may_be_chosen_by() -> None:
    a, near, far = (Sprite(x, 0, collision=Circle(0, 0, 5)) for x in (0, 20, 90))
    assert (min((far, near), key=a.distance) is near, float(a.distance(near)), a.distance(near) < 11) == (True, 10, True)
    assert [a.distance(near, where=lambda other, found: found > least).distance for least in (9, 10)] == [10, math.inf]
    with pytest.raises(TypeError, match="'<'"):
        assert a.distance(near) < "far"


def test_separation_does_not_lead_into_what_was_not_hit() -> None:
    player = Sprite(0, 9, collision=Rect(0, 0, 10, 10))
    floor, ceiling = Sprite(-50, 18, collision=Rect(0, 0, 100, 20)), Sprite(-50, 0, collision=Rect(0, 0, 100, 8.5))
    assert (player.separation(floor), player.separation(ceiling), player.separation([])) == ((0, -1), (0, 0), (0, 0))
    assert player.separation([floor, ceiling]) == player.separation(Group(floor, Group(ceiling))) != (0, 0)
    assert (player.depenetrate([floor, ceiling]) != (0, 0) and not player.hits([floor, ceiling])) is True


def test_separation_vertices_on_the_sides_and_a_needle() -> None:
    square = Sprite(collision=Polygon([(0, 2), (0, 4), (2, 4), (4, 4), (4, 2), (4, 0), (2, 0), (0, 0)]))
    needles = [Sprite(collision=s) for s in (Segment(2, -1, 2, 1), Ellipse(2, 0, 0, 1), Segment(-1, 2, 1, 2), Ellipse(0, 2, 1, 0))]
    assert [square.separation(n) for n in needles] == [(0, 1), (0, 1), (1, 0), (1, 0)]
    assert [n.separation(square) for n in needles] == [(0, -1), (0, -1), (-1, 0), (-1, 0)]


def test_separation_of_a_needle_beside_a_hollow() -> None:
    circle = Circle(4.673424984108653, -3.0380835732888336, 6.946278412264355)
    needle = Ellipse(-3.034102866044477, -4.301568380153719, 6.979049079912332, 0.032277)
    s, h = 8.35641177932915, 7.342199328477042
    hollow = Polygon([(-s, -s), (s, -s), (s, s), (-s, s)], holes=[[(-h, 0), (0, -h), (h, 0), (0, h)]])
    a = Sprite(-5.9154036286854, -4.752120764002906, collision=circle, angle=90, scale_x=2, scale_y=0.5)
    b = Sprite(-5.353433494735623, 2.637592441918935, collision=[needle, hollow], scale_x=-1)
    assert [abs(one.separation(other).length - 12.01407) < 1e-4 for one, other in ((a, b), (b, a))] == [True, True]
    assert (a.depenetrate(b) == (0, 0), a.hits(b)) == (False, False)


def test_along_a_line_both_ways_equal_a_slot_that_fits_exactly_one_way_shapes() -> None:
    wall, sprite = Sprite(collision=Rect(0, 0, 10, 10)), Sprite(3, 2, collision=Rect(0, 0, 4, 4))
    assert [sprite.separation(wall, along=line) for line in ((1, 0), (-5, 0))] == [(7, 0), (-7, 0)]
    assert wall.separation(sprite, along=(1, 0)) == (7, 0)
    walls = [Sprite(x, 0, collision=Rect(0, 0, 10, 10)) for x in (0, 14, 24)]
    assert Sprite(12, 3, collision=Rect(0, 0, 4, 4)).separation(walls, along=(1, 0)) == (-2, 0)
    plank, body = Sprite(collision=Rect(0, 0, 10, 10, one_way=(0, -1))), Sprite(7, 3, collision=Rect(0, 0, 4, 4))
    assert (body.depenetrate(plank, along=(1, 0)), body.separation(plank, along=(1, 0))) == ((0, 0), (3, 0))


def test_where_is_told_of_the_contact_which_a_target_in_the_way_out_that_is_not_hit_has_not() -> None:
    box, seen = Sprite(2, 0, collision=Rect(0, 0, 10, 10)), {}
    wall, stop = Sprite(10, -50, collision=Rect(0, 0, 10, 110)), Sprite(-10, -50, collision=Rect(0, 0, 11, 110))

    def where(other, contact):
        seen[other] = contact
        return True

    assert (box.separation([wall, stop], where=where) == (0, 0)) is False
    assert (seen[wall].depth, seen.get(stop)) == (2, None)


def test_callbacks_are_given_the_deepest_contact_as_seen_from_their_own_sprite() -> None:
    class Asks(Sprite):
        collision = Circle(0, 0, 10)

        def shot(self, other, contact):
            self.got = contact

        def hit(self, other, *, contact=None):
            self.got = contact

    a, b = Asks(0, 0, collision=[Circle(0, 0, 10), Circle(2, 0, 10, name="deep")]), Asks(15, 0)
    assert len(check(a, [b])) == 1
    assert (a.got == a.contacts(b)[1], a.got.shape.name, b.got == b.contacts(a)[1], b.got.normal) == (True, "deep", True, (1, 0))


def test_a_contact_is_that_of_the_moment_of_the_check() -> None:
    got, player = [], Sprite(5, 0, collision=Rect(0, 0, 10, 10))

    def push_out(own, other, contact):
        own.x += 1000
        got.append(contact.depth)

    assert len(check(player, [Sprite(x, 0, collision=Rect(0, 0, 10, 10)) for x in (0, 12)], shot=push_out, hit=None)) == 2
    assert got == [5, 3]


def test_a_pair_that_has_come_apart_since_the_check_has_no_contact() -> None:
    got, wall = [], Sprite(5, 0, collision=Circle(0, 0, 10))

    class Trick:
        def __get__(self, instance, owner):
            wall.x = 1000

            def hit(other, contact):
                got.append(contact)

            return hit

    class Ball(Sprite):
        collision, hit = Circle(0, 0, 10), Trick()

    assert (len(check(wall, Ball())), got) == (1, [None])


def test_one_way_shapes_are_ordinary_ones_for_pairs_and_places() -> None:
    plank, box = Sprite(collision=Rect(0, 0, 50, 5, one_way=(0, -1))), Sprite(5, 2, collision=Rect(0, 0, 5, 5))
    assert (box.hits(plank), box.contacts(plank)[0].depth, box.separation(plank), Group(plank).query_point(5, 2) == [plank]) == (
        True,
        3,
        (0, 3),
        True,
    )


def test_a_mask_of_the_question_takes_the_place_of_the_layers_of_both() -> None:
    seen, a, b = [], Sprite(collision=Circle(0, 0, 5), collision_mask=0), Sprite(6, 0, collision=Circle(0, 0, 5), collision_layer=8)

    def note(own, other, contact):
        seen.append(contact.depth)

    assert (check(a, b, shot=note, hit=None), check(a, b, shot=note, hit=None, mask=8) == [(a, b)], seen) == ([], True, [4])


def test_records_keep_what_they_say_and_compare_by_it() -> None:
    a, b = (Sprite(x, 0, collision=Circle(0, 0, 5)) for x in (0, 3))
    contact = a.contacts(b)[0]
    again = pickle.loads(pickle.dumps(contact))
    assert (again.push, again.points, again.shape, again.region.equals(contact.region)) == (
        contact.push,
        contact.points,
        contact.shape,
        True,
    )
    assert (copy.copy(contact) == contact == a.contacts(b)[0], contact == b.contacts(a)[0], hasattr(contact, "__dict__")) == (
        True,
        False,
        False,
    )


def test_a_capsule_that_is_only_touched_has_the_normal_of_its_outline_not_of_where_an_arc_begins() -> None:
    d = Sprite(collision=Rect(4, 0, 2, 6)).distance(Sprite(collision=Capsule(0, 0, 0, -3, 4)))
    assert (d.distance, d.normal) == (0, (1, 0))


def test_between_two_discs_that_touch_each_other_there_is_a_way_out() -> None:
    dot, discs = Sprite(collision=Point(-2, -1)), [Sprite(collision=Circle(-2, 5, 5)), Sprite(collision=Circle(-2, -4, 4))]
    assert near(dot.separation(discs), (0, 1))


def test_the_contact_of_a_circle_that_is_inside_of_a_larger_one_is_the_middle_of_what_both_cover_on_the_line_of_the_centers() -> None:
    def point(x, r):
        return Sprite(x, 0, collision=Circle(0, 0, r)).contacts(Sprite(collision=Circle(0, 0, 10)))[0].points

    assert near(
        [point(*circle) for circle in ((3, 2), (-3, 2), (7, 3), (8, 4), (3, 12), (0, 5))],
        [((3, 0),), ((-3, 0),), ((7, 0),), ((7, 0),), ((0.5, 0),), ((0, 0),)],
    )


def test_the_contacts_that_both_of_a_pair_that_passes_are_given_have_opposite_normals_down_as_well_as_along() -> None:
    got = {}

    def note(own, other, contact):
        got[own] = contact

    def passes(dx, dy):
        ball, wall = Sprite(collision=Circle(0, 0, 4)), Sprite(dx, dy, collision=Polygon([(0, -9), (9, 0), (0, 9), (-9, 0)]))
        watch = Overlaps(ball, wall, swept=True, enter=note)
        watch.update()
        ball.x, ball.y = 2 * dx, 2 * dy
        return len(watch.update().entered), got[ball].normal == -got[wall].normal, got[ball].normal.dot((dx, dy)) < 0

    assert [passes(*way) for way in ((50, 0), (0, 50), (0, -50), (40, 30), (-40, 30))] == [(1, True, True)] * 5


def test_the_point_of_contact_of_a_circle_that_is_inside_of_the_end_of_a_capsule_is_its_middle() -> None:
    ball, capsule = Sprite(2, 8, collision=Circle(0, 0, 1)), Sprite(collision=Capsule(0, 0, 0, 16, 9))
    assert [contact.points for contact in (*ball.contacts(capsule), *capsule.contacts(ball))] == [((2, 8),)] * 2


def test_out_of_the_end_of_a_capsule_a_disc_about_the_same_center_goes_along_an_axis_and_up_if_it_can() -> None:
    discs = [Circle(4, 0, 4), Circle(0, 4, 2)]
    wall = Sprite(4, 4, collision=[Rect(0, -4, 8, 8), Capsule(0, -4, 0, 4, 2)])
    floor = Sprite(-4, 20, scale_y=2, collision=Polygon([(-8, -4), (0, -12), (8, -4), (0, 4)]))
    assert Sprite(collision=discs).separation([wall, floor]) == (0, -6)


def test_of_parts_that_are_as_deep_the_first_one_has_the_points_whoever_asks() -> None:
    feet = Sprite(collision=Polygon([(0, 0), (30, 0), (30, 20), (20, 20), (20, 8), (10, 8), (10, 20), (0, 20)]))
    floor = Sprite(collision=Rect(-9, 18, 60, 20))
    found = [contact.points for contact in (*feet.contacts(floor), *floor.contacts(feet))]
    assert found == [((0, 18), (10, 18))] * 2


def test_of_two_sprites_of_several_shapes_separation_arrays_tell_the_way_of_separation_at_ties() -> None:
    notched = Polygon([(0, 0), (12, 0), (12, 12), (6, 6), (0, 12)])
    a = Sprite(-2, 1, collision=[notched, Ellipse(0, 0, 1, 4), Ellipse(0, 0, 7, 6)])
    b = Sprite(0, 3, collision=Rect(6, -2, 5, 7), angle=90)
    c = Sprite(-2, -5, collision=[Rect(-1, 2, 2, 6), Circle(0, -1, 4)])
    d = Sprite(4, -6, collision=Polygon([(7, 0), (0, 7), (-7, 0), (0, -7)]), angle=180)
    for one, other in ((a, b), (b, a), (c, d), (d, c)):
        half = one.separation(other) / 2
        assert Group(one, other).separation_arrays().tolist() == [list(half), list(-half)]
