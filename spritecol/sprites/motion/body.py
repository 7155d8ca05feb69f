"""`Body`: a sprite that moves among targets. What it meets on a way, and what it is in.

To ask, a hidden row with the sprite's shapes is moved, never the sprite: `where` sees the sprite
where it was, and nothing has to be put back. Places are values, and the sprite is written once.

Of what is met at the same time, the choice never depends on the order of the targets.

User code runs where `where` is asked, and wherever a Python object is made. So what is near is kept
in a batch that nobody else knows, and its rows are brought up to date before each question.
"""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    bint,
    cast,
    declare,
    double,
    p_void,
    pointer,
    sizeof,
)
from cython.cimports.cpython.pyport import PY_SSIZE_T_MAX
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.box_tests import overlap
from cython.cimports.spritecol._engine.broad_phase.tree_queries import RAY_SLACK, place_of_box
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase.obstacles import Move
from cython.cimports.spritecol._engine.narrow_phase.part import touching_point
from cython.cimports.spritecol._engine.pairs import new_pairs, pair_of
from cython.cimports.spritecol._engine.pipeline import row_shapes, shape_pair
from cython.cimports.spritecol._engine.pipeline.ray_search import (
    ManyRays,
    RayAnswer,
    RayAnswers,
    RayQuestion,
    all_on_rays,
)
from cython.cimports.spritecol._engine.pipeline.row_index import workspace_of
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout, row_tests, store
from cython.cimports.spritecol._engine.storage.layout import CollisionGroup, Part
from cython.cimports.spritecol._engine.storage.store import RowFilter
from cython.cimports.spritecol._engine.sweeps.blocks import (
    Block,
    Blocks,
    End,
    Side,
    find_blocks,
    is_free,
)
from cython.cimports.spritecol._engine.sweeps.candidates import (
    begin_sweep,
    box_of_marked,
    mark_parts,
    reach,
    way_box,
)
from cython.cimports.spritecol._engine.sweeps.impact import (
    Impact,
    ImpactList,
    Sweep,
)
from cython.cimports.spritecol._engine.sweeps.normals import deepest_normal, note_point
from cython.cimports.spritecol._engine.sweeps.proof import prove
from cython.cimports.spritecol._engine.sweeps.sweep import (
    find_impacts,
    find_overlaps,
    is_clear,
)
from cython.cimports.spritecol._engine.tolerances import (
    CLOSE,
    EVEN,
    FARTHER,
    HAIR,
    MOST_HALVES,
    NOISE,
    PARALLEL,
    SAME,
    TRIES,
    ULP,
    ULPS,
)
from cython.cimports.spritecol._engine.transform.rows import freshen, put_direction
from cython.cimports.spritecol._engine.tuning import ALONG_AT_ONCE, LONG_WAY
from cython.cimports.spritecol._support.fast_range_check import checked
from cython.cimports.spritecol._support.libc import INFINITY, fabs, free, malloc, memset, rint
from cython.cimports.spritecol.sprites.containers.batch import Batch, fill, forget
from cython.cimports.spritecol.sprites.motion.sweep_questions import sweep_hit_of
from cython.cimports.spritecol.sprites.motion.vector import (
    Vector,
    cross,
    dot,
    is_zero,
    length_of,
    minus,
    plus,
    times,
    vector,
)
from cython.cimports.spritecol.sprites.questions.answers import SweepHit
from cython.cimports.spritecol.sprites.questions.contact_questions import separate_from
from cython.cimports.spritecol.sprites.questions.hits import sync_all, take_near
from cython.cimports.spritecol.sprites.questions.ray_questions import question_of
from cython.cimports.spritecol.sprites.sprite.sprite_row import Pose, SpriteRow, pose_of

EMPTY = declare(Batch, Batch())
"""What is near between two moves; never changed."""


class Seen:
    """Sprites, and where they were."""

    def __dealloc__(self):
        free(self.poses)


def seen_of(sprites: list) -> Seen:
    """Some sprites, and where they are."""
    k: Py_ssize_t
    seen: Seen = Seen()
    seen.sprites = sprites
    seen.poses = cast(pointer(Pose), malloc(max(1, len(sprites)) * sizeof(Pose)))
    if seen.poses is NULL:
        raise MemoryError
    for k in range(len(sprites)):
        seen.poses[k] = pose_of(cast(SpriteRow, sprites[k]).row)
    return seen


class Body:
    """A sprite on its way among targets."""

    def __cinit__(self, *args, **kwargs):
        self.row = -1  # if `open` fails, `__dealloc__` has no row to close
        self.row = store.STORE.open()
        self.found = new_pairs(address(workspace_of(store.STORE).scratch))
        self.on_way = new_pairs(address(workspace_of(store.STORE).scratch))
        self.impacts = ImpactList()
        self.witnesses = ImpactList()
        self.inside = ImpactList()
        self.blocks = Blocks()
        self.touched = Blocks()
        self.near = EMPTY
        self.targets = Batch()
        self.own_piece = [None]
        self.found_near = Batch()

    def __dealloc__(self):
        free(self.marks)
        free(self.counted)
        if self.row >= 0:
            store.STORE.close(self.row)

    def take(self) -> cython.int:
        """Give the hidden row the shapes and the pose of the sprite."""
        k: cython.int
        row: cython.int = self.sprite.row
        store.STORE.set_outline(self.row, store.STORE.outlines[row])
        store.STORE.set_layers(self.row, store.STORE.layer_of(row), store.STORE.mask_of(row))
        mine: pointer(CollisionGroup) = address(store.STORE.groups[self.row])
        group: pointer(CollisionGroup) = address(store.STORE.groups[row])
        if (
            mine.angle != group.angle
            or mine.scale_x != group.scale_x
            or mine.scale_y != group.scale_y
            or mine.center_x != group.center_x
            or mine.center_y != group.center_y
            or (mine.flags ^ group.flags) & ~layout.ROTATION_STALE
        ):
            mine.angle = group.angle
            mine.scale_x = group.scale_x
            mine.scale_y = group.scale_y
            mine.center_x = group.center_x
            mine.center_y = group.center_y
            mine.flags = group.flags | layout.ROTATION_STALE
            store.STORE.mark_dirty(self.row)
        store.STORE.x[self.row] = store.STORE.x[row]
        store.STORE.y[self.row] = store.STORE.y[row]
        store.STORE.mark_moved(self.row)
        self.start = self.here()
        self.floor = -1
        self.has_points = False
        for k in range(store.STORE.groups[row].count):
            self.has_points |= shape_pair.part_of(store.STORE, row, k).kind == layout.POINT
        return 0

    def measure(self, length: double) -> cython.int:
        """The sizes on which a move of this length depends, once it is known what is near."""
        box: Box = self.box()
        self.length = length
        self.size = size_of(address(box))
        numbers: double = 0.0
        if box.left <= box.right:
            numbers = max(fabs(box.left), fabs(box.right), fabs(box.top), fabs(box.bottom))
        numbers += fabs(self.start.x) + fabs(self.start.y) + length
        self.hair = HAIR * self.size + ULPS * numbers
        self.blocks.rounding = 4.0 * ULP * numbers
        return 0

    def gather(self, at: Vector, way: Vector, reach: Vector) -> cython.int:
        """Look which targets are in the box that is within a reach of a way from a place."""
        box: Box = self.area(at, way, reach)
        self.gathered_beside = vector(-1.0, -1.0)
        self.gather_on(address(box), vector(0.0, 0.0), PY_SSIZE_T_MAX)
        return 0

    def gather_along(self, at: Vector, way: Vector, margin: double, share: double) -> double:
        """Look which targets the sprite's box is near to on a way from a place.

        If they are many, on a share of it: which is returned. Of a way that is not long, the box
        around it is looked at: most often a slide goes on in there. And so it does beside a nearly
        level way.
        """
        if self.near_share(way) >= 1.0:
            self.gather(at, way, vector(margin, margin))
            self.gathered_at = plus(at, times(way, 0.5))
            self.gathered_way = vector(0.0, 0.0)
            self.gathered_beside = vector(
                0.5 * (fabs(way.x) + margin), 0.5 * (fabs(way.y) + margin)
            )
            return 1.0
        beside: double = min(fabs(way.x), fabs(way.y))
        if beside > size_of(store.STORE.boxes + self.sprite.row):
            beside = 0.0
        reach: double = margin + beside
        box: Box = self.area(at, vector(0.0, 0.0), vector(reach, reach))
        known: double = beside + 0.5 * margin - 4.0 * RAY_SLACK * length_of(way)
        self.gathered_at = at
        self.gathered_way = way
        self.gathered_beside = vector(known, known)
        if not self.is_crowded:
            if self.gather_on(address(box), way, ALONG_AT_ONCE):
                return 1.0
            self.is_crowded = True
        self.gathered_way = times(way, share)
        self.gather_on(address(box), self.gathered_way, PY_SSIZE_T_MAX)
        return share

    def has_gathered(self, at: Vector, way: Vector) -> bint:
        """Whether the last `gather_along` has looked for all that is near on a way."""
        beside: Vector = self.gathered_beside
        first: Vector = minus(at, self.gathered_at)
        last: Vector = plus(first, way)
        if is_zero(self.gathered_way):
            return max(fabs(first.x), fabs(last.x)) <= beside.x and (
                max(fabs(first.y), fabs(last.y)) <= beside.y
            )
        return beside.x > 0.0 and self.is_beside(first) and self.is_beside(last)

    def is_beside(self, place: Vector) -> bint:
        """Whether a place, as seen from `gathered_at`, is near `gathered_way`."""
        beside: Vector = self.gathered_beside
        start: Box = Box(-beside.x, -beside.y, beside.x, beside.y)
        there: Box = Box(place.x, place.y, place.x, place.y)
        way: Vector = self.gathered_way
        return place_of_box(address(there), address(start), way.x, way.y) <= 1.0

    def gather_on(self, box: pointer(cython.const[Box]), way: Vector, most: Py_ssize_t) -> bint:
        """Look which targets a box meets on a way. False if they are more than so many."""
        row: cython.int = self.sprite.row
        chosen: pointer(cython.const[RowFilter]) = address(self.query_filter.rows)
        targets: Batch = self.targets
        near: Batch = self.found_near
        if near.row_count:
            forget(near)
        self.own_piece[0] = self.batch
        targets.pieces = self.own_piece if self.batch.pieces is None else self.batch.pieces
        sync_all(targets.pieces)
        if self.query_filter.uses_own_layers:
            row_tests.put_layers_of(address(self.query_filter.rows), store.STORE, row)
        if not take_near(targets, box, way.x, way.y, near, chosen, most):
            return False
        self.near = near
        self.knows_blocks = False
        if near.row_count == 0:
            self.part_count = -1
            return True
        room_for(address(self.marks), address(self.capacity), near.row_count + 1, 16, 1)
        memset(self.marks, 0, near.row_count)
        self.part_count = store.STORE.groups[row].count
        room_for(address(self.counted), address(self.part_capacity), self.part_count + 1, 8, 1)
        memset(self.counted, 0, self.part_count)
        around: Box = box[0]
        around.left += min(0.0, way.x)
        around.right += max(0.0, way.x)
        around.top += min(0.0, way.y)
        around.bottom += max(0.0, way.y)
        if not mark_parts(
            store.STORE, chosen, row, near.rows, near.row_count, address(around), self.counted
        ):
            self.part_count = -1
        return True

    def near_share(self, way: Vector) -> double:
        """The share of a way that is looked at first: what is met, is most often met soon."""
        near: double = LONG_WAY * size_of(store.STORE.boxes + self.sprite.row)
        far: double = length_of(way)
        return near / far if 0.0 < near < far else 1.0

    def area(self, at: Vector, way: Vector, reach: Vector) -> Box:
        """What is within a reach of the sprite's box on a way from a place."""
        row: cython.int = self.sprite.row
        freshen(store.STORE, row)
        area: Box = store.STORE.boxes[row]
        moved: Vector = minus(at, vector(store.STORE.x[row], store.STORE.y[row]))
        area.left += moved.x + min(0.0, way.x) - reach.x
        area.right += moved.x + max(0.0, way.x) + reach.x
        area.top += moved.y + min(0.0, way.y) - reach.y
        area.bottom += moved.y + max(0.0, way.y) + reach.y
        return area

    def box(self) -> Box:
        """The bounding box of what can meet anything near: not that of a fist that passes walls."""
        freshen(store.STORE, self.row)
        if self.part_count < 0:
            return store.STORE.boxes[self.row]
        return box_of_marked(store.STORE, self.row, self.counted)

    def position_of(self, other: SpriteRow) -> Py_ssize_t:
        """Where a sprite is in `near`, or -1."""
        k: Py_ssize_t
        for k in range(self.near.row_count):
            if self.near.rows[k] == other.row:
                return k
        return -1

    # --- where it is ------------------------------------------------------------------------------

    def here(self) -> Vector:
        """Where the body is looked at."""
        return vector(store.STORE.x[self.row], store.STORE.y[self.row])

    def place(self, at: Vector) -> cython.int:
        """Look at the body elsewhere. The sprite stays where it is."""
        if store.STORE.x[self.row] == at.x and store.STORE.y[self.row] == at.y:
            freshen(store.STORE, self.row)
            return 0
        shape_pair.place_row(store.STORE, self.row, at.x, at.y, store.STORE.groups[self.row].angle)
        return 0

    def write(self, at: Vector) -> cython.int:
        """Move the sprite."""
        row: cython.int = self.sprite.row
        checked(at.x, "x")
        checked(at.y, "y")
        store.STORE.x[row] = at.x
        store.STORE.y[row] = at.y
        store.STORE.mark_moved(row)
        return 0

    # --- what it touches --------------------------------------------------------------------------

    def find_blocks(self, at: Vector, way: Vector, blocks: Blocks) -> cython.int:
        """Find what blocks the body at a place, but for what `where` has rejected there.

        The way only tells whether it gets deeper into what it is in.
        """
        sweep: Sweep
        k: Py_ssize_t
        kept: Py_ssize_t = 0
        self.place(at)
        self.begin_at(address(sweep), way, 0.0)
        find_blocks(store.STORE, address(sweep), self.hair, blocks)
        if self.query_filter.where is None:
            return 0
        for k in range(blocks.count):
            if not self.marks[blocks.items[k].position] & REJECTED:
                blocks.items[kept] = blocks.items[k]
                kept += 1
        blocks.count = kept
        return 0

    def look_at(self, at: Vector, way: Vector) -> cython.int:
        """Find what blocks the body at a place. `where` is asked about it if a way is blocked."""
        impact: Impact
        k: Py_ssize_t
        m: Py_ssize_t
        if self.knows_blocks and self.looked.x == at.x and self.looked.y == at.y:
            return 0
        asks: bint = self.query_filter.where is not None
        for k in range(self.near.row_count if asks else 0):
            self.marks[k] &= ~(REJECTED | ACCEPTED)
        self.find_blocks(at, way, self.blocks)
        self.looked = at
        self.knows_blocks = not asks and not self.blocks.any_deep
        while asks and not self.blocks.are_free(way.x, way.y):
            asked: bint = False
            for k in range(self.blocks.count):
                block: pointer(Block) = self.blocks.items + k
                position: Py_ssize_t = block.position
                if self.marks[position] & ACCEPTED:
                    continue
                asked = True
                m = 0
                side: Side = block.sides[0]
                for m in range(block.count):
                    if dot(vector(block.sides[m].nx, block.sides[m].ny), way) < dot(
                        vector(side.nx, side.ny), way
                    ):
                        side = block.sides[m]
                self.put_impact(k, vector(side.nx, side.ny), at, address(impact))
                if self.accepts(address(impact)):
                    self.marks[position] |= ACCEPTED
                else:
                    self.marks[position] |= REJECTED
                    self.find_blocks(at, way, self.blocks)
                    break
            if not asked:
                break
        return 0

    def touches(self, at: Vector, way: Vector) -> bint:
        """Whether the body exactly touches upright sides that are against a way, at an even place.

        Then the way ends where it begins, as a cast would find, too.
        """
        k: Py_ssize_t
        i: cython.int
        if self.query_filter.where is not None:
            return False
        self.look_at(at, way)
        for k in range(self.blocks.count):
            block: pointer(Block) = self.blocks.items + k
            touched: bint = block.gap == 0.0 and not is_free(
                block, way.x, way.y, self.blocks.rounding
            )
            for i in range(block.count):
                level: double = at.y * EVEN if block.sides[i].nx == 0.0 else at.x * EVEN
                is_upright: bint = block.sides[i].nx == 0.0 or block.sides[i].ny == 0.0
                touched &= is_upright and rint(level) == level
            if touched:
                return True
        return False

    def best_end(self, at: Vector, goal: Vector, stops: pointer(Stops)) -> cython.int:
        """Where the free way from a place ends that gets nearest to a goal, and what stops that.

        What the way goes along comes first.
        """
        k: Py_ssize_t
        m: Py_ssize_t
        blocks: Blocks = self.blocks
        wanted: Vector = minus(goal, at)
        stops.end = goal
        stops.count = 0
        if blocks.are_free(wanted.x, wanted.y):
            return 0
        blocks.find_ends(wanted.x, wanted.y)
        rounding: double = blocks.rounding
        for k in range(1, blocks.end_count):  # the one that gets farthest first
            item: End = blocks.ends[k]
            m = k
            while m > 0:
                turn: Vector = vector(
                    item.tx - blocks.ends[m - 1].tx, item.ty - blocks.ends[m - 1].ty
                )
                more: double = dot(turn, wanted)
                if fabs(more) <= rounding:  # of equal ones, the one that leads upward
                    more = dot(turn, self.up) - SAME
                if more <= 0.0:
                    break
                blocks.ends[m] = blocks.ends[m - 1]
                m -= 1
            blocks.ends[m] = item
        best: Vector = vector(0.0, 0.0)
        if blocks.end_count:
            best = vector(blocks.ends[0].tx, blocks.ends[0].ty)
        gain: double = dot(best, wanted)
        left: Vector = wanted
        for k in range(blocks.end_count):
            normal: Vector = vector(blocks.ends[k].nx, blocks.ends[k].ny)
            against: double = -dot(normal, left)
            if against > rounding:
                push_stop(stops, blocks.ends[k].block, normal)
                if gain <= rounding:  # what holds it is against what the others leave
                    left = plus(left, times(normal, against))
        if gain <= rounding:
            self.add_holding(wanted, stops)
            stops.end = at
        elif best.y == 0.0:  # the coordinate that is free is the goal's, to the last bit
            stops.end.y = at.y
        elif best.x == 0.0:
            stops.end.x = at.x
        else:
            stops.end = plus(at, times(best, gain))
        return 0

    def add_holding(self, wanted: Vector, stops: pointer(Stops)) -> cython.void:
        """Add what holds the body where it stays.

        What one side leaves of the way may be against another. Sides that are touched by a corner
        only come last.
        """
        k: Py_ssize_t
        i: cython.int
        m: cython.int
        last: cython.int
        held_by: Py_ssize_t = 0
        normals: Vector[MOST_STOPS]
        left: Vector = wanted
        for last in range(MOST_STOPS):
            most: double = 0.0
            by_corner: bint = True
            for k in range(self.blocks.count):
                block: pointer(cython.const[Block]) = self.blocks.items + k
                if is_free(block, left.x, left.y, self.blocks.rounding):
                    continue
                for i in range(block.count):
                    normal: Vector = vector(block.sides[i].nx, block.sides[i].ny)
                    against: double = -dot(normal, left)
                    is_new: bint = True
                    for m in range(last):
                        is_new &= dot(normal, normals[m]) < 1.0 - SAME
                    is_first: bint = block.sides[i].by_corner < by_corner
                    is_first |= against > most and block.sides[i].by_corner == by_corner
                    if is_new and is_first:
                        most = against
                        by_corner = block.sides[i].by_corner
                        held_by = k
                        normals[last] = normal
            if most == 0.0:
                return
            push_stop(stops, held_by, normals[last])
            left = plus(left, times(normals[last], most))

    def add_block(self, at: Vector, way: Vector, met: pointer(cython.const[Impact])) -> bint:
        """Add what a cast has met at once, although no side of it was known to be in the way.

        A little farther on it shows which way out of it is the least. Returns whether anything new
        blocks the way.
        """
        impact: Impact = met[0]
        length: double = length_of(way)
        self.place(plus(at, times(way, min(1.0, 2.0 * CLOSE * self.hair / length))))
        normal: Vector = vector(impact.nx, impact.ny)
        end: cython.int = store.STORE.groups[impact.pair.b].count
        if impact.pair.first_b + impact.pair.count_b > end:
            return False  # user code has changed the shapes since
        if deepest_normal(store.STORE, address(impact)) > 0.0:
            least: Vector = vector(impact.nx, impact.ny)
            normal = least if dot(least, way) < -PARALLEL * length else normal
        if dot(normal, way) >= -PARALLEL * length:
            return False
        self.knows_blocks = False
        block: pointer(Block) = self.blocks.add()
        block.position = impact.position
        block.pair = impact.pair
        block.part = impact.part
        block.other_part = impact.other_part
        block.is_deep = block.is_one_way = False
        block.gap = 0.0
        block.count = 1
        block.sides[0].nx = normal.x
        block.sides[0].ny = normal.y
        block.sides[0].gap = 0.0
        block.sides[0].by_corner = False
        return True

    def find_stops(
        self, at: Vector, goal: Vector, hit: pointer(cython.const[Hit]), stops: pointer(Stops)
    ) -> cython.int:
        """What is exposed to a way at a place where a cast has ended, by what it has met."""
        way: Vector = minus(goal, at)
        self.look_at(at, way)
        self.best_end(at, goal, stops)
        if stops.count == 0 and hit.found and self.add_block(at, way, address(hit.impact)):
            self.best_end(at, goal, stops)
        return 0

    def put_impact(
        self, block: Py_ssize_t, normal: Vector, at: Vector, impact: pointer(Impact)
    ) -> cython.void:
        """Write what a block is told as, with one of its normals."""
        point: double[2]
        item: pointer(cython.const[Block]) = self.blocks.items + block
        self.place(at)
        point[0] = at.x
        point[1] = at.y
        if (
            item.other_part < store.STORE.groups[item.pair.b].count
        ):  # else user code has changed shapes
            touching_point(
                shape_pair.part_of(store.STORE, self.row, item.part),
                shape_pair.part_of(store.STORE, item.pair.b, item.other_part),
                store.STORE.pool,
                normal.x,
                normal.y,
                point,
            )
        impact.position = item.position
        impact.pair = item.pair
        impact.part = item.part
        impact.other_part = item.other_part
        impact.momentary = impact.ruled_out = False
        impact.overlapping = item.is_deep
        impact.fraction = 0.0
        if self.length > 0.0:
            impact.fraction = min(1.0, length_of(minus(at, self.start)) / self.length)
        impact.x = at.x
        impact.y = at.y
        impact.angle = store.STORE.groups[self.row].angle
        impact.nx = normal.x
        impact.ny = normal.y
        impact.other_nx = impact.other_ny = 0.0
        impact.px = point[0]
        impact.py = point[1]
        impact.depth = -item.gap

    def note_stops(
        self, stops: pointer(cython.const[Stops]), at: Vector, with_floors: bint
    ) -> cython.int:
        """Tell of what has stopped or turned the body at a place."""
        impact: Impact
        k: cython.int
        for k in range(stops.count):
            normal: Vector = stops.items[k].normal
            if with_floors or not self.is_floor(normal):
                self.put_impact(stops.items[k].block, normal, at, address(impact))
                self.note_hit(address(impact))
        return 0

    # --- what it meets ----------------------------------------------------------------------------

    def cast(
        self,
        start: Vector,
        end: Vector,
        hit: pointer(Hit),
        skipped: cython.int = 0,
        one_way: bint = True,
    ) -> bint:
        """What the body meets that goes straight to an end, and where it is then; is it anything?

        It hits nothing anew there, by the exact test. Targets with a mark of `skipped` are left
        out. Without `one_way`, one-way shapes are like any others.
        """
        place: Place
        sweep: Sweep
        k: Py_ssize_t
        way: Vector = minus(end, start)
        hit.found = False
        hit.latest = 1.0
        hit.at = start
        if is_zero(way):
            return False
        for k in range(self.near.row_count if self.query_filter.where is not None else 0):
            self.marks[k] &= ~REJECTED
        hit.found = self.find_first(address(sweep), start, way, self.hair, skipped, one_way)
        if not hit.found:
            place = self.free_place_near(end, vector(0.0, 0.0), address(sweep))
            if not place.found:
                place.at = self.straightened(start, end)
                place.found = self.is_free_at(place.at, address(sweep))
            hit.at = place.at
            if place.found:
                return False
            # It is deep in two things together, as in a turned tunnel exactly as high.
            hit.found = self.find_first(address(sweep), start, way, 0.0, skipped, one_way)
        if not hit.found:
            hit.at = self.last_free(start, end, address(sweep))
            return False
        hit.at = self.last_free(start, vector(sweep.first.x, sweep.first.y), address(sweep))
        hit.at = self.evened(hit.at, address(sweep))
        hit.latest = sweep.latest
        hit.impact = sweep.first
        return True

    def go(self, start: Vector, end: Vector) -> Vector:
        """Where the body ends that goes straight to an end, until it meets anything: see `cast`."""
        hit: Hit
        self.cast(start, end, address(hit))
        return hit.at

    def cast_on(
        self,
        at: Vector,
        end: Vector,
        margin: double,
        hit: pointer(Hit),
        skipped: cython.int = 0,
    ) -> bint:
        """`cast`, which with a margin gathers what is so near on the way, as far as that gets.

        First near the place, and then always four times as much, until what is met is known.
        """
        way: Vector = minus(end, at)
        if margin == 0.0:
            return self.cast(at, end, hit, skipped)
        share: double = self.near_share(way)
        while True:
            if self.has_gathered(at, way):
                share = 1.0
            elif share >= 1.0 or not self.has_gathered(at, times(way, share)):
                share = self.gather_along(at, way, margin, share)
                self.measure(self.length)
            self.cast(at, end, hit, skipped)
            if share >= 1.0 or (hit.found and hit.latest <= share):
                return hit.found
            share = min(1.0, 4.0 * share)

    def find_first(
        self,
        sweep: pointer(Sweep),
        start: Vector,
        way: Vector,
        hair: double,
        skipped: cython.int,
        one_way: bint,
    ) -> bint:
        """Find what the body meets first on a way, of what `where` accepts: see `cast`."""
        k: Py_ssize_t
        while True:
            self.place(start)
            self.begin(sweep, way, 0.0, self.on_way, skipped | REJECTED)
            sweep.motion.hair = hair
            sweep.one_way = one_way
            if self.query_filter.where is not None:
                self.witnesses.count = 0
                sweep.witnesses = cast(p_void, self.witnesses)
            find_impacts(store.STORE, sweep, None)
            if self.has_points:
                self.find_seam(sweep, start, way, skipped | REJECTED, one_way)
            if self.query_filter.where is not None and self.rejects_witness(sweep.latest):
                continue
            if not sweep.found or self.query_filter.where is None:
                return sweep.found
            accepted: bint = self.accepts(address(sweep.first))
            for k in range(self.near.row_count):  # it may have changed any of these
                freshen(store.STORE, self.near.rows[k])
            if accepted:
                return True
            self.marks[sweep.first.position] |= REJECTED

    def find_seam(
        self,
        sweep: pointer(Sweep),
        start: Vector,
        way: Vector,
        skipped: cython.int,
        one_way: bint,
    ) -> cython.int:
        """Let a point of the body meet a seam on its way, before what the cast has met.

        A point that goes along a seam is in neither side by more than a hair, so each alone is
        overlooked. But no place near is free: a little to the left it is in the one, and a little
        to the right in the other. Then it meets that which began later.
        """
        k: Py_ssize_t
        one: Py_ssize_t
        other: Py_ssize_t
        left: ImpactList = ImpactList()
        right: ImpactList = ImpactList()
        hair: double = self.hair / length_of(way)
        aside: Vector = times(vector(way.y, -way.x), CLOSE * hair)
        self.find_all(plus(start, aside), way, skipped, one_way, left)
        if left.count:
            self.find_all(minus(start, aside), way, skipped, one_way, right)
        for k in range(left.count + right.count if right.count else 0):
            impact: Impact = left.items[k] if k < left.count else right.items[k - left.count]
            inside: double = impact.fraction + FARTHER * hair
            part: pointer(Part) = shape_pair.part_of(store.STORE, self.row, impact.part)
            if (
                impact.overlapping
                or part.kind != layout.POINT
                or inside > (sweep.first.fraction if sweep.found else 1.0)
            ):
                continue
            at: Vector = plus(start, times(way, inside))
            one = self.first_at(left, impact.fraction, plus(at, aside))
            other = self.first_at(right, impact.fraction, minus(at, aside))
            if one >= 0 and other >= 0:
                self.place(start)
                sweep.found = True
                sweep.first = impact
                prove(store.STORE, address(sweep.motion), address(sweep.first), False)
                if self.query_filter.where is not None:
                    self.witnesses.add(left.items + one)
                    self.witnesses.add(right.items + other)
        return 0

    def find_all(
        self, start: Vector, way: Vector, skipped: cython.int, one_way: bint, found: ImpactList
    ) -> cython.int:
        """Find all that the body meets on a way by more than a hair, and what it begins in."""
        sweep: Sweep
        self.place(start)
        self.begin(address(sweep), way, 0.0, self.found, skipped)
        sweep.motion.hair = self.hair
        sweep.motion.from_inside = True
        sweep.one_way = one_way
        find_impacts(store.STORE, address(sweep), found)
        return 0

    def first_at(self, met: ImpactList, latest: double, at: Vector) -> Py_ssize_t:
        """Which of what the body has met at the latest then it still hits at a place; or -1."""
        k: Py_ssize_t
        self.place(at)
        for k in range(met.count):
            impact: pointer(cython.const[Impact]) = met.items + k
            if impact.fraction <= latest and (
                shape_pair.shapes_hit(store.STORE, address(impact.pair))
            ):
                return k
        return -1

    def evened(self, at: Vector, sweep: pointer(Sweep)) -> Vector:
        """Where a level or upright side is met: the even one of the places that only differ by
        rounding.
        """
        even: Vector = at
        near: double = self.rounding_at(at)
        if sweep.first.nx == 0.0:
            even.y = even_near(at.y, near)
        elif sweep.first.ny == 0.0:
            even.x = even_near(at.x, near)
        if is_zero(minus(even, at)):
            return at
        return even if self.is_free_at(even, sweep) else at

    def rounding_at(self, at: Vector) -> double:
        """How far two places are apart, at most, that only differ by rounding."""
        return 4.0 * ULP * (fabs(at.x) + fabs(at.y) + self.size)

    def last_free(self, start: Vector, end: Vector, sweep: pointer(Sweep)) -> Vector:
        """The last free place on a way; one beside its end counts that only differs by rounding."""
        way: Vector = minus(end, start)
        if is_zero(way):
            return end
        near: Place = self.free_place_near(end, vector(0.0, 0.0), sweep)
        if near.found:
            return near.at
        for _ in range(MOST_HALVES):
            way = times(way, 0.5)
            if self.is_free_at(plus(start, way), sweep):
                start = plus(start, way)
        return start

    def is_free_at(self, at: Vector, sweep: pointer(Sweep)) -> bint:
        """Whether the body is in nothing at a place, by the exact test.

        With a sweep, in nothing that this may meet, and that it was not in when it began.
        """
        fresh: Impact
        if sweep is not NULL:
            return is_clear(store.STORE, sweep, at.x, at.y, address(fresh))
        self.place(at)
        return not self.find_inside(True)

    def free_place_near(self, at: Vector, way: Vector, sweep: pointer(Sweep)) -> Place:
        """The free place nearest to one, which most often is free itself: see `is_free_at`.

        Else it is off what is touched there by as little as will do, or an even place, in a gap
        exactly as wide. If no place beside it is free, as in a tunnel exactly as high, it is
        farther on the way there.
        """
        k: cython.int
        i: Py_ssize_t
        place: Place
        size: double = ULP * (fabs(at.x) + fabs(at.y) + 2.0 * self.size)
        for i in range(self.near.row_count if sweep is NULL else 0):
            self.marks[i] &= ~REJECTED
        place.at = at
        place.found = self.is_free_at(at, sweep)
        if place.found:
            return place
        self.find_blocks(at, vector(0.0, 0.0), self.touched)
        for k in range(TRIES):
            off: double = size * (1 << k) if k else 0.0
            move: Vector = self.least_move(off)
            if is_zero(move) and not is_zero(way):
                move = times(way, off / length_of(way))
            place.at = plus(at, move)
            place.found = self.is_free_at(place.at, sweep)
            if k == 0 and not place.found:
                place.at = self.even_place(at, size)
                place.found = self.is_free_at(place.at, sweep)
            if place.found:
                return place
        place.at = at
        return place

    def even_place(self, at: Vector, size: double) -> Vector:
        """The even place at one that is led off what it touches, but for so much."""
        place: Vector = plus(at, self.least_move(-size))
        near: double = self.rounding_at(place)
        return vector(even_near(place.x, near), even_near(place.y, near))

    def straightened(self, start: Vector, end: Vector) -> Vector:
        """An end without what leads only by rounding across an upright or level way.

        In a slot that is exactly as wide, no other place may be free.
        """
        place: Vector = end
        if fabs(end.x - start.x) <= self.blocks.rounding:
            place.x = start.x
        if fabs(end.y - start.y) <= self.blocks.rounding:
            place.y = start.y
        return place

    def least_move(self, off: double) -> Vector:
        """The shortest move that leads off all that the body touches, by so much; 0 without any."""
        k: Py_ssize_t
        m: Py_ssize_t
        i: cython.int
        j: cython.int
        best: Vector = vector(0.0, 0.0)
        found: bint = self.is_off(best, off)
        blocks: Blocks = self.touched
        for k in range(0 if found else blocks.count):
            one: pointer(cython.const[Block]) = blocks.items + k
            for i in range(0 if one.is_deep else one.count):
                n: Vector = vector(one.sides[i].nx, one.sides[i].ny)
                level: double = off - one.sides[i].gap
                for m in range(k + 1):
                    other: pointer(cython.const[Block]) = blocks.items + m
                    for j in range(0 if other.is_deep else other.count):
                        move: Vector = times(n, level)
                        v: Vector = vector(other.sides[j].nx, other.sides[j].ny)
                        turn: double = cross(n, v)
                        if m == k and j == i:
                            pass
                        elif fabs(turn) > SAME:
                            beyond: double = off - other.sides[j].gap
                            move = vector(
                                (level * v.y - beyond * n.y) / turn,
                                (beyond * n.x - level * v.x) / turn,
                            )
                        else:
                            continue
                        if (not found or length_of(move) < length_of(best)) and (
                            self.is_off(move, off)
                        ):
                            found = True
                            best = move
        return best

    def is_off(self, move: Vector, off: double) -> bint:
        """Whether a move leads off all that the body touches, by so much, up to rounding."""
        k: Py_ssize_t
        i: cython.int
        for k in range(self.touched.count):
            block: pointer(cython.const[Block]) = self.touched.items + k
            clear: bint = block.is_deep
            for i in range(block.count):
                side: Side = block.sides[i]
                ahead: double = side.gap + side.nx * move.x + side.ny * move.y
                clear |= ahead >= off - NOISE * self.hair
            if not clear:
                return False
        return True

    def meet(
        self, way: Vector, hit: pointer(Hit), skipped: cython.int = 0, margin: double = 0.0
    ) -> bint:
        """What the body meets first on a way from where it is; is it anything? It stays there.

        With a margin, it is gathered first: see `cast_on`.
        """
        stops: Stops
        here: Vector = self.here()
        self.cast_on(here, plus(here, way), margin, hit, skipped)
        hit.distance = length_of(minus(hit.at, here))
        if hit.found:
            hit.normal = vector(hit.impact.nx, hit.impact.ny)
            self.find_stops(hit.at, plus(hit.at, way), hit, address(stops))
            self.place(hit.at)
            if stops.count:
                hit.normal = stops.items[0].normal
                self.put_impact(stops.items[0].block, hit.normal, hit.at, address(hit.impact))
            else:
                note_point(store.STORE, address(hit.impact))
        self.place(here)
        return hit.found

    def angle(self) -> double:
        """How far the body is turned."""
        return store.STORE.groups[self.row].angle

    def begin(
        self,
        sweep: pointer(Sweep),
        way: Vector,
        turn: double,
        found: PairList,
        skipped: cython.int,
    ) -> cython.int:
        """Begin a sweep of the body from where it is, by the rules of this move.

        Its candidates are those near its way, but for targets with a mark of `skipped`.
        """
        around: Box
        k: Py_ssize_t
        self.begin_at(sweep, way, turn)
        way_box(address(sweep.box), address(sweep.motion), sweep.slack, address(around))
        found.count = 0
        if not found.reserve(self.near.row_count):
            raise MemoryError
        for k in range(self.near.row_count):
            freshen(store.STORE, self.near.rows[k])
            if not self.marks[k] & skipped and overlap(
                address(around), store.STORE.boxes + self.near.rows[k]
            ):
                found.items[sweep.count] = pair_of(0, k)
                sweep.count += 1
        sweep.candidates = found.items
        return 0

    def begin_at(self, sweep: pointer(Sweep), way: Vector, turn: double) -> cython.int:
        """Ask about a way from where the body is, by the rules of this move: no candidates yet."""
        begin_sweep(store.STORE, sweep, self.row, way.x, way.y, turn)
        if self.min_floor_cosine <= 1.0:  # of planks, what is no floor for it, it passes
            sweep.fronts.least = max(sweep.fronts.least, self.min_floor_cosine)
            sweep.fronts.least_floor = self.min_floor_cosine
            sweep.fronts.up_x = self.up.x
            sweep.fronts.up_y = self.up.y
        sweep.chosen = address(self.query_filter.rows)
        sweep.overrides = self.query_filter.overrides
        sweep.override_count = self.query_filter.override_count
        sweep.others = self.near.rows
        sweep.other_count = self.near.row_count
        return 0

    def accepts(self, impact: pointer(cython.const[Impact])) -> bint:
        """Ask `where`, which is user code. It raises an error if that has moved the sprite."""
        return self.query_filter.where is None or (
            self.query_filter.accepts_hit(self.record(impact))
        )

    def rejects_witness(self, latest: double) -> bint:
        """Whether `where` rejects any of who else decided what is met, and no later than that."""
        k: Py_ssize_t
        result: bint = False
        for k in range(self.witnesses.count):
            witness: Impact = self.witnesses.items[k]
            if self.marks[witness.position] & REJECTED or witness.fraction > latest:
                continue
            if not self.accepts(address(witness)):
                self.marks[witness.position] |= REJECTED
                result = True
        return result

    def record(self, impact: pointer(cython.const[Impact])) -> object:
        """The `SweepHit` for an impact with a target."""
        angle: double = store.STORE.groups[self.row].angle
        other: SpriteRow = cast(SpriteRow, self.near.sprites[impact.position])
        return sweep_hit_of(self.sprite, other, angle, impact)

    def let_pass(self, planks: list) -> cython.int:
        """Let the body pass some one-way shapes."""
        self.knows_blocks = False
        for other, first in planks:
            self.query_filter.add_override(cast(SpriteRow, other).row, first, False)
        return 0

    def planks_met(self, at: Vector, way: Vector) -> list:
        """The one-way shapes that block a way from a place: (sprite, first part)."""
        k: Py_ssize_t
        result: list = []
        self.find_blocks(at, vector(0.0, 0.0), self.touched)
        for k in range(self.touched.count):
            block: pointer(Block) = self.touched.items + k
            if is_one_way(block.pair.b, block.pair.first_b) and not (
                is_free(block, way.x, way.y, self.blocks.rounding)
            ):
                result.append((self.near.sprites[block.position], block.pair.first_b))
        return result

    # --- what it is in ----------------------------------------------------------------------------

    def find_inside(self, by_a_hair: bint = False) -> bint:
        """Find what the body is in by more than a hair, or at all, of what `where` accepts.

        One-way shapes do not count.
        """
        sweep: Sweep
        k: Py_ssize_t
        kept: Py_ssize_t = 0
        last: Py_ssize_t = -1
        accepted: bint = False
        nowhere: Vector = vector(0.0, 0.0)
        self.begin(address(sweep), nowhere, 0.0, self.found, 0)
        find_overlaps(store.STORE, address(sweep), self.inside)
        for k in range(self.inside.count):
            impact: Impact = self.inside.items[k]
            if impact.depth <= self.hair and not by_a_hair:
                continue
            if impact.position != last:
                last = impact.position
                accepted = self.accepts(address(impact))
                if not accepted:
                    self.marks[last] |= REJECTED
            if accepted:
                self.inside.items[kept] = impact
                kept += 1
        self.inside.count = kept
        return kept > 0

    def way_past(self, other: cython.int, first: cython.int, direction: Vector) -> double:
        """How far a direction leads until the body is past a shape, given by its row."""
        freshen(store.STORE, other)
        # User code may have changed the shapes since.
        known: bint = first < store.STORE.groups[other].count
        count: cython.int = row_shapes.parts_in_shape(store.STORE, other, first) if known else 0
        result: double = reach(store.STORE, other, first, count, direction.x, direction.y, NULL)
        return result + self.farthest(times(direction, -1.0))

    def way_out(self, line: Vector, ahead: bint = False) -> Vector:
        """The least way out of what is near, on a line; in any direction if that has no length.

        With `ahead` it leads only in the direction of that line. It is 0 if there is none. Only
        what the sprite is in counts, here or where shorter ways lead: of that `where` can be asked.
        The order of the targets does not matter.
        """
        k: Py_ssize_t
        move: Move
        direction: double[2]
        direction[0] = line.x
        direction[1] = line.y
        along: Numbers = NULL if is_zero(line) else direction
        here: Vector = self.here()
        way: Vector = vector(0.0, 0.0)
        met: list = []
        for k in range(self.near.row_count):
            self.marks[k] &= ~IN_THE_WAY
        while True:
            known: Py_ssize_t = len(met)
            self.place(plus(here, way))
            self.find_inside()
            self.place(here)
            for k in range(self.inside.count):
                position: Py_ssize_t = self.inside.items[k].position
                if not self.marks[position] & IN_THE_WAY:
                    self.marks[position] |= IN_THE_WAY
                    met.append(self.near.sprites[position])
            if len(met) == known:
                return way
            around: Batch = Batch()
            fill(around, sorted(met, key=box_of))
            separate_from(
                self.sprite, self.row, around, self.query_filter, True, along, ahead, address(move)
            )
            way = times(vector(move.nx, move.ny), move.depth)
            if is_zero(way):
                return way

    # --- what it is -------------------------------------------------------------------------------

    def farthest(self, direction: Vector) -> double:
        """How far along a direction, as a coordinate, it reaches that can meet anything near."""
        i: cython.int
        row: cython.int = self.row
        result: double = -INFINITY
        if direction.x == 0.0 or direction.y == 0.0:  # without this, a walk takes 1.04
            box: Box = self.box()
            if box.left <= box.right:
                result = max(box.left * direction.x, box.right * direction.x)
                result += max(box.top * direction.y, box.bottom * direction.y)
            return result
        freshen(store.STORE, row)
        for i in range(store.STORE.groups[row].count):
            if self.part_count < 0 or (i < self.part_count and self.counted[i]):
                result = max(result, reach(store.STORE, row, i, 1, direction.x, direction.y, NULL))
        return result

    def foot(self) -> Vector:
        """The lowest point of the body's box along `up`, in the middle."""
        down: Vector = times(self.up, -1.0)
        across: Vector = times(self.right, self.middle_along(self.right))
        return plus(across, times(down, self.farthest(down)))

    def middle(self) -> Vector:
        """The middle of the body's box along `up`; where it is, if it can meet nothing."""
        if self.width() < 0.0:
            return self.here()
        across: Vector = times(self.right, self.middle_along(self.right))
        return plus(across, times(self.up, self.middle_along(self.up)))

    def middle_along(self, direction: Vector) -> double:
        """A coordinate along a direction: half way between both ends of the body."""
        return 0.5 * (self.farthest(direction) - self.farthest(times(direction, -1.0)))

    def came(self, position: Py_ssize_t) -> Vector:
        """Where its middle was before a target got into it, which has not moved since."""
        for other, x, y in self.held:
            if other is self.near.sprites[position]:
                return vector(x, y)
        return self.was

    def width(self) -> double:
        """How wide the body is, across `up`."""
        return self.farthest(self.right) + self.farthest(times(self.right, -1.0))

    def meets_floor(self, start: Vector, end: Vector, met: pointer(cython.const[Impact])) -> bint:
        """Whether what a point meets first on the way to another one is a floor.

        The point meets what that part of the sprite can meet that made the impact.
        """
        one: ManyRays
        k: Py_ssize_t
        impact: Impact = met[0]
        row: cython.int = self.row
        answers: RayAnswers = RayAnswers()
        chosen: RowFilter = self.query_filter.rows
        if self.query_filter.uses_own_layers:
            store.put_layers_of_part(address(chosen), store.STORE, row, impact.part)
        question: RayQuestion = question_of(self.near, self.query_filter, 0.0, True)
        question.row_filter = address(chosen)
        one.starts = address(start.x)
        one.ends = address(end.x)
        one.start_step = one.end_step = 0
        all_on_rays(store.STORE, address(one), 1, address(question), None, answers)
        for k in range(answers.count):
            answer: RayAnswer = answers.items[k]
            impact.position = answer.position
            impact.pair.b = self.near.rows[answer.position]
            impact.pair.first_b = row_shapes.first_part_of(store.STORE, impact.pair.b, answer.shape)
            impact.nx = answer.contact.nx
            impact.ny = answer.contact.ny
            impact.px = answer.contact.x
            impact.py = answer.contact.y
            if self.accepts(address(impact)):
                return self.is_floor(vector(impact.nx, impact.ny))
        return False

    def is_near(self, other: cython.int, first: cython.int, below: double) -> bint:
        """Whether its bounding box meets that of a one-way shape, or is at most so far above it."""
        return (
            is_one_way(other, first)
            and self.way_past(other, first, self.up) >= -below
            and self.way_past(other, first, times(self.up, -1.0)) >= 0.0
            and self.way_past(other, first, self.right) >= 0.0
            and self.way_past(other, first, times(self.right, -1.0)) >= 0.0
        )

    def release(self) -> cython.int:
        """Forget what one move needed."""
        self.batch = None
        self.own_piece[0] = self.targets.pieces = None
        self.query_filter = None
        self.hits = None
        self.near = EMPTY
        self.gathered_beside = vector(-1.0, -1.0)
        self.is_crowded = False
        if self.found_near.row_count:
            forget(self.found_near)
        return 0

    def note_hit(self, impact: pointer(cython.const[Impact])) -> cython.int:
        """Tell of a hit, unless it was told: with the same sprite, and the same normal."""
        hit: SweepHit
        other: object = self.near.sprites[impact.position]
        normal: Vector = vector(impact.nx, impact.ny)
        for hit in self.hits:
            known: Vector = vector(hit._normal.x, hit._normal.y)
            if (
                hit.other is other
                and dot(known, normal) > 0.0
                and fabs(cross(known, normal)) <= SAME
            ):
                return 0
        self.hits.append(self.record(impact))
        return 0

    def is_floor(self, normal: Vector) -> bint:
        return dot(normal, self.up) >= self.min_floor_cosine


def push_stop(stops: pointer(Stops), block: Py_ssize_t, normal: Vector) -> cython.void:
    """Add an exposed side, unless its normal or its block is among the stops."""
    k: cython.int
    if stops.count == MOST_STOPS:
        return
    for k in range(stops.count):
        known: Vector = stops.items[k].normal
        if stops.items[k].block == block or (
            dot(normal, known) > 0.0 and fabs(cross(normal, known)) <= SAME
        ):
            return
    stops.items[stops.count].block = block
    stops.items[stops.count].normal = normal
    stops.count += 1


def even_near(value: double, near: double) -> double:
    """The even number next to another one, if it is that near; else the other one."""
    even: double = rint(value * EVEN) / EVEN
    return even if fabs(even - value) <= near else value


def is_one_way(row: cython.int, first: cython.int) -> bint:
    """Whether a shape is one-way, given by its first part; not if user code has changed shapes."""
    direction: double[2]
    if not store.STORE.dirty[row] & layout.ONE_WAY or first >= store.STORE.groups[row].count:
        return False
    freshen(store.STORE, row)
    return put_direction(store.STORE, row, first, direction)


def box_of(sprite: SpriteRow) -> tuple:
    """The bounding box of a sprite, and whether it is one-way: an order without that of targets."""
    freshen(store.STORE, sprite.row)
    box: Box = store.STORE.boxes[sprite.row]
    return (
        box.left,
        box.top,
        box.right,
        box.bottom,
        bool(store.STORE.dirty[sprite.row] & layout.ONE_WAY),
    )


def size_of(box: pointer(cython.const[Box])) -> double:
    """The larger side of a box; 0 for that of what cannot meet anything."""
    return max(0.0, box.right - box.left, box.bottom - box.top)
