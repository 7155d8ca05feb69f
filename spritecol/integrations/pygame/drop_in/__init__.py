"""Drop-in replacements for the collision functions of pygame-ce, with the same results.

Modules::

    pygame_searches  spritecollide, groupcollide, spritecollideany
    collided         collide_rect and its relatives
    bulk_hits        searches among many sprites: when, how, and whom kills affect
    sprite_numbers   one side of such a search: boxes, circles and masks
    rects            the boxes of pygame's rects, by pygame's C interface
    read_attributes  rects, radii and masks of many sprites
"""
