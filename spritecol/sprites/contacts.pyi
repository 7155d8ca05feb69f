# What `Overlaps` asks; the rest stands behind methods of Sprite and Group.
from spritecol.sprites.sprite import Sprite

def hitting_shapes(sprite: Sprite, other: Sprite) -> list[tuple[int, int]]: ...
