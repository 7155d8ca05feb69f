"""The sprite itself: its attributes, its row of the storage, copies and pickles.

Modules::

    sprite           Sprite: its arguments, methods and subclasses
    attribute_table  the attributes, one line each: how it is stored, and where
    sprite_row       reads and writes them: the row, pose, image, outline, defaults of a class
    stored_numbers   Number: numbers of one's own in the storage, beside x and y
    copy_and_pickle  copies and pickles of sprites and Groups
"""
