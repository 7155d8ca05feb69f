"""Which shapes of a row a ray enters, and where: the first of the parts that it meets decides.

A ray that starts inside one part of a shape starts inside that shape. What `hit_from_inside` means
is decided here; the kernels only tell that a ray starts inside.
"""

import cython
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.narrow_phase.ray_kernels import Ray, RayContact, ray_circle
from cython.cimports.spritecol._engine.narrow_phase.ray_table import RAY_KERNELS
from cython.cimports.spritecol._engine.narrow_phase.thick_rays import disc_enters
from cython.cimports.spritecol._engine.storage.layout import (
    Collision,
    CollisionGroup,
    LocalCollision,
    Outline,
)


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


def ray_enters_one_part(
    store: Store,
    ray: cython.pointer(cython.const[Ray]),
    hit_from_inside: cython.bint,
    row: cython.int,
    out: cython.pointer(RayContact),
) -> cython.bint:
    """See the header. Nothing local is needed."""
    circle: cython.int = store.single_circle[row]
    world: cython.pointer(Collision)
    hit: cython.bint
    if circle >= 0:
        hit = ray_circle(ray, store.pool + circle, 1, out)
    else:
        world = store.parts + store.groups[row].first
        hit = RAY_KERNELS[world.kind](ray, store.pool + world.first, world.count, out)
    return hit and (hit_from_inside or not out.inside)


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
    found: cython.bint
    hit: cython.bint
    while part[0] < group.count:
        local = cython.cast(Outline, group.outline).parts + part[0]
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
            return shape
    return -1
