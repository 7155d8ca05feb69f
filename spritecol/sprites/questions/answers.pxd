from spritecol._support.vectors cimport XY

cdef object new_distance(double distance, XY normal, XY point, XY other_point)
cdef double distance_gone(double dx, double dy, double fraction, double to_x, double to_y) noexcept nogil

# Fields are filled by the modules that make a record, and by `__init__` for users.

cdef class Result:
    pass

cdef class Surface(Result):
    cdef XY _normal

cdef class Near(Result):
    cdef readonly object other
    cdef readonly object other_shape
    cdef readonly double distance
    cdef XY _point

cdef class RayHit(Surface):
    cdef readonly object other
    cdef readonly object other_shape
    cdef readonly double fraction
    cdef XY _point
    cdef readonly bint from_inside
    cdef readonly double distance

cdef class SweepHit(Surface):
    cdef readonly object sprite
    cdef readonly object other
    cdef readonly object shape
    cdef readonly object other_shape
    cdef readonly double fraction
    cdef XY _point
    cdef readonly bint from_inside
    cdef XY _position
    cdef readonly double angle
    cdef readonly double distance

cdef class Slide(Result):
    cdef XY _travel
    cdef XY _remainder
    cdef readonly object hits
    cdef readonly bint on_floor
    cdef readonly bint on_wall
    cdef readonly bint on_ceiling
    cdef XY _floor_normal
    cdef readonly object floor
    cdef XY _carried
    cdef readonly double stepped
    cdef readonly bint crushed
    cdef readonly object crushed_by
    cdef XY _wall_normal
    cdef XY _pushed

cdef class Bounces(Result):
    cdef XY _velocity
    cdef XY _travel
    cdef readonly object hits

cdef class Contact(Surface):
    cdef readonly object sprite
    cdef readonly object other
    cdef readonly object shape
    cdef readonly object other_shape
    cdef readonly double depth
    cdef XY[2] _points
    cdef int _count       # of the points
    cdef bytes _poses     # of both sprites, for `region`

cdef class Gap(float):
    cdef XY _normal
    cdef XY _point
    cdef XY _other_point

cdef class Changes(Result):
    cdef readonly object entered
    cdef readonly object exited
    cdef object kept      # the pairs that stayed; None until they are read
    cdef list pairs       # all pairs that hit now, in order, never changed
    cdef list new_pairs   # the pairs among them that did not hit before, in the same order
