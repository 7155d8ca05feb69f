"""Everything that can be read from sprites and Groups by public names only, and copies made from
it.

A copy is made of plain data, in new sprites and new Groups, so it knows nothing of how a state was
restored.
"""

from typing import Any

from spritecol import Group, Sprite

POSE = ("x", "y", "angle", "scale_x", "scale_y")
FLAGS = ("collision_enable", "collision_sync", "offset_sync", "visible")
REST = ("z", "collision_layer", "collision_mask")


def plain_sprite(sprite: Any) -> dict[str, Any]:
    """Return everything of a sprite except its image."""
    names = (*POSE, *FLAGS, *REST, "center_x", "center_y", "vanished", "shapes")
    return {name: getattr(sprite, name) for name in names}


def answers(sprites: list[Any], groups: list[Group]) -> list[Any]:
    """Return the answers to many questions; a sprite is its position in `sprites`."""
    place = {id(sprite): k for k, sprite in enumerate(sprites)}

    def named(found: Any) -> Any:
        if isinstance(found, Sprite):
            return place.get(id(found), "another")
        if isinstance(found, list | tuple):
            return [named(item) for item in found]
        return found

    told: list[Any] = [
        [sprite.aabb if sprite.shapes else None, sprite.vanished] for sprite in sprites
    ]
    for group in groups:
        told += [
            named(list(group)),
            group.x.tobytes(),
            group.aabbs.tobytes(),
            group.pair_indices().tolist(),
            named(group.query_box(10, 10, 60, 70)),
            named([near.other for near in group.nearest_k(40, 40, 4)]),
            named([hit.other for hit in group.raycast_all(0, 0, 120, 100)]),
            named(sprites[0].check(group)),
        ]
    return told


def rebuilt(sprites: list[Any], groups: list[Group]) -> tuple[list[Any], list[Group]]:
    """Return new sprites and Groups with the same numbers."""
    copies = []
    for sprite in sprites:
        plain = plain_sprite(sprite)
        vanished, shapes = plain.pop("vanished"), plain.pop("shapes")
        copies.append(Sprite(collision=shapes, **plain))
        if vanished:
            copies[-1].vanish()
    copy_of = {id(sprite): copy for sprite, copy in zip(sprites, copies, strict=True)}
    return copies, [Group([copy_of[id(sprite)] for sprite in group]) for group in groups]
