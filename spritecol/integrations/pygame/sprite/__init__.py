"""A sprite that belongs to both pygame-ce and spritecol.

Modules::

    sprite        Sprite
    placement     its rect: where it is by the pose; written, it moves the sprite
    fast_items    how pygame reads that rect
    turned_image  the image, turned and scaled
"""
