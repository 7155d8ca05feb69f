"""Dispatches a ray to the kernel for the kind of a part, `ray_<kind>` in `ray_kernels`."""

import cython
from cython.cimports.spritecol._engine.narrow_phase.ray_kernels import (
    ray_box,
    ray_circle,
    ray_ellipse,
    ray_never,
    ray_point,
    ray_polygon,
    ray_segment,
)
from cython.cimports.spritecol._engine.storage.layout import (
    BOX,
    CIRCLE,
    ELLIPSE,
    KINDS,
    NOTHING,
    POINT,
    POLYGON,
    SEAM,
    SEGMENT,
)


@cython.cfunc
@cython.exceptval(-1)
def fill_ray_kernels() -> cython.int:
    """Fill the table, indexed by kind; SystemError if a kernel is missing."""
    kind: cython.int
    RAY_KERNELS[POINT] = ray_point
    RAY_KERNELS[SEGMENT] = ray_segment
    RAY_KERNELS[BOX] = ray_box
    RAY_KERNELS[CIRCLE] = ray_circle
    RAY_KERNELS[ELLIPSE] = ray_ellipse
    RAY_KERNELS[POLYGON] = ray_polygon
    RAY_KERNELS[SEAM] = ray_never
    RAY_KERNELS[NOTHING] = ray_never
    for kind in range(KINDS):
        if RAY_KERNELS[kind] is cython.NULL:
            raise SystemError(f"no kernel casts rays at kind {kind}")
    return 0


fill_ray_kernels()
