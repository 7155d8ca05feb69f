from spritecol._engine.box cimport Box

ctypedef unsigned long long Code    # of a cell within its level

cdef Code interleave(unsigned int ix, unsigned int iy) noexcept nogil

cdef struct Space:
    # Bounds divided into cells, 2**depth along each axis at the finest level.
    Box bounds
    double cell_width
    double cell_height
    int depth
    int cells

cdef struct CellRange:
    # The finest cells that a box covers: columns x1..x2, rows y1..y2.
    unsigned short x1
    unsigned short y1
    unsigned short x2
    unsigned short y2

cdef int read_depth(object depth) except -1
cdef Space space_of(const Box* bounds, int depth) noexcept nogil
cdef int axis_cell(double value, double start, double size, int cells) noexcept nogil
cdef CellRange range_of(const Space* space, const Box* box) noexcept nogil
cdef int bit_length(unsigned int number) noexcept nogil
cdef int height_of(CellRange span) noexcept nogil
cdef tuple place_of(const Space* space, CellRange span)
