"""numpy and shapely are imported when an array or a polygon is asked for, and not before."""

import pytest
from support.processes import run_python

BLOCKED = "import sys; sys.modules['numpy'] = sys.modules['shapely'] = None\n"

SCENE = """
import copy, pickle, spritecol
from spritecol import *

group = Group(
    Sprite(50, 0, collision=Rect(0, 0, 10, 100), z=1),
    Sprite(80, 0, collision=Ellipse(0, 0, 5, 9), angle=30, scale_x=2),
    Sprite(20, 60, collision=[Triangle(0, 0, 9, 1, 3, 8), Segment(0, 0, 5, -5)], scale=2),
    Sprite(0, 70, collision=[[0, 0, 5], [1, 2], [0, 0, 9, 9]], angle=7),
)
wall = group[0]
star = Sprite(30, 30, collision=Polygon([(0, 0), (9, 4), (20, 0), (10, 20)]), scale=2, angle=3)
frame = Sprite(collision=Polygon([(0, 0), (9, 0), (9, 9), (0, 9)], [[(2, 2), (5, 2), (2, 5)]]))
pill = Sprite(10, 10, collision=Capsule(0, 0, 0, 20, 8), scale_x=3, angle=12)
ball = Sprite(45, 20, collision=Circle(0, 0, 6))
far = Sprite(10, 20, collision=Point(0, 0), collision_layer=3, collision_mask=1)


class Shot(Sprite):
    collision = Circle(0, 0, 2)
    vx, life, hp = Number(2.5), Number(9, int), 2

    def hit(self, other, contact):
        self.met = contact.normal


shots = Group(Shot(x, 25) for x in range(0, 100, 7))
plank = Sprite(0, 99, collision=Rect(0, 0, 90, 8, one_way=(0, -1)))
walker = CharacterController(Sprite(9, 80, collision=Capsule(0, 0, 0, 9, 4)), step=4, nudge=2)
watch = Overlaps(group, [ball, far])
world = World(shots, walker, watch, columns=["hp"])
history = History(world)


def game(controls=None):
    walker.move(3, 5, plank)
    for shot in shots:
        shot.x += shot.vx


def load_again(data):
    world.load(data)
    return world.digest()
"""

QUESTIONS = """
ball.hits(group), group.hits(far), check([ball], group), pairs(group), group.pairs(ball)
[sprite.aabb for sprite in group], wall.world_shapes, star.world_shapes, pill.world_shapes
group.raycast(0, 5, 100, 5, radius=2), group.raycast_all(0, 5, 99, 5), group.nearest_k(0, 0, 3)
group.line_of_sight(0, 0, 100, 1), group.line_of_sight(0, 0, 1, 1, where=lambda sprite: True)
far.sweep(100, 0, group, turn=90), far.sweep_all(100, 0, group), far.move_and_collide(9, 0, group)
far.move_and_slide(50, 10, group), ball.depenetrate(group), star.contacts(group), pill.distance(far)
group.query_point(55, 5), group.query_box(0, 0, 60, 60), group.query_circle(0, 0, 60)
group.query_shape(star.collision), group.nearest(0, 0, exclude=wall, mask=1)
watch.update(), watch.pairs, Overlaps(wall, ball, by_shape=True).update()
[(sprite.x, sprite.collision_mask) for sprite in (setattr(group, "x", 5), group)[1]]
copy.deepcopy(star), pickle.loads(pickle.dumps(Group(star)))[0].collision, group[1:]
frame.hits(far), frame.world_shapes, star.check(group), pill.separation(group), star.aabb
check(shots, star), [shot.met for shot in shots if hasattr(shot, "met")], shots[3].life
walker.move(3, 40, plank), walker.on_floor, walker.floor, walker.move(3, 0, plank, drop=True)
history.record(), game(), history.record(), history.rewind(0), world.digest()
load_again(world.save().to_bytes()), world.save().differences(world.save())
spritecol.testing.sync_test(world, game, 9, back=2), Overlaps(shots, star, swept=True).update()
Vec2(3, 4).rotated(90), update(group), draw(group), clean([ball]), ball.vanish(), group.clear()
spritecol.typing.Where, spritecol.tiles.__name__, spritecol.spatial.morton.encode(3, 4)
spritecol.spatial.LinearQuadtree((0, 0, 9, 9), 3).insert("a", (1, 1, 2, 2))
""".strip().splitlines()

ASKS_FOR_ARRAYS = """
group.x
group.collision_layer
group.aabbs
shots.column("vx")
shots.set_column("vx", 3)
setattr(group, "x", [1, 2, 3, 4])
group.pair_indices()
group.contact_arrays()
group.raycast_arrays([[0, 0]], [[9, 9]])
group.nearest_indices([[0, 0]])
group.circle_indices([[0, 0, 1]])
group.line_of_sight_arrays([[0, 0]], [[9, 9]])
group.sweep_arrays(1, 2, [ball])
spritecol.spatial.candidate_pairs([(0, 0, 1, 1)])
spritecol.spatial.morton.FIRSTS
spritecol.tiles.shapes_from_tiles([[1]], 8, 8)
""".strip().splitlines()


def printed(code: str) -> str:
    """What a process of its own prints."""
    done = run_python("-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_importing_the_package_loads() -> None:
    loaded = printed("import sys, spritecol; print(*sys.modules)").split()
    rest = ("sprites.overlaps", "spatial", "typing", "tiles", "paths", "integrations")
    rest += ("world", "testing")
    later = ("numpy", "shapely", *(f"spritecol.{name}" for name in rest))
    assert "spritecol.sprites.group" in loaded
    assert not [name for name in loaded if name.startswith(later)]


def test_it_is_imported_where_there_is_no_clock_of_threads() -> None:
    """As in Pyodide."""
    assert (
        printed("import time; del time.thread_time; import spritecol; print('there')") == "there\n"
    )


def test_what_needs_no_array_works_without_numpy() -> None:
    code = SCENE + "".join(f"print({question})\n" for question in QUESTIONS)
    answers = printed(code)
    assert answers.count("\n") == len(QUESTIONS)
    assert printed(BLOCKED + code) == answers


def test_an_array_without_numpy_is_an_error_that_names_the_remedy() -> None:
    tried = "".join(
        f"try: print({question})\nexcept ImportError as error: print(error.name, error)\n"
        for question in ASKS_FOR_ARRAYS
    )
    told = printed(BLOCKED + SCENE + tried).splitlines()
    assert len(told) == len(ASKS_FOR_ARRAYS)
    assert [line for line in told if line[:6] != "numpy " or "pip install numpy" not in line] == []


@pytest.mark.parametrize("library", ["numpy", "shapely"])
def test_a_geometry_without_its_libraries_is_an_error_that_names_the_remedy(library: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None\n" + (
        "from spritecol import Polygon\n"
        "try: Polygon([(0, 0), (9, 0), (0, 9)]).geometry\n"
        "except ImportError as error: print(error)\n"
    )
    told = printed(code)
    assert library in told
    assert "pip install shapely" in told


def test_a_polygon_without_shapely_is_refused_for_the_same_reasons() -> None:
    code = (
        "from spritecol import Polygon\n"
        "try: Polygon([(0, 0), (4, 4), (4, 0), (0, 4)])\n"
        "except ValueError as error: print(str(error).partition(';')[0])\n"
    )
    told = printed(code)
    assert "cross" in told
    assert printed(BLOCKED + code) == told


def test_convex_polygons_do_not_load_shapely() -> None:
    code = "import sys, spritecol; spritecol.Polygon([(0, 0), (9, 0), (9, 9), (2, 9)])\n"
    assert not {"numpy", "shapely"} & set(printed(code + "print(*sys.modules)").split())


def test_what_importing_the_integration_of_pygame_loads() -> None:
    pytest.importorskip("pygame")
    loaded = printed("import sys, spritecol.integrations.pygame; print(*sys.modules)").split()
    assert "spritecol.integrations.pygame.sprite.pygame_sprite" in loaded
    assert not {"numpy", "shapely"} & set(loaded)
