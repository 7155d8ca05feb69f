# The index of the broad phase; Python sees its numbers.
from typing import final

@final
class Strips:
    @property
    def level_count(self) -> int: ...
