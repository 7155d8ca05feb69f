"""A sprite that belongs to both pygame-ce and spritecol.

Modules::

    pygame_sprite  Sprite
    placement      its rect, which follows the pose and moves the sprite; its image as posed
    float_rect     the same box with its fractions, `frect`
    fast_items     lets pygame read that rect as fast as a Rect
"""
