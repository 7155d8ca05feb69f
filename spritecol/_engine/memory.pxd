import cython

cdef void* reallocated(void* block, Py_ssize_t count, size_t size) noexcept nogil
cdef Py_ssize_t next_capacity(Py_ssize_t capacity, Py_ssize_t needed, Py_ssize_t least) noexcept nogil

# Growing arrays. `array` is the address of the variable that holds the address of an array. Where
# memory is short, the array stays as it was.
cdef int grow(void* array, Py_ssize_t capacity, size_t size) except -1 nogil
cdef bint make_room(
    void* array, Py_ssize_t* capacity, Py_ssize_t needed, Py_ssize_t least, size_t size
) noexcept nogil
cdef inline int room_for(
    void* array, Py_ssize_t* capacity, Py_ssize_t needed, Py_ssize_t least, size_t size
) except -1 nogil:
    # Lets an array grow, by half at least, if it has no room for `needed` elements of `size` bytes.
    # `least` is how many it has room for at first. Raises MemoryError.
    if needed > capacity[0] and not make_room(array, capacity, needed, least, size):
        with gil:
            raise MemoryError
    return 0

cdef enum:
    LENGTH_CLASSES = 112        # free lists: one per length up to EXACT, then one per power of two

@cython.final
cdef class RunAllocator:
    cdef char* memory
    cdef Py_ssize_t stride
    cdef Py_ssize_t capacity
    cdef Py_ssize_t top
    cdef Py_ssize_t taken
    cdef Py_ssize_t[LENGTH_CLASSES] free   # by class: the first free run, or -1
    cdef Py_ssize_t[LENGTH_CLASSES] loose  # how many of its first runs are in no order
    cdef void put_first(self, Py_ssize_t index, Py_ssize_t first) noexcept
    cdef void put_in_order(self, Py_ssize_t index) noexcept
    cdef Py_ssize_t link(self, Py_ssize_t first) noexcept
    cdef Py_ssize_t take(self, Py_ssize_t length) except -1
    cdef void give(self, Py_ssize_t first, Py_ssize_t length) noexcept
    cdef int reserve(self, Py_ssize_t capacity) except -1

cdef Py_ssize_t class_of(Py_ssize_t length) noexcept nogil
cdef Py_ssize_t class_length(Py_ssize_t index) noexcept nogil

cdef enum:
    SLOTS = 14           # a check uses about six blocks at once, and one more for each helper

cdef struct MemoryBlock:
    void* memory
    size_t size          # in bytes; may be more than requested

cdef struct ScratchPool:
    MemoryBlock[SLOTS] kept    # initially zero
    MemoryBlock small          # of less than SCRATCH_SMALLEST bytes: the pairs of one question

cdef MemoryBlock borrow(ScratchPool* pool, size_t size) noexcept nogil
cdef void give_back(ScratchPool* pool, MemoryBlock block) noexcept nogil

cdef struct Doubles:
    char* memory
    Py_ssize_t count
    Py_ssize_t stride    # in bytes, from one number to the next

cdef Doubles doubles_of(object array)
cdef Doubles points_of(object array)
cdef void* memory_of(object array) except NULL
