"""The objects that users hold, and the functions they call: sprites in, hits out.

Modules::

    sprite             Sprite: its arguments, methods and subclasses
    sprite_row         the attributes of a sprite: its row, its image, defaults of its class
    stored_numbers     Number: numbers of one's own in the storage, beside x and y
    outline_cache      turns shapes into outlines, which equal sprites share
    copy_and_pickle    copies and pickles of sprites and Groups
    hints/             what was probably meant; no answer depends on them
    default_arguments  sentinels for arguments that were left out
    targets            flattens what a user passes: sprites, Groups, nested iterables
    batch              a list of sprites beside the array of their rows
    members            what a Group holds: sprites, inner Groups; drops the vanished
    group              Group, as users see it
    columns            Group.x and the like, and Group.column, as arrays
    sweeps             Sprite.sweep, sweep_all, Group.sweep_arrays
    crowds             move_and_slide_all and separation_arrays of a Group
    moving             move_and_collide, move_and_slide, depenetrate
    motion/            the steps of a walker's move: carried and pushed, walking, landing
    character_controller  CharacterController: walks a sprite on floors, slopes, steps, lifts
    detection          hits, check, pairs and pair_indices, asked of the pipeline
    places             query_point, query_box, query_circle, query_shape
    rays               raycast, line_of_sight and their array forms
    visible_area       what an eye sees, by rays beside all corners
    nearest            nearest, nearest_k, nearest_indices
    conditions         mask, exclude, where: the conditions of a question
    callbacks          check: calls `shot` and `hit`, and the callbacks of Overlaps; DISCARD
    contacts           contacts, separation, distance, contact_arrays
    answers            the records that questions return: Near, RayHit, SweepHit, Slide, Contact,
                       ...
    overlaps           Overlaps: enter, stay, exit; and Changes
    present_pairs      the pairs of two updates compared: entered, stayed, exited
    crossings          pairs that began to hit between two updates: Overlaps(swept=True)
    game_loop          update, draw, clean
"""
