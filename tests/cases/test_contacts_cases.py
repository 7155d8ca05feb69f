"""Faults of contacts and least moves that were found once, and stay away."""

import copy
import pickle

import pytest
from cases.by_hand import ball, box, near
from support.levels import UP

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Overlaps,
    Point,
    Polygon,
    Rect,
    Segment,
    Sprite,
    check,
)

# --- points and normals ---------------------------------------------------------------------------


def test_the_deepest_edge_has_two_points_and_a_corner_has_one() -> None:
    sprite, floor = box(0, 8, 10, 10), box(-5, 16, 50, 50)
    (x1, y1), (x2, y2) = sprite.contacts(floor)[0].points
    assert {x1, x2} == {0, 10}
    assert y1 == y2
    assert y1 in (16, 18)
    sprite.angle, sprite.center_x, sprite.center_y = 45, 5, 5
    (point,) = sprite.contacts(floor)[0].points
    assert point == near(5, 13 + 50**0.5)


BELL = ball(0, 0, 10)
PILL = Sprite(collision=Capsule(0, 0, 0, 16, 9))
STOOL = Sprite(
    collision=Polygon([(0, 0), (30, 0), (30, 20), (20, 20), (20, 8), (10, 8), (10, 20), (0, 20)])
)
# Of two circles, the middle of what both cover of the line through the centers.
POINTS = {
    "circle to the right": (ball(3, 0, 2), BELL, [(3, 0)]),
    "circle to the left": (ball(-3, 0, 2), BELL, [(-3, 0)]),
    "touching the edge from inside": (ball(7, 0, 3), BELL, [(7, 0)]),
    "over the edge": (ball(8, 0, 4), BELL, [(7, 0)]),
    "around it": (ball(3, 0, 12), BELL, [(0.5, 0)]),
    "in the middle": (ball(0, 0, 5), BELL, [(0, 0)]),
    "in the end of a capsule": (ball(2, 8, 1), PILL, [(2, 8)]),
    "of equally deep parts the first": (STOOL, box(-9, 18, 60, 20), [(0, 18), (10, 18)]),
}


@pytest.mark.parametrize("case", POINTS)
def test_the_points_of_a_contact_whichever_asks(case):
    one, other, points = POINTS[case]
    for contacts in (one.contacts(other), other.contacts(one)):
        assert [contact.points for contact in contacts] == [tuple(near(*at) for at in points)]


TRAP = [(0, 0), (30, 0), (30, 30), (20, 30), (20, 10), (0, 10)]


@pytest.mark.parametrize(
    ("x", "y", "depth"), [(27, 5, 7), (24, 20, 8)], ids=["in the corner", "in the arm"]
)
def test_a_crescent_is_not_left_by_a_shorter_way_into_another_piece(x, y, depth):
    (contact,) = ball(x, y, 4).contacts(Sprite(collision=Polygon(TRAP)))
    assert contact.depth == near(depth)


def test_the_corner_of_a_crescent_is_left_to_its_outside() -> None:
    (contact,) = ball(27, 5, 4).contacts(Sprite(collision=Polygon(TRAP)))
    assert contact.normal == near(1, 0)


@pytest.mark.parametrize(
    "thin",
    [Sprite(5, 0, collision=Point(0, 0)), Sprite(3, 0, collision=Segment(0, 0, 4, 0))],
    ids=["point", "segment along it"],
)
def test_thin_shapes_on_a_line_come_apart_by_almost_nothing(thin):
    (contact,) = thin.contacts(Sprite(collision=Segment(0, 0, 10, 0)))
    assert 0 < contact.depth < 1e-13


def test_segments_that_cross_come_apart_by_the_shorter_end() -> None:
    wall, upright = Sprite(collision=Segment(0, 0, 10, 0)), Segment(0, 0, 0, 10)
    assert Sprite(5, -2, collision=upright).contacts(wall)[0].push == near(0, 2)


def test_a_capsule_that_is_only_touched_has_the_normal_of_its_outline() -> None:
    found = Sprite(collision=Rect(4, 0, 2, 6)).distance(Sprite(collision=Capsule(0, 0, 0, -3, 4)))
    assert found.distance == 0
    assert found.normal == (1, 0)


# --- what does not matter -------------------------------------------------------------------------

far_boxes = pytest.mark.parametrize(
    ("far_x", "far_y"),
    [(-900, 0), (900, 0), (0, -900), (0, 900)],
    ids=["far left", "far right", "far above", "far below"],
)


@far_boxes
@pytest.mark.parametrize("who", ["nobody", "the mover", "the target"])
def test_other_shapes_far_away_decide_no_tie_between_two_ways_out(who, far_x, far_y):
    corner = Polygon([(15, 18), (35, 18), (35, 24), (21, 24), (21, 38), (15, 38)])
    bar, far = Rect(11, -19, 19, 2), Rect(far_x, far_y, 5, 5)
    mover = Sprite(50, 22, scale_x=-1, scale_y=-1)
    mover.collision = [bar, far] if who == "the mover" else bar
    target = Sprite(6, 8, collision=[corner, far] if who == "the target" else corner)
    (contact,) = mover.contacts(target)
    assert contact.normal == (1, 0)
    assert mover.sweep(-2, 15, target) is None
    assert mover.sweep(-2, 0, target) is None
    assert mover.sweep(-2, -15, target) is not None


@far_boxes
def test_nor_do_they_move_the_points_of_two_boxes_one_of_them_a_polygon(far_x, far_y):
    far = Rect(far_x, far_y, 5, 5)

    def points(mine, others):
        mover = Sprite(29, -14, angle=90, scale_x=2, collision=[Rect(3, 12, 15, 15), *mine])
        target = Sprite(-1, 0, angle=180, scale_x=2, scale_y=-1)
        target.collision = [Rect(-8, 12, 6, 2), *others]
        (contact,) = mover.contacts(target)
        return contact.normal, contact.points

    assert points([far], []) == points([], [])
    assert points([], [far]) == points([], [])


def test_beside_1e12_shapes_that_rounding_has_made_points_still_come_apart() -> None:
    star = Polygon([(20, 0), (6, 2), (6, 19), (-2, 7), (-16, 12), (-8, 0), (-16, -12)])
    disc = ball(999999999999.5, 1e12, 9, scale=1e-6)
    other = Sprite(999999999999.5, 1e12, collision=star, scale_x=1e-12, scale_y=1e-6)
    assert disc.hits(other)
    assert disc.distance(other).distance <= 0
    (contact,) = disc.contacts(other)
    assert 0 <= contact.depth < 1
    assert disc.depenetrate(other).length < 1
    assert not disc.hits(other)


def test_of_moves_that_differ_by_a_rounding_both_sides_see_the_same() -> None:
    def square(r):
        return [(-r, -r), (r, -r), (r, r), (-r, r)]

    frame = Polygon(square(1.2e-5), holes=[square(5.896060115613382e-6)])
    a, b = (Sprite(1.000009, 0.33333233333333334, collision=frame) for _ in "ab")
    mine, its = a.contacts(b)[0], b.contacts(a)[0]
    # With nothing to tell the two apart, the one that asks gives way.
    assert mine.normal == its.normal
    assert mine.depth == its.depth


def test_of_two_pieces_that_are_equally_near_both_sides_see_the_same() -> None:
    a = Sprite(collision=[Rect(0, 0, 10, 10), Rect(20, 0, 10, 10)])
    b = Sprite(collision=[Rect(20, 12, 10, 10), Rect(0, 12, 10, 10), Rect(0, -12, 10, 10)])
    there, back = a.distance(b), b.distance(a)
    assert there.distance == back.distance == 2
    assert back.normal == -there.normal
    assert (back.point, back.other_point) == (there.other_point, there.point)


# --- the least move -------------------------------------------------------------------------------


def test_separation_does_not_lead_into_what_was_not_hit() -> None:
    player, floor, ceiling = box(0, 9, 10, 10), box(-50, 18, 100, 20), box(-50, 0, 100, 8.5)
    assert player.separation(floor) == (0, -1)
    assert player.separation(ceiling) == (0, 0)
    assert player.separation([]) == (0, 0)
    out = player.separation([floor, ceiling])
    assert out == player.separation(Group(floor, Group(ceiling)))
    assert player.depenetrate([floor, ceiling]) == out != (0, 0)
    assert not player.hits([floor, ceiling])


# A square with points in the middle of its sides.
SQUARE = Sprite(collision=Polygon([(0, 2), (0, 4), (2, 4), (4, 4), (4, 2), (4, 0), (2, 0), (0, 0)]))
PLANK, BESIDE = box(0, 0, 10, 10, UP), box(7, 3, 4, 4)
DISCS = ball(-2, 5, 5), ball(-2, -4, 4)
SLOPED = Sprite(-4, 20, scale_y=2, collision=Polygon([(-8, -4), (0, -12), (8, -4), (0, 4)]))
POST = Sprite(4, 4, collision=[Rect(0, -4, 8, 8), Capsule(0, -4, 0, 4, 2)])
WALL, IN_THE_WALL = box(0, 0, 10, 10), box(3, 2, 4, 4)
SLOT = [box(x, 0, 10, 10) for x in (0, 14, 24)]

# who gives way, to whom, along which line, the move
MOVES = {
    "off an upright segment": (SQUARE, Sprite(collision=Segment(2, -1, 2, 1)), None, (0, 1)),
    "off an upright needle": (SQUARE, Sprite(collision=Ellipse(2, 0, 0, 1)), None, (0, 1)),
    "off a level segment": (SQUARE, Sprite(collision=Segment(-1, 2, 1, 2)), None, (1, 0)),
    "off a level needle": (SQUARE, Sprite(collision=Ellipse(0, 2, 1, 0)), None, (1, 0)),
    "of two equal ones that along the line": (IN_THE_WALL, WALL, (1, 0), (7, 0)),
    "or against it": (IN_THE_WALL, WALL, (-5, 0), (-7, 0)),
    "the wall, too": (WALL, IN_THE_WALL, (1, 0), (7, 0)),
    "into a slot as wide": (box(12, 3, 4, 4), SLOT, (1, 0), (-2, 0)),
    "a one-way shape counts": (BESIDE, PLANK, (1, 0), (3, 0)),
    "between discs that touch": (Sprite(-2, -1, collision=Point(0, 0)), DISCS, None, (0, 1)),
    "up from the end of a capsule": (
        Sprite(collision=[Circle(4, 0, 4), Circle(0, 4, 2)]), [POST, SLOPED], None, (0, -6),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", MOVES)
def test_the_least_move(case):
    mover, targets, along, move = MOVES[case]
    assert mover.separation(targets, along=along) == near(*move)
    if isinstance(targets, Sprite) and along is None:
        assert targets.separation(mover) == near(-move[0], -move[1])


def test_along_a_line_depenetrate_passes_one_way_shapes() -> None:
    assert BESIDE.depenetrate(PLANK, along=(1, 0)) == (0, 0)


def test_the_way_out_of_a_needle_beside_a_hollow() -> None:
    circle = Circle(4.673424984108653, -3.0380835732888336, 6.946278412264355)
    needle = Ellipse(-3.034102866044477, -4.301568380153719, 6.979049079912332, 0.032277)
    s, h = 8.35641177932915, 7.342199328477042
    hole = [(-h, 0), (0, -h), (h, 0), (0, h)]
    hollow = Polygon([(-s, -s), (s, -s), (s, s), (-s, s)], holes=[hole])
    a = Sprite(-5.9154036286854, -4.752120764002906, angle=90, scale_x=2, scale_y=0.5)
    a.collision = circle
    b = Sprite(-5.353433494735623, 2.637592441918935, collision=[needle, hollow], scale_x=-1)
    least = 12.01407
    assert least - 1e-4 < a.separation(b).length < 1.01 * least
    assert b.separation(a).length == pytest.approx(a.separation(b).length, abs=1e-9)
    a.depenetrate(b)
    assert not a.hits(b)


NOTCHED = Polygon([(0, 0), (12, 0), (12, 12), (6, 6), (0, 12)])
DIAMOND = Polygon([(7, 0), (0, 7), (-7, 0), (0, -7)])


@pytest.mark.parametrize("order", [1, -1], ids=["in order", "in reverse"])
@pytest.mark.parametrize(
    "sprites",
    [
        pytest.param(
            [
                {"x": -2, "y": 1, "collision": [NOTCHED, Ellipse(0, 0, 1, 4), Ellipse(0, 0, 7, 6)]},
                {"x": 0, "y": 3, "collision": Rect(6, -2, 5, 7), "angle": 90},
            ],
            id="notched",
        ),
        pytest.param(
            [
                {"x": -2, "y": -5, "collision": [Rect(-1, 2, 2, 6), Circle(0, -1, 4)]},
                {"x": 4, "y": -6, "collision": DIAMOND, "angle": 180},
            ],
            id="diamond",
        ),
    ],
)
def test_at_ties_separation_arrays_tell_half_of_the_way_of_separation(sprites, order):
    one, other = [Sprite(**sprite) for sprite in sprites][::order]
    half = one.separation(other) / 2
    assert Group(one, other).separation_arrays().tolist() == [list(half), list(-half)]


# --- callbacks ------------------------------------------------------------------------------------


def test_callbacks_are_given_the_deepest_contact_as_seen_from_their_own_sprite() -> None:
    class Asks(Sprite):
        collision = Circle(0, 0, 10)

        def shot(self, other, contact):
            self.got = contact

        def hit(self, other, *, contact=None):
            self.got = contact

    a = Asks(0, 0, collision=[Circle(0, 0, 10), Circle(2, 0, 10, name="deep")])
    b = Asks(15, 0)
    assert len(check(a, [b])) == 1
    assert a.got == a.contacts(b)[1]
    assert a.got.shape.name == "deep"
    assert b.got == b.contacts(a)[1]
    assert b.got.normal == (1, 0)


def test_a_contact_is_that_of_the_moment_of_the_check() -> None:
    depths, player = [], box(5, 0, 10, 10)

    def push_out(own, other, contact):
        own.x += 1000
        depths.append(contact.depth)

    walls = [box(0, 0, 10, 10), box(12, 0, 10, 10)]
    assert len(check(player, walls, shot=push_out, hit=None)) == 2
    assert depths == [5, 3]


def test_a_pair_that_has_come_apart_since_the_check_has_no_contact() -> None:
    got, wall = [], ball(5, 0, 10)

    class MovesTheWall:
        def __get__(self, instance, owner):
            wall.x = 1000

            def hit(other, contact):
                got.append(contact)

            return hit

    class Ball(Sprite):
        collision, hit = Circle(0, 0, 10), MovesTheWall()

    assert len(check(wall, Ball())) == 1
    assert got == [None]


@pytest.mark.parametrize(
    "way", [(50, 0), (0, 50), (0, -50), (40, 30), (-40, 30)], ids="by {}".format
)
def test_both_of_a_pair_that_passes_are_given_contacts_with_opposite_normals(way):
    got, (dx, dy) = {}, way

    def note(own, other, contact):
        got[own] = contact

    disc = ball(0, 0, 4)
    wall = Sprite(dx, dy, collision=Polygon([(0, -9), (9, 0), (0, 9), (-9, 0)]))
    watch = Overlaps(disc, wall, swept=True, enter=note)
    watch.update()
    disc.x, disc.y = 2 * dx, 2 * dy
    assert len(watch.update().entered) == 1
    assert got[disc].normal == -got[wall].normal
    assert got[disc].normal.dot(way) < 0


def test_a_mask_of_the_question_counts_instead_of_the_layers_of_both() -> None:
    depths = []
    a, b = ball(0, 0, 5, collision_mask=0), ball(6, 0, 5, collision_layer=8)

    def note(own, other, contact):
        depths.append(contact.depth)

    assert check(a, b, shot=note, hit=None) == []
    assert check(a, b, shot=note, hit=None, mask=8) == [(a, b)]
    assert depths == [4]


def test_a_contact_keeps_what_it_says_when_pickled() -> None:
    contact = ball(0, 0, 5).contacts(ball(3, 0, 5))[0]
    again = pickle.loads(pickle.dumps(contact))
    assert (again.push, again.points, again.shape) == (contact.push, contact.points, contact.shape)
    assert again.region.equals(contact.region)


def test_contacts_compare_by_what_they_say() -> None:
    a, b = ball(0, 0, 5), ball(3, 0, 5)
    contact = a.contacts(b)[0]
    assert copy.copy(contact) == contact == a.contacts(b)[0]
    assert contact != b.contacts(a)[0]
    assert not hasattr(contact, "__dict__")
