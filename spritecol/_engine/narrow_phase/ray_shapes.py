"""Which shapes of a row a ray enters, and where: the first of the parts that it meets decides.

A ray that starts inside one part of a shape starts inside that shape. What `hit_from_inside` means
is decided here; the kernels only tell that a ray starts inside.
"""

import cython
from cython.cimports.libc.math import fabs
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.narrow_phase.ray_kernels import (
    NEVER,
    Ray,
    RayContact,
    entry_through_edge,
    ray_circle,
)
from cython.cimports.spritecol._engine.narrow_phase.ray_table import RAY_KERNELS
from cython.cimports.spritecol._engine.narrow_phase.thick_rays import disc_enters
from cython.cimports.spritecol._engine.storage.layout import (
    POLYGON,
    SEAM,
    Collision,
    CollisionGroup,
    LocalCollision,
    Outline,
)

PARALLEL = cython.declare(cython.double, 1e-12)
"""The sine of an angle that is none: directions are rounded."""

TINY = cython.declare(cython.double, 1e-9)
"""Of the size of the numbers: the direction to the middle of such a disc is mere rounding."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def may_meet(
    ray: cython.pointer(cython.const[Ray]),
    radius: cython.double,
    box: cython.pointer(cython.const[Box]),
) -> cython.bint:
    """Whether the box around a ray meets or touches a box."""
    return (
        min(ray.x1, ray.x2) - radius <= box.right
        and max(ray.x1, ray.x2) + radius >= box.left
        and min(ray.y1, ray.y2) - radius <= box.bottom
        and max(ray.y1, ray.y2) + radius >= box.top
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_tiny(ray: cython.pointer(cython.const[Ray]), radius: cython.double) -> cython.bint:
    """Whether a ray is a line, or as good as one: then a corner is met in one point."""
    return radius <= TINY * (fabs(ray.x1) + fabs(ray.y1) + fabs(ray.x2) + fabs(ray.y2))


def ray_enters_one_part(
    store: Store,
    ray: cython.pointer(cython.const[Ray]),
    hit_from_inside: cython.bint,
    row: cython.int,
    out: cython.pointer(RayContact),
) -> cython.bint:
    """See the header. Nothing local is needed."""
    circle: cython.int = store.single_part[row]
    world: cython.pointer(Collision)
    hit: cython.bint
    if circle >= 0:
        hit = ray_circle(ray, store.pool + circle, 1, out)
    else:
        world = store.parts + store.groups[row].first
        hit = RAY_KERNELS[world.kind](ray, store.pool + world.first, world.count, out)
    return hit and (hit_from_inside or not out.inside)


def is_seam(
    pool: cython.pointer(cython.const[cython.double]),
    parts: cython.pointer(cython.const[Collision]),
    count: cython.int,
    a: cython.pointer(cython.const[cython.double]),
    b: cython.pointer(cython.const[cython.double]),
) -> cython.bint:
    """Whether an edge of a piece is where the next piece begins: they have the same corners."""
    v: cython.pointer(cython.const[cython.double])
    i: cython.int
    for i in range(count):
        if parts[i].kind == SEAM:
            v = pool + parts[i].first
            if (v[0] == a[0] and v[1] == a[1] and v[2] == b[0] and v[3] == b[1]) or (
                v[0] == b[0] and v[1] == b[1] and v[2] == a[0] and v[3] == a[1]
            ):
                return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def normal_of_outline(
    store: Store,
    ray: cython.pointer(cython.const[Ray]),
    parts: cython.pointer(cython.const[Collision]),
    count: cython.int,
    out: cython.pointer(RayContact),
) -> cython.void:
    """If a ray might enter a polygon through a seam, write the normal of the edge instead.

    The ray enters through the outline, and where a seam ends in a corner of it, through the seam as
    well: at the same fraction, or by rounding at a smaller one.
    """
    v: cython.pointer(cython.const[cython.double])
    a: cython.pointer(cython.const[cython.double])
    fraction: cython.double = NEVER
    dx: cython.double
    dy: cython.double
    suspect: cython.bint = False
    i: cython.int
    k: cython.int
    for i in range(count):
        if parts[i].kind == SEAM:
            v = store.pool + parts[i].first
            dx = v[2] - v[0]
            dy = v[3] - v[1]
            suspect |= fabs(out.nx * dx + out.ny * dy) <= PARALLEL * (fabs(dx) + fabs(dy))
    if not suspect:
        return
    for i in range(count):
        if parts[i].kind == POLYGON:
            v = store.pool + parts[i].first
            a = v + 2 * parts[i].count - 2
            for k in range(parts[i].count):
                if not is_seam(store.pool, parts, count, a, v + 2 * k):
                    fraction = entry_through_edge(ray, a, v + 2 * k, fraction, out)
                a = v + 2 * k


def next_shape_on_ray(
    store: Store,
    ray: cython.pointer(cython.const[Ray]),
    radius: cython.double,
    hit_from_inside: cython.bint,
    row: cython.int,
    part: cython.p_int,
    out: cython.pointer(RayContact),
) -> cython.int:
    """See the header."""
    group: cython.pointer(CollisionGroup) = cython.address(store.groups[row])
    local: cython.pointer(LocalCollision)
    world: cython.pointer(Collision)
    contact: RayContact
    shape: cython.int
    end: cython.int
    first: cython.int
    found: cython.bint
    hit: cython.bint
    while part[0] < group.count:
        first = part[0]
        local = cython.cast(Outline, group.outline).parts + first
        shape = local.shape
        end = min(group.count, part[0] + max(1, local.part_count))
        found = False
        while part[0] < end:
            world = store.parts + group.first + part[0]
            part[0] += 1
            if group.count > 1 and not may_meet(ray, radius, store.part_boxes + world.box):
                continue
            if radius > 0.0:
                hit = disc_enters(
                    ray,
                    radius,
                    world.kind,
                    store.pool + world.first,
                    world.count,
                    cython.address(contact),
                )
            else:
                hit = RAY_KERNELS[world.kind](
                    ray, store.pool + world.first, world.count, cython.address(contact)
                )
            if hit:
                if not found or contact.fraction < out.fraction or contact.inside:
                    out[0] = contact
                found = True
                if contact.inside:
                    part[0] = end
        if found and (hit_from_inside or not out.inside):
            if local.part_count > 1 and not out.inside and is_tiny(ray, radius):
                normal_of_outline(
                    store, ray, store.parts + group.first + first, local.part_count, out
                )
            return shape
    return -1
