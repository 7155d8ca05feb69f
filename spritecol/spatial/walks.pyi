# The walks over the cells of quadtrees; all of it is for compiled modules.
from typing import final

@final
class Stack: ...
