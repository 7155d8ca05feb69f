# Where in a sequence a row is; all but the class is C-level.
from typing import final

@final
class RowTable: ...
