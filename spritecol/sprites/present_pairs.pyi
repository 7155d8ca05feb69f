# What `Overlaps` keeps between two updates.
from spritecol.sprites.sprite import Sprite
from spritecol.typing import Targets

_Pair = tuple[Sprite, Sprite]

class PresentPairs:
    def pairs(self) -> list[_Pair]: ...
    def forget(self) -> None: ...
    def renew(
        self, first: Targets, second: Targets | None
    ) -> tuple[list[_Pair], list[_Pair], list[_Pair]]: ...
