"""The objects that users hold, and the functions they call: sprites in, answers out.

Modules::

    sprite                Sprite: its arguments, methods and subclasses
    group                 Group, as users see it
    character_controller  CharacterController: its settings and its call
    overlaps              Overlaps: enter, stay, exit
    explain               why two sprites hit or do not, in sentences
    copy_and_pickle       copies and pickles of these objects
    events/               callbacks, pairs that enter and exit, update, draw and clean
    motion/               sweeps, moves and slides, the moves of a walker
    questions/            hits, queries, rays, nearest, contacts, what is seen; what they return
    containers/           what a Group holds, its columns, and lists of targets
    row/                  a sprite as its row of the storage
    hints/                what was probably meant; no answer depends on them
    tables/               the attributes, and the methods that are called by default

A room uses only those below it in this list. So no room knows a Sprite or a Group: it knows the
base class of a Sprite, `SpriteRow`, and what a Group holds, `Members`.
"""
