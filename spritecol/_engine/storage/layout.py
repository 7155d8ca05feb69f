"""The records of the storage: a row, its convex parts, their kinds and flags.

A `RowRecord` is what the storage has of one sprite. A `Part` is one of its convex parts in world
space, a `LocalPart` one in local space. The declarations are in `layout.pxd`. An `Outline` holds
the local parts of a sprite's shapes, and is shared by sprites with equal shapes. A `NumberLayout`
says which numbers of their own the sprites of a class have.
"""

from collections.abc import Sequence

import cython as C
from cython.cimports.cpython.mem import PyMem_Calloc, PyMem_Free, PyMem_Malloc
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.storage.box_tree import BoxNode, TreePlace, plant
from cython.cimports.spritecol._support.libc import fabs, memcpy

from spritecol._support.range_check import shown


@C.cfunc
@C.inline
@C.exceptval(check=False)
def most_numbers(kind: C.int, count: C.int) -> C.int:
    """How many numbers a part of a kind may need in world space.

    A circle may become an ellipse, a box a parallelogram, a capsule a stretched one, and any kind a
    segment.
    """
    if kind in (CIRCLE, ELLIPSE):
        return 6
    if kind in (BOX, CAPSULE):
        return 8
    return max(4, 2 * count)


def is_right_length(kind: C.int, length: C.Py_ssize_t) -> C.bint:
    """Whether a part of a kind may have this many numbers."""
    if kind == POLYGON:
        return length >= 6 and length % 2 == 0
    lengths: dict = {POINT: 2, SEGMENT: 4, SEAM: 4, BOX: 4, CIRCLE: 3, CAPSULE: 5, ELLIPSE: 6}
    return length == lengths.get(kind, -1)


LARGEST = C.declare(C.double, 4e12)
"""The largest magnitude of a number of a part. Shapes check theirs, up to 1e12, when they are made;
the far corner of a Rect may be twice as far away. So this only refuses what did not come from a
constructor, and keeps the kernels free of NaN and overflow whatever a user's class does."""


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_local_box(part: C.pointer(LocalPart), v: C.p_double, box: C.pointer(Box)) -> C.void:
    """Write the box of a part in local space, or a larger one."""
    k: C.int
    rx: C.double = 0.0
    ry: C.double = 0.0
    if part.kind == CIRCLE:
        rx = ry = v[2]
    elif part.kind == ELLIPSE:
        rx = fabs(v[2]) + fabs(v[3])
        ry = fabs(v[4]) + fabs(v[5])
    elif part.kind == CAPSULE:
        rx = ry = v[4]
    box.left = v[0] - rx
    box.top = v[1] - ry
    box.right = v[0] + rx
    box.bottom = v[1] + ry
    if part.kind not in (CIRCLE, ELLIPSE):
        for k in range(1, part.count):
            box.left = min(box.left, v[2 * k] - rx)
            box.top = min(box.top, v[2 * k + 1] - ry)
            box.right = max(box.right, v[2 * k] + rx)
            box.bottom = max(box.bottom, v[2 * k + 1] + ry)


@C.cfunc
@C.exceptval(-1)
def copy_parts(outline: Outline, given: list) -> C.int:
    """Give an outline its parts: what they are, and where their numbers are."""
    shape: C.int = -1
    lead: C.int = 0
    i: C.Py_ssize_t
    count: C.int = len(given)
    outline.count = count
    outline.parts = C.cast(C.pointer(LocalPart), PyMem_Malloc(max(1, count) * C.sizeof(LocalPart)))
    if outline.parts is C.NULL:
        raise MemoryError
    for i in range(count):
        kind, numbers, part_count = given[i]
        if not is_right_length(kind, len(numbers)):
            raise ValueError(f"{shown(numbers)} are not the numbers of a part of kind {kind}")
        if part_count < 0 or part_count + i > count:
            raise ValueError(f"a shape of {part_count} parts does not fit into {count}")
        part: C.pointer(LocalPart) = C.address(outline.parts[i])
        part.kind = kind
        part.count = len(numbers) // 2
        part.part_count = part_count
        shape += part_count > 0
        part.shape = shape
        lead = i if part_count > 0 else lead
        part.lead = lead
        part.first = outline.size
        outline.size += most_numbers(part.kind, part.count)
    outline.shape_count = shape + 1
    return 0


@C.cfunc
@C.exceptval(-1)
def copy_numbers(outline: Outline, given: list) -> C.int:
    """Give an outline the numbers of its parts."""
    i: C.Py_ssize_t
    k: C.Py_ssize_t
    outline.values = C.cast(C.p_double, PyMem_Malloc(max(1, outline.size) * C.sizeof(C.double)))
    if outline.values is C.NULL:
        raise MemoryError
    for i in range(outline.count):
        numbers: tuple = given[i][1]
        for k in range(len(numbers)):
            number: C.double = numbers[k]
            if not -LARGEST <= number <= LARGEST:  # NaN fails this too
                raise ValueError(f"a shape's numbers must be within 1e12, got {number}")
            outline.values[outline.parts[i].first + k] = number
    return 0


@C.cfunc
@C.exceptval(-1)
def copy_cuts(outline: Outline, given: list) -> C.int:
    """Note which edges of the pieces of polygons are cuts: they have the corners of a seam.

    An edge of a piece counts by the vertex at its end, from the first number of the piece on. The
    vertices of a box are in the order of `corners_of`, so its first edge is the left edge.
    """
    seams: set = set()
    i: C.Py_ssize_t
    for i in range(outline.count):
        if outline.parts[i].kind == SEAM:
            numbers: tuple = given[i][1]
            seams.add((outline.parts[i].shape, numbers))
            seams.add((outline.parts[i].shape, numbers[2:] + numbers[:2]))
    if not seams:
        return 0
    outline.cuts = C.cast(C.p_uchar, PyMem_Calloc(outline.size, 1))
    if outline.cuts is C.NULL:
        raise MemoryError
    for i in range(outline.count):
        numbers = given[i][1]
        if outline.parts[i].kind == BOX:
            left, top, right, bottom = numbers
            numbers = (left, top, right, top, right, bottom, left, bottom)
        elif outline.parts[i].kind != POLYGON:
            continue
        before: tuple = numbers[-2:]
        for k in range(len(numbers) // 2):
            corner: tuple = numbers[2 * k : 2 * k + 2]
            outline.cuts[outline.parts[i].first + k] = (
                outline.parts[i].shape,
                before + corner,
            ) in seams
            before = corner
    return 0


@C.cfunc
@C.exceptval(-1)
def copy_directions(outline: Outline, directions: Sequence[tuple[float, float]]) -> C.int:
    """Give the shapes of an outline the directions in which they stop what comes."""
    i: C.Py_ssize_t
    count: C.Py_ssize_t = outline.shape_count
    outline.directions = C.cast(C.p_double, PyMem_Malloc(count * 2 * C.sizeof(C.double)))
    if outline.directions is C.NULL:
        raise MemoryError
    for i in range(count):
        dx, dy = directions[i]
        outline.directions[2 * i] = dx
        outline.directions[2 * i + 1] = dy
    return 0


@C.cfunc
@C.exceptval(-1)
def copy_roles(outline: Outline, roles: Sequence[tuple[int | None, int | None, int]]) -> C.int:
    """Give the shapes of an outline their layers, masks and names."""
    i: C.Py_ssize_t
    outline.roles = C.cast(C.pointer(Role), PyMem_Malloc(outline.shape_count * C.sizeof(Role)))
    if outline.roles is C.NULL:
        raise MemoryError
    for i in range(outline.shape_count):
        layer, mask, name = roles[i]
        role: C.pointer(Role) = C.address(outline.roles[i])
        role.has_layer = layer is not None
        role.has_mask = mask is not None
        role.layer = layer or 0
        role.mask = mask or 0
        role.name = name
        outline.has_layers |= role.has_layer or role.has_mask
    return 0


class Outline:
    """The shapes of one or more sprites, in local space, as numbers.

    Built from tuples (kind, numbers, part_count), one for each convex part. `part_count` is the
    number of parts of a shape on its first part, and 0 on the others (see `local_parts`).
    `directions` has a pair of numbers for each shape, or is empty; `roles` has a layer and a mask,
    each of which may be None, and the number of a name.
    """

    def __cinit__(
        self,
        parts: Sequence[tuple[int, Sequence[float], int]],
        directions: Sequence[tuple[float, float]] = (),
        roles: Sequence[tuple[int | None, int | None, int]] = (),
    ):
        given: list = [
            (int(kind), tuple(numbers), int(part_count)) for kind, numbers, part_count in parts
        ]
        self.shapes = ()
        copy_parts(self, given)
        copy_numbers(self, given)
        copy_cuts(self, given)
        if self.count > MANY_PARTS:
            self.make_nodes()
        if directions:
            copy_directions(self, directions)
        if roles:
            copy_roles(self, roles)

    def __dealloc__(self):
        PyMem_Free(self.parts)
        PyMem_Free(self.values)
        PyMem_Free(self.cuts)
        PyMem_Free(self.directions)
        PyMem_Free(self.nodes)
        PyMem_Free(self.roles)

    def make_nodes(self) -> C.int:
        """Make the tree of the parts: those that lie near each other are in one node."""
        i: C.int
        places: C.pointer(TreePlace) = C.cast(
            C.pointer(TreePlace), PyMem_Malloc(self.count * C.sizeof(TreePlace))
        )
        self.nodes = C.cast(C.pointer(BoxNode), PyMem_Malloc(2 * self.count * C.sizeof(BoxNode)))
        if places is C.NULL or self.nodes is C.NULL:
            PyMem_Free(places)
            raise MemoryError
        for i in range(self.count):
            part: C.pointer(LocalPart) = self.parts + i
            put_local_box(part, self.values + part.first, C.address(places[i].box))
            places[i].number = i
        self.node_count = plant(places, self.count, self.nodes)
        PyMem_Free(places)
        return 0


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class NumberLayout:
    """The stored numbers of a class: their names, kinds and defaults, in order. Never changed.

    Each takes a word of 64 bits: a float64 or an int64.
    """

    def __cinit__(self, names: Sequence[str], kinds: Sequence[type], defaults, hidden=()):
        k: C.Py_ssize_t
        self.number = -1
        self.count = len(names)
        self.places = {name: place for place, name in enumerate(names)}
        self.kinds = tuple(kinds)
        self.defaults = tuple(defaults)
        self.hidden = frozenset(hidden)
        if not len(self.places) == len(self.kinds) == len(self.defaults) == self.count:
            raise ValueError(f"each of {shown(names)} needs a kind and a default")
        self.words = C.cast(C.p_longlong, PyMem_Malloc(max(1, self.count) * C.sizeof(C.longlong)))
        if self.words is C.NULL:
            raise MemoryError
        for k in range(self.count):
            if self.kinds[k] is int:
                self.words[k] = self.defaults[k]
            else:
                number: C.double = self.defaults[k]
                memcpy(self.words + k, C.address(number), C.sizeof(C.double))

    def __dealloc__(self):
        PyMem_Free(self.words)

    def __reduce__(self):
        # For libraries that pickle a whole class, such as one of a script's main module.
        return NumberLayout, (tuple(self.places), self.kinds, self.defaults, self.hidden)
