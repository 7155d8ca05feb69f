# The invariants of a quadtree's cells; all of it is for compiled modules.
