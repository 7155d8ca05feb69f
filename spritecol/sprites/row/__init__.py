"""A sprite as its row of the storage. `SpriteRow` is the base class of `Sprite`.

Modules::

    sprite_row      reads and writes attributes: row, pose, image, outline, defaults of a class
    stored_numbers  Number: numbers of one's own in the storage, beside x and y
"""
