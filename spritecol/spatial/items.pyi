# Which item has which slot; all of it is for compiled modules.
from typing import final

@final
class ItemTable:
    def __new__(cls, place: str) -> ItemTable: ...
