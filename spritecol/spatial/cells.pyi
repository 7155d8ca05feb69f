# The cells of a quadtree; all of it is for compiled modules.
from typing import final

@final
class Cells: ...
