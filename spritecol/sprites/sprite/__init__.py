"""The sprite itself: its attributes, its row of the storage, copies and pickles.

Modules::

    sprite           Sprite: its arguments, methods and subclasses
    sprite_row       the attributes of a sprite: its row, image, outline, defaults of its class
    poses            how poses are compared, and a place is written
    stored_numbers   Number: numbers of one's own in the storage, beside x and y
    copy_and_pickle  copies and pickles of sprites and Groups
"""
