# Which way a search between two groups takes.
cpdef enum:
    PAIR_BY_PAIR
    EACH          # every attacker by a search of its own, which reads the others at once
    TOGETHER      # all attackers and targets are read, and compared by the broad phase

# Sprites. Fewer go pair by pair with a lone attacker; more are read first and compared in C.
cpdef enum:
    MANY = 16
    MANY_MASKS = 24  # to read them is the smaller part of what a pair takes

# Sprites that look one by one at first where hits are killed; fewer for tests that take longer
# than that of rects. If one of them kills all, to have read both groups would have been in vain.
# Of those for rects twice as many have to follow, else reading is not paid back.
cpdef enum:
    SCOUTS = 12
    FEW_SCOUTS = 2

cdef Py_ssize_t size_of(object group) except -1
