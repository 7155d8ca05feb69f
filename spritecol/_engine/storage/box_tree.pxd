import cython
from spritecol._engine.box cimport Box

cdef struct BoxNode:
    # A node of a tree. Nodes lie depth-first.
    Box box
    int beyond           # the node that follows all that is inside of this one
    int number           # of the box; -1 if the node holds others

cdef struct TreePlace:
    # A box of a tree, and where it lies.
    unsigned long long key
    Box box
    int number

cdef int plant(TreePlace* places, int count, BoxNode* nodes) noexcept nogil

@cython.final
cdef class BoxTree:
    cdef TreePlace* places
    cdef Py_ssize_t capacity
    cdef int count
    cdef BoxNode* nodes         # depth-first
    cdef Py_ssize_t node_capacity
    cdef int node_count
    cdef void clear(self) noexcept
    cdef int add(self, const Box* box, int number) except -1
    cdef int build(self) except -1

cdef inline int next_leaf(
    const BoxNode* nodes, int count, int node, const Box* box
) noexcept nogil:
    # The first leaf from a node on whose box meets or touches another one; `count` at the end. To
    # go on: the leaf's `beyond`.
    cdef const BoxNode* at
    while node < count:
        at = nodes + node
        if not (
            at.box.left <= box.right and box.left <= at.box.right
            and at.box.top <= box.bottom and box.top <= at.box.bottom
        ):
            node = at.beyond
        elif at.number >= 0:
            return node
        else:
            node += 1
    return node

cdef inline int next_meeting(BoxTree tree, int node, const Box* box) noexcept:
    # The same of a whole tree; `node_count` at the end.
    return next_leaf(tree.nodes, tree.node_count, node, box)
