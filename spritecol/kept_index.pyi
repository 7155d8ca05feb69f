# The index of a Group whose members mostly rest; all but this is C-level.
from typing import final

@final
class KeptIndex:
    @property
    def asked(self) -> int: ...
