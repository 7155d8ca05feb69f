import cython

from spritecol._engine.storage.layout cimport POSE_SIZE

cdef struct SavedRow:
    double[POSE_SIZE] pose   # by NUMBER_X and so on
    int flags                # of the pose, SAVED_FLAGS of them
    int number_count         # how many stored numbers it has

cdef enum:
    APPEARANCE = 4                # objects per sprite in `looks`: outline, collision, image, z

@cython.final
cdef class Appearance:
    cdef tuple items         # of each sprite: outline, collision, image, z
    # For `wire_format`, as words, when first asked for:
    cdef bytes shapes        # the different shapes
    cdef bytes words         # of each sprite which of them it has, whether z is a float, and z
    cdef bytes sizes         # the sizes of the images

@cython.final
cdef class SavedRows:
    cdef Py_ssize_t count
    cdef SavedRow* rows
    cdef Py_ssize_t number_count
    cdef long long* numbers          # the stored numbers of all, one row after the other
    cdef bytes layers                # layer and mask of each; None: the default for all
    cdef Appearance appearance       # of each what is a Python object; both shared while the same

cdef int get_memory(SavedRows saved, Py_ssize_t count, Py_ssize_t number_count) except -1
cdef int demand_rows_of(Py_ssize_t count, SavedRows saved) except -1
cdef unsigned long long* layers_in(SavedRows saved) noexcept
