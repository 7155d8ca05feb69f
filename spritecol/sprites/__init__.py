"""The objects that users hold, and the functions they call: sprites in, answers out.

Modules::

    sprite/            the sprite itself: attributes, copies and pickles
    containers/        Groups and their columns, lists of targets
    questions/         hits, queries, rays, nearest, contacts, what is seen; what they return
    motion/            sweeps, moves and slides, the walker
    events/            callbacks, Overlaps, update, draw and clean
    hints/             what was probably meant; no answer depends on them
    default_arguments  sentinels for arguments that were left out
"""
