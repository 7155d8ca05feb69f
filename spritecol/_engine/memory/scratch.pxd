cdef enum:
    SLOTS = 6            # a check uses about this many blocks at once

cdef struct Block:
    void* memory
    size_t size          # in bytes; may be more than requested

cdef struct ScratchPool:
    Block[SLOTS] kept    # initially zero

cdef Block borrow(ScratchPool* pool, size_t size) noexcept nogil
cdef void give_back(ScratchPool* pool, Block block) noexcept nogil
