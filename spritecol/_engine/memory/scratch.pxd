cdef enum:
    SLOTS = 6            # a check has about that many blocks in hand at once

cdef struct Block:
    void* memory
    size_t size          # in bytes; may be more than was asked for

cdef struct ScratchPool:
    Block[SLOTS] kept    # all zero at first

cdef Block borrow(ScratchPool* pool, size_t size) noexcept nogil
cdef void give_back(ScratchPool* pool, Block block) noexcept nogil
