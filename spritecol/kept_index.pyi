"""The index of a Group whose members mostly rest; C-level only."""

class KeptIndex:
    @property
    def asked(self) -> int: ...
