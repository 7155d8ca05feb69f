"""The attributes of a sprite, one line each: how it is stored, and where.

It is compiled, because its numbers are constants of C, and stands alone, because `hints` reads it,
too, which `sprite_row` imports. A new attribute that is a number or a flag of the row is a line
here, its constant in `storage/layout.pxd`, and its descriptor in `sprite_row`.
"""

from cython.cimports.spritecol._engine.storage import layout

ATTRIBUTE_TABLE: dict = {
    # name: (kind, which number or flag of the row, or whether it is the mask)
    "collision": (COLLISION, 0),
    "image": (IMAGE, 0),
    "x": (PLACE_NUMBER, layout.NUMBER_X),
    "y": (PLACE_NUMBER, layout.NUMBER_Y),
    "angle": (POSE_NUMBER, layout.NUMBER_ANGLE),
    "scale": (SCALE, 0),
    "scale_x": (POSE_NUMBER, layout.NUMBER_SCALE_X),
    "scale_y": (POSE_NUMBER, layout.NUMBER_SCALE_Y),
    "center_x": (CENTER_NUMBER, layout.NUMBER_CENTER_X),
    "center_y": (CENTER_NUMBER, layout.NUMBER_CENTER_Y),
    "z": (Z, 0),
    "collision_enable": (FLAG, layout.ENABLED),
    "collision_sync": (FLAG, layout.SYNC),
    "offset_sync": (FLAG, layout.OFFSET),
    "vanished": (FIXED_FLAG, layout.VANISHED),
    "visible": (FLAG, layout.VISIBLE),
    "collision_layer": (LAYER_BITS, False),
    "collision_mask": (LAYER_BITS, True),
    "shapes": (SHAPES, 0),
    "world_shapes": (WORLD_SHAPES, 0),
    "geometry": (GEOMETRY, 0),
    "aabb": (AABB, 0),
}


def names_of_kinds(*kinds) -> tuple:
    """Return the names of the attributes of some kinds, in order."""
    return tuple([name for name, (kind, _) in ATTRIBUTE_TABLE.items() if kind in kinds])


ATTRIBUTES = names_of_kinds(*range(COLLISION + 1))
"""All attributes that can be assigned to a sprite, in the order in which a new sprite gets them."""

NUMBER_NAMES = names_of_kinds(PLACE_NUMBER, POSE_NUMBER, CENTER_NUMBER, SCALE, Z)
SWITCHES = names_of_kinds(FLAG)
LAYERS = names_of_kinds(LAYER_BITS)
