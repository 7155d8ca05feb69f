cdef struct Block:
    void* memory
    size_t size          # in bytes; may be more than was asked for

cdef Block take(size_t size) noexcept nogil
cdef void give(Block block) noexcept nogil
