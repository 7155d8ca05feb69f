import cython
from spritecol._engine.box cimport Box, BoxView
from spritecol._engine.broad_phase.lanes cimport BoxColumns, CircleBand
from spritecol._engine.broad_phase.levels cimport Census, Level
from spritecol._engine.memory cimport ScratchPool

cdef struct Band:
    # A band of nodes that contains boxes. After the last band of a level, one more marks its end.
    long long index      # on the grid
    Py_ssize_t first     # of its entries

# Brings the boxes of some rows up to date, which are read next. Unless `circles` is NULL, gives x,
# y and radius of each, and returns whether it could: whether all of them are circles.
ctypedef bint (*Prepare)(
    void* context, const int* rows, Py_ssize_t count, double* circles
) noexcept nogil

# The function that a search calls for each item that it finds, with the item, and how far along the
# way its box begins (0 to 1) or how far from the point it is (in pixels). It returns the new limit,
# and the search skips items beyond it. To stop, return STOP, or any negative number.
ctypedef double (*Visit)(Py_ssize_t item, double at, void* context) noexcept nogil

cdef enum:
    STOP = -1

cdef enum:
    LEVELS = 64
    SIZE_CLASSES = 28         # of sizes; the smallest boxes share the last one
    SENTINELS = 16       # after each level: eight boxes are compared at once, from any entry on

cdef struct Buckets:
    # The buckets of one band: keys side by side, one, 2, 4, 8, ... to a bucket.
    Py_ssize_t first     # of its buckets
    long long key        # at which the first one begins
    int last             # how many follow it
    int doublings        # a bucket is 2**doublings keys wide

cdef struct Directory:
    # Where bands and keys begin, for queries (`tree_queries`).
    bint is_open
    Buckets* buckets         # by band
    Py_ssize_t band_capacity
    int* starts              # by bucket: its first entry; after the last of a band, the band's end
    Py_ssize_t start_capacity
    int* slots               # by band of the grid, level by level: the first band at or after it
    Py_ssize_t slot_capacity

cdef struct BuildOptions:
    const Box* window    # boxes that do not overlap it are left out, unless it is NULL
    Py_ssize_t items     # if the caller replaces items later: they are smaller than this
    bint may_give_up     # have no tree if comparing each box with each is less work
    bint roomy           # for queries: nodes as large as the room of a box (`levels.room_side`)
    Prepare prepare      # brings the boxes that are read up to date, unless it is NULL
    void* prepared       # its context

cdef inline BuildOptions usual_options() noexcept nogil:
    cdef BuildOptions options
    options.window = NULL
    options.items = 0
    options.may_give_up = False
    options.roomy = False
    options.prepare = NULL
    options.prepared = NULL
    return options

cdef unsigned long long BEYOND   # the word of a sentinel
cdef double FARAWAY              # x and y of a sentinel among circles

@cython.final
cdef class Quadtree:
    # Entries, level by level, in each band by band, in each by key. `boxes` and `words` end with
    # sentinels after each level.
    cdef BoxColumns boxes            # as their level sees them (`levels.along_bands`)
    cdef unsigned long long* words   # band, key and item; entries are sorted by them
    cdef Py_ssize_t count            # entries, including sentinels
    cdef Py_ssize_t capacity
    cdef int item_bits               # the lowest bits of a word, which hold the item
    cdef unsigned long long item_mask
    cdef Band* bands
    cdef Py_ssize_t band_count
    cdef Level[LEVELS] levels
    cdef int level_count
    cdef double smallest_side        # of the nodes of all levels
    cdef bint plain                  # compare without SIMD: for tests
    cdef bint of_circles             # entries are circles instead of boxes; then there is one level
    cdef CircleBand band             # of their test (`lanes.h`)
    cdef Directory directory
    cdef bint gave_up                # it must not be used: see BuildOptions
    # Valid during `build` only.
    cdef bint gives_up
    cdef bint roomy
    cdef double unit                 # a node's side is this times a power of two
    cdef BoxView view
    cdef unsigned long long* items   # one word for each box
    cdef bint lists                  # whether they are written; if not, all boxes are items
    cdef double* circles             # x, y and radius by item, if all boxes belong to circles
    cdef int pending_splits          # parts of levels that splits in progress will still add

    cdef int build(
        self, const BoxView* view, const BuildOptions* options, ScratchPool* pool
    ) except -1 nogil
    cdef void take_out(self, Py_ssize_t entry) noexcept nogil
    cdef int reserve(self, Py_ssize_t count) except -1 nogil
    cdef void fill(self, const BuildOptions* options) noexcept nogil
    cdef void fill_classes(self, Py_ssize_t total) noexcept nogil
    cdef void list_all(self, Py_ssize_t total) noexcept nogil
    cdef Census census_of(self, const unsigned long long* items, Py_ssize_t count) noexcept nogil
    cdef bint has_long_runs(self) noexcept nogil
    cdef void add_level(
        self, int exponent, unsigned long long* items, Py_ssize_t count, const Census* census
    ) noexcept nogil
    cdef void fill_level(
        self, unsigned long long* items, Py_ssize_t count, const Census* census
    ) noexcept nogil
    cdef void put_sentinels(self) noexcept nogil
    cdef bint split(
        self, int exponent, unsigned long long* items, Py_ssize_t count, const Census* census
    ) noexcept nogil

    cdef inline Py_ssize_t item_of(self, Py_ssize_t entry) noexcept nogil:
        return <Py_ssize_t> (self.words[entry] & self.item_mask)

    cdef inline Py_ssize_t band_end(self, Py_ssize_t band) noexcept nogil:
        # The index after the last entry of a band.
        return self.bands[band + 1].first

    cdef inline unsigned long long word_of_band(
        self, const Level* level, Py_ssize_t band
    ) noexcept nogil:
        # The smallest word of a band.
        return <unsigned long long> (self.bands[band].index - level.band_zero) << level.band_shift

    cdef inline long long key_of(self, const Level* level, Py_ssize_t entry) noexcept nogil:
        return (
            self.words[entry] & ((<unsigned long long> 1 << level.band_shift) - 1)
        ) >> self.item_bits

    cdef inline Box box_at(self, Py_ssize_t entry) noexcept nogil:
        # An entry's box as its level sees it.
        cdef Box box
        box.left = self.boxes.low[entry]
        box.top = self.boxes.top[entry]
        box.right = self.boxes.high[entry]
        box.bottom = self.boxes.bottom[entry]
        return box
