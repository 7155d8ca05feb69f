# Where a box lies on a grid of cells; all but a limit is for compiled modules.
LAST_DEPTH: int
