"""`View`: the visible outlines of sprites' shapes, as positions in a picture.

The engine's transform of a row maps the corners of its shapes to the world, and the view maps them
into the picture. No shapes or geometries are created, because games draw their shapes in every
frame.

Lines that reach far beyond the picture are cut off, because pygame draws with 32-bit numbers and is
slow with long lines.
"""

import cython as C
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import Outline, RowRecord
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._engine.transform.world_parts import Map, flatten, is_flat, put_map
from cython.cimports.spritecol._support.fast_range_check import checked
from cython.cimports.spritecol._support.libc import INFINITY, fabs, floor, free, sqrt
from cython.cimports.spritecol.sprites.containers.batch import Batch
from cython.cimports.spritecol.sprites.containers.members import sync
from cython.cimports.spritecol.sprites.containers.targets import batch_of
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

from spritecol import Capsule, Circle, Ellipse, Point, Polygon, Rect, Segment, Shape, Triangle
from spritecol._support.polar import cos_sin, length
from spritecol._support.range_check import shown

Pixel = tuple[float, float]

AROUND = C.declare(C.double, 4096.0)
"""Pixels around the picture. Lines are cut off there."""

TURNS = 1024
"""The number of parts of a full turn."""

UNIT_CIRCLE = [cos_sin(360.0 * i / TURNS) for i in range(TURNS)]

ROUGH = C.declare(C.double, 0.2)
"""Pixels by which the sides of a drawn circle may deviate from its curve."""

FORMS: dict = {}
"""id of a tuple of shapes -> (the tuple, its forms). The tuple is kept alive, so its id is not
reused."""

FORMS_KEPT = 1024
"""The maximal number of entries. Beyond it all are dropped, which costs less than tracking their
age."""


@C.cclass
class Form:
    """The drawn parts of a shape in local space: a disc, or lines and areas.

    A disc is a center and a matrix, like an ellipse in the engine. For a capsule, the outline is
    stretched: each half of its edge is around another center. Lines and areas are tuples of
    coordinates, x and y in turn. A line is closed if it ends where it starts. A line with one
    position is a point.
    """

    shape: object
    is_disc: C.bint
    is_long: C.bint
    disc: C.double[8]  # x, y, m00, m01, m10, m11, and the other x and y
    lines: tuple
    areas: tuple


@C.cfunc
def put_ellipse(
    form: Form, x: C.double, y: C.double, rx: C.double, ry: C.double, angle: C.double
) -> object:
    """Fill a form with the disc of an ellipse."""
    c, s = cos_sin(angle)
    form.is_disc = True
    form.disc = [x, y, c * rx, -s * ry, s * rx, c * ry, x, y]
    return None


@C.cfunc
def put_capsule(form: Form, shape: Capsule) -> object:
    """Fill a form with the disc of a capsule, whose edge begins at the end of a straight side."""
    x: C.double = shape.x2 - shape.x1
    y: C.double = shape.y2 - shape.y1
    share: C.double = shape.radius / length(x, y)
    x, y = share * x, share * y
    form.is_disc = form.is_long = True
    form.disc = [shape.x2, shape.y2, y, x, -x, y, shape.x1, shape.y1]
    return None


@C.cfunc
def flat_numbers(places: object) -> tuple:
    """Return the coordinates of positions, one after the other."""
    return tuple([float(number) for place in places for number in place])


@C.cfunc
def closed_ring(places: object) -> tuple:
    """Return the coordinates of a ring, which ends where it starts."""
    return flat_numbers([*places, places[0]])


def form_of(shape: Shape) -> Form:
    """Return the form of a shape."""
    form: Form = Form()
    form.shape = shape
    form.lines = form.areas = ()
    if isinstance(shape, Circle):
        put_ellipse(form, shape.x, shape.y, shape.radius, shape.radius, 0.0)
    elif isinstance(shape, Ellipse):
        put_ellipse(form, shape.x, shape.y, shape.radius_x, shape.radius_y, shape.angle)
    elif isinstance(shape, Point):
        form.lines = form.areas = (flat_numbers([(shape.x, shape.y)]),)
    elif isinstance(shape, Polygon):
        form.lines = tuple([closed_ring(ring) for ring in (shape.points, *shape.holes)])
        form.areas = tuple([flat_numbers(piece) for piece in shape.pieces])
        if not shape.holes:  # pygame fills an area without holes in one call
            form.areas = (flat_numbers(shape.points),)
    elif isinstance(shape, Segment) or (isinstance(shape, Capsule) and shape.radius == 0.0):
        form.lines = form.areas = (flat_numbers([(shape.x1, shape.y1), (shape.x2, shape.y2)]),)
    elif isinstance(shape, Capsule) and (shape.x1, shape.y1) == (shape.x2, shape.y2):
        put_ellipse(form, shape.x1, shape.y1, shape.radius, shape.radius, 0.0)
    elif isinstance(shape, Capsule):
        put_capsule(form, shape)
    elif isinstance(shape, (Rect, Triangle)):
        form.lines = (closed_ring(shape.corners),)
        form.areas = (flat_numbers(shape.corners),)
    else:
        raise TypeError(f"a shape is a Point, Segment, Circle, ..., got {shown(shape)}")
    return form


@C.cfunc
def forms_of(shapes: tuple) -> list:
    """Return the forms of a sprite's shapes."""
    global FORMS  # noqa: PLW0603 (replaced, not cleared: dropping shapes may run user code)
    known: object = FORMS.get(id(shapes))
    if known is not None:
        return known[1]
    forms: list = [form_of(shape) for shape in shapes]
    if len(FORMS) >= FORMS_KEPT:
        FORMS = {}
    FORMS[id(shapes)] = shapes, forms
    return forms


@C.cclass
@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class View:
    """Which part of the world a picture shows: (left, top) is at its top left corner.

    Args:
        width, height: the size of the picture, in pixels; infinity for a view of the whole world.
        offset: (left, top), a position in the world.
        zoom: how many pixels one pixel of the world takes.
        pen: width of the lines, in pixels.
        up: whether y points up in the picture, as in arcade.

    Raises:
        TypeError: `offset` is not a pair of numbers, or `zoom` is not a number.
        ValueError: a number is out of range.

    In a picture of finite size, each position is the pixel that contains it. In a view of the whole
    world, positions are not rounded, and circles are drawn as lines.
    """

    left: C.double
    top: C.double
    across: C.double
    down: C.double
    width: C.double
    height: C.double
    pen: C.double
    has_pixels: C.bint
    places: C.p_double
    capacity: C.Py_ssize_t

    def __init__(
        self,
        width: C.double,
        height: C.double,
        offset: object = (0.0, 0.0),
        zoom: object = 1.0,
        pen: C.double = 1.0,
        up: C.bint = False,
    ):
        try:
            x, y = offset
        except (TypeError, ValueError):
            raise TypeError(f"offset must be a pair (x, y), got {shown(offset)}") from None
        self.left = checked(x, "offset")
        self.top = checked(y, "offset")
        self.across = self.down = checked(zoom, "zoom")
        if self.across <= 0.0:
            raise ValueError(f"zoom must be above 0, got {shown(zoom)}")
        if up:
            self.down = -self.across
        self.width = width
        self.height = height
        self.pen = pen
        self.has_pixels = width < INFINITY

    def __dealloc__(self):
        free(self.places)

    @property
    def unit(self) -> float:
        """The width of the pen in pixels of the world."""
        return self.pen / self.across

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The visible part of the world: left, top, right, bottom."""
        right: C.double = self.left + self.width / self.across
        return self.left, self.top, right, self.top + self.height / self.across

    def outlines(self, sprites: object) -> list:
        """Return the lines along the edges of the shapes of sprites, in their order.

        Returns:
            Tuples (places, radius, sprite, shape). With a radius above 0, it is a circle, and
            `places` is its center. With a single position, it is a Point. Otherwise it is a line.

        Raises:
            TypeError: `sprites` contains anything else.
        """
        return seen(self, sprites, False)

    def areas(self, sprites: object) -> list:
        """Return the areas that the shapes of sprites cover, as tuples like the results of
        `outlines`.

        `places` contains the corners of an area, or fewer than three positions, which are a line.
        """
        return seen(self, sprites, True)

    def arrows(self, sprites: object) -> list:
        """Return where one-way shapes are, and the sides from which they stop moving sprites.

        Returns:
            Tuples (x, y, dx, dy, sprite, shape) in the world: the center, and the side as a vector
            of length 1. A shape that lost its side because it is scaled by 0 is left out.
        """
        found: list = []
        m: Map
        if not STORE.has_one_way:
            return found
        for item in given_sprites(sprites):
            sprite: SpriteRow = item
            if not STORE.flags[sprite.row] & layout.ONE_WAY:
                continue
            for drawn in forms_at(sprite.row, C.address(m)):
                form: Form = drawn
                if form.shape.one_way is None:
                    continue
                dx: C.double = form.shape.one_way[0]
                dy: C.double = form.shape.one_way[1]
                x: C.double = m.a00 * dx + m.a01 * dy
                y: C.double = m.a10 * dx + m.a11 * dy
                long: C.double = sqrt(x * x + y * y)
                if long > 0.0:
                    middle = middle_of(self, form, C.address(m))
                    found.append((middle[0], middle[1], x / long, y / long, sprite, form.shape))
        return found

    def line(self, line: object) -> list:
        """Return the visible parts of a line in the world, as lists of positions. A single point is
        returned as it is.
        """
        put_places(self, flat_numbers(line))
        return cut_lines(self, len(line))

    def area(self, corners: object) -> list:
        """Return the corners of the visible part of an area in the world, or an empty list."""
        put_places(self, flat_numbers(corners))
        return cut_area(self, len(corners))


@C.cfunc
def given_sprites(sprites: object) -> list:
    """Return the sprites that were passed, each once, without vanished sprites."""
    if isinstance(sprites, SpriteRow):
        is_gone: C.bint = STORE.records[C.cast(SpriteRow, sprites).row].flags & layout.VANISHED
        return [] if is_gone else [sprites]
    batch: Batch = batch_of(sprites, "sprites")
    sync(batch)
    return list(batch.sprites)


@C.cfunc
def forms_at(row: C.int, m: C.pointer(Map)) -> list:
    """Return the forms of a row, and the transform that maps them to the world, which may be
    flat.
    """
    if STORE.records[row].outline is C.NULL:
        return []
    forms: list = forms_of(C.cast(Outline, STORE.records[row].outline).shapes)
    freshen(STORE, row)
    record: C.pointer(RowRecord) = C.address(STORE.records[row])
    put_map(record, STORE.x[row], STORE.y[row], m)
    if is_flat(record):
        flatten(record, m)
    return forms


@C.cfunc
def seen(view: View, sprites: object, filled: C.bint) -> list:
    """Return the `outlines` or `areas` of a view."""
    found: list = []
    m: Map
    disc: C.double[8]
    for item in given_sprites(sprites):
        sprite: SpriteRow = item
        for drawn in forms_at(sprite.row, C.address(m)):
            form: Form = drawn
            flat: C.bint = m.a00 * m.a11 == m.a01 * m.a10
            if form.is_disc:
                put_disc(view, form, C.address(m), disc)
                add_disc(view, form, disc, flat, filled, sprite, found)
                continue
            for line in form.areas if filled else form.lines:
                count: C.Py_ssize_t = put_line(view, line, C.address(m))
                if flat:
                    count = put_ends(view, count)
                add_line(view, count, filled, sprite, form.shape, found)
    return found


@C.cfunc
def add_line(
    view: View, count: C.Py_ssize_t, filled: C.bint, sprite: object, shape: object, found: list
) -> object:
    """Add the visible part of a line or of an area."""
    if filled and count > 2:
        corners: list = cut_area(view, count)
        if corners:
            found.append((corners, 0, sprite, shape))
        return None
    for places in cut_lines(view, count):
        found.append((places, 0, sprite, shape))
    return None


@C.cfunc
def add_disc(
    view: View,
    form: Form,
    disc: C.p_double,
    flat: C.bint,
    filled: C.bint,
    sprite: object,
    found: list,
) -> object:
    """Add the visible part of a disc: a circle, or a line along its edge."""
    xx: C.double = disc[2] * disc[2] + disc[4] * disc[4]
    yy: C.double = disc[3] * disc[3] + disc[5] * disc[5]
    xy: C.double = disc[2] * disc[3] + disc[4] * disc[5]
    is_circle: C.bint = (
        fabs(xx - yy) <= 1e-9 * xx
        and fabs(xy) <= 1e-9 * xx
        and view.has_pixels
        and not form.is_long
    )
    r: C.double = sqrt(xx if is_circle else xx + yy)  # or a little more
    left: C.double = min(disc[0], disc[6]) - r
    top: C.double = min(disc[1], disc[7]) - r
    right: C.double = max(disc[0], disc[6]) + r
    bottom: C.double = max(disc[1], disc[7]) + r
    if not is_near(view, left, top, right, bottom):
        return None
    if (
        not is_circle
        or not is_in_picture(view, left, top)
        or not is_in_picture(view, right, bottom)
    ):
        count: C.Py_ssize_t = put_edge(view, disc, r, filled)
        if flat or disc[2] * disc[5] == disc[3] * disc[4]:
            count = put_ends(view, count)
        add_line(view, count, filled, sprite, form.shape, found)
    elif r < 1.0:  # pygame cannot draw a circle without a whole radius
        dot: tuple = pixel_at(view, disc[0], disc[1])
        found.append(([dot, dot], 0, sprite, form.shape))
    else:
        middle: tuple = (int(floor(disc[0] + 0.5)), int(floor(disc[1] + 0.5)))
        found.append((middle, int(r + 0.5), sprite, form.shape))
    return None


@C.cfunc
def middle_of(view: View, form: Form, m: C.pointer(Map)) -> tuple:
    """Return the center of the box around a shape, in the world."""
    disc: C.double[8]
    x: C.double
    y: C.double
    if form.is_disc:
        put_disc(view, form, m, disc)
        x, y = (disc[0] + disc[6]) / 2.0, (disc[1] + disc[7]) / 2.0
    else:
        box: C.double[4]
        put_bounds(view, put_line(view, form.lines[0], m), box)
        x, y = (box[0] + box[2]) / 2.0, (box[1] + box[3]) / 2.0
    return x / view.across + view.left, y / view.down + view.top


# --- positions
# --------------------------------------------------------------------------------------


@C.cfunc
def put_line(view: View, line: tuple, m: C.pointer(Map)) -> C.Py_ssize_t:
    """Write the positions of a line in local space into `places`."""
    i: C.Py_ssize_t
    count: C.Py_ssize_t = len(line) // 2
    demand_places(view, count)
    for i in range(count):
        x: C.double = C.cast(C.double, line[2 * i]) - m.origin_x
        y: C.double = C.cast(C.double, line[2 * i + 1]) - m.origin_y
        view.places[2 * i] = (m.a00 * x + m.a01 * y + m.shift_x - view.left) * view.across
        view.places[2 * i + 1] = (m.a10 * x + m.a11 * y + m.shift_y - view.top) * view.down
    return count


@C.cfunc
def put_places(view: View, line: tuple) -> object:
    """Write the positions of a line in the world into `places`."""
    i: C.Py_ssize_t
    count: C.Py_ssize_t = len(line) // 2
    demand_places(view, count)
    for i in range(count):
        view.places[2 * i] = (C.cast(C.double, line[2 * i]) - view.left) * view.across
        view.places[2 * i + 1] = (C.cast(C.double, line[2 * i + 1]) - view.top) * view.down
    return None


@C.cfunc
def put_disc(view: View, form: Form, m: C.pointer(Map), disc: C.p_double) -> object:
    """Write a disc in the coordinates of the picture."""
    i: C.Py_ssize_t
    for i in range(0, 8, 6):
        x: C.double = form.disc[i] - m.origin_x
        y: C.double = form.disc[i + 1] - m.origin_y
        disc[i] = (m.a00 * x + m.a01 * y + m.shift_x - view.left) * view.across
        disc[i + 1] = (m.a10 * x + m.a11 * y + m.shift_y - view.top) * view.down
    disc[2] = (m.a00 * form.disc[2] + m.a01 * form.disc[4]) * view.across
    disc[3] = (m.a00 * form.disc[3] + m.a01 * form.disc[5]) * view.across
    disc[4] = (m.a10 * form.disc[2] + m.a11 * form.disc[4]) * view.down
    disc[5] = (m.a10 * form.disc[3] + m.a11 * form.disc[5]) * view.down
    return None


@C.cfunc
def put_edge(view: View, disc: C.p_double, r: C.double, filled: C.bint) -> C.Py_ssize_t:
    """Write positions along the edge of a disc into `places`, more of them if it is large."""
    i: C.Py_ssize_t
    step: C.Py_ssize_t = TURNS // 16
    # A side that turns by 2 a deviates by r (1 - cos a) from the curve, about r a a / 2, with a =
    # pi / count.
    while step > 1 and r * (3.15 * step / TURNS) * (3.15 * step / TURNS) > 2.0 * ROUGH:
        step //= 2
    half: C.Py_ssize_t = TURNS // step // 2
    demand_places(view, 2 * half + 3)
    for i in range(2 * half + 2):
        k: C.Py_ssize_t = i if i <= half else i - 1  # both halves contain the middle of the edge
        turn: tuple = UNIT_CIRCLE[k * step % TURNS]
        c: C.double = turn[0]
        s: C.double = turn[1]
        middle: C.p_double = disc if i <= half else disc + 6
        view.places[2 * i] = middle[0] + disc[2] * c + disc[3] * s
        view.places[2 * i + 1] = middle[1] + disc[4] * c + disc[5] * s
    if filled:
        return 2 * half + 2
    view.places[4 * half + 4] = view.places[0]
    view.places[4 * half + 5] = view.places[1]
    return 2 * half + 3


@C.cfunc
def put_ends(view: View, count: C.Py_ssize_t) -> C.Py_ssize_t:
    """Reduce `places` on one straight line to the two ends, as for a flat shape."""
    i: C.Py_ssize_t
    low: C.Py_ssize_t = 0
    high: C.Py_ssize_t = 0
    places: C.p_double = view.places
    for i in range(count):
        if (places[2 * i], places[2 * i + 1]) < (places[2 * low], places[2 * low + 1]):
            low = i
        if (places[2 * i], places[2 * i + 1]) > (places[2 * high], places[2 * high + 1]):
            high = i
    x: C.double = places[2 * high]
    y: C.double = places[2 * high + 1]
    places[0], places[1] = places[2 * low], places[2 * low + 1]
    places[2], places[3] = x, y
    return min(count, 2)


@C.cfunc
def demand_places(view: View, count: C.Py_ssize_t) -> object:
    """Make room for positions."""
    size: C.size_t = 2 * C.sizeof(C.double)
    room_for(C.address(view.places), C.address(view.capacity), count, 64, size)
    return None


@C.cfunc
def pixel_at(view: View, x: C.double, y: C.double) -> tuple:
    """Return a position in the picture: the pixel that contains it, if the picture has pixels."""
    if view.has_pixels:
        return int(floor(x)), int(floor(y))
    return x, y


@C.cfunc
def places_of(view: View, count: C.Py_ssize_t) -> list:
    """Return the first of `places`."""
    return [pixel_at(view, view.places[2 * i], view.places[2 * i + 1]) for i in range(count)]


# --- their visible parts -------------------------------------------------------------------------


@C.cfunc
def is_near(view: View, left: C.double, top: C.double, right: C.double, bottom: C.double) -> C.bint:
    """Whether a box is in the picture, or so near that a line along its edge may be visible."""
    return (
        left <= view.width + view.pen
        and right >= -view.pen
        and top <= view.height + view.pen
        and bottom >= -view.pen
    ) or not view.has_pixels


@C.cfunc
def is_in_picture(view: View, x: C.double, y: C.double) -> C.bint:
    """Whether a position is in the picture or in the margin around it."""
    return (
        -AROUND <= x <= view.width + AROUND and -AROUND <= y <= view.height + AROUND
    ) or not view.has_pixels


@C.cfunc
def put_bounds(view: View, count: C.Py_ssize_t, box: C.p_double) -> object:
    """Write the box around the first of `places`: left, top, right, bottom."""
    i: C.Py_ssize_t
    box[0] = box[1] = INFINITY
    box[2] = box[3] = -INFINITY
    for i in range(count):
        box[0] = min(box[0], view.places[2 * i])
        box[1] = min(box[1], view.places[2 * i + 1])
        box[2] = max(box[2], view.places[2 * i])
        box[3] = max(box[3], view.places[2 * i + 1])
    return None


@C.cfunc
def cut_lines(view: View, count: C.Py_ssize_t) -> list:
    """Return the visible parts of the line through the first of `places`, as lists of positions."""
    box: C.double[4]
    put_bounds(view, count, box)
    if not is_near(view, box[0], box[1], box[2], box[3]):
        return []
    if is_in_picture(view, box[0], box[1]) and is_in_picture(view, box[2], box[3]):
        return [places_of(view, count)]
    # Each leg is treated as an area with two corners.
    every: list = [(view.places[2 * i], view.places[2 * i + 1]) for i in range(count)]
    legs: list = [cut_at_margins(view, [every[i], every[i + 1]]) for i in range(count - 1)]
    return [leg for leg in legs if len(leg) > 1]


@C.cfunc
def cut_area(view: View, count: C.Py_ssize_t) -> list:
    """Return the visible part of the area whose corners are the first of `places`."""
    box: C.double[4]
    put_bounds(view, count, box)
    if not is_near(view, box[0], box[1], box[2], box[3]):
        return []
    if is_in_picture(view, box[0], box[1]) and is_in_picture(view, box[2], box[3]):
        return places_of(view, count)
    return cut_at_margins(
        view, [(view.places[2 * i], view.places[2 * i + 1]) for i in range(count)]
    )


def cut_at_margins(view: View, corners: list) -> list:
    """Clip an area at the margins, or a line with two corners.

    Follows Sutherland and Hodgman, "Reentrant Polygon Clipping" (1974): one margin after the other.
    If an area leaves through a margin and comes back, the result has an edge along the margin,
    which is not visible.
    """
    for axis, most in ((0, view.width + AROUND), (1, view.height + AROUND)):
        for side, limit in ((1.0, most), (-1.0, AROUND)):
            kept: list = []
            before: tuple = corners[-1] if corners else ()
            for corner in corners:
                if (side * corner[axis] <= limit) != (side * before[axis] <= limit):
                    kept.append(crossing_of_limit(before, corner, axis, side * limit))
                if side * corner[axis] <= limit:
                    kept.append(corner)
                before = corner
            corners = kept
    return [pixel_at(view, x, y) for x, y in corners]


@C.cfunc
def crossing_of_limit(a: tuple, b: tuple, axis: C.int, limit: C.double) -> tuple:
    """Return where the line from a to b crosses a limit. The result is exact on that axis."""
    share: C.double = (limit - a[axis]) / (b[axis] - a[axis])
    other: C.double = a[1 - axis] + share * (b[1 - axis] - a[1 - axis])
    return (limit, other) if axis == 0 else (other, limit)
