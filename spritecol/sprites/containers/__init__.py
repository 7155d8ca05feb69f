"""Containers of sprites: what a Group holds, and the lists that users pass as targets.

Modules::

    members       what a Group holds: sprites, inner Groups; drops the vanished
    columns       Group.x and the like, and Group.column, as arrays
    targets       flattens what a user passes: sprites, Groups, nested iterables
    near_targets  brings targets up to date, and gathers those that are near
    batch         a list of sprites beside the array of their rows
    when_to_warn  which sprites are examined for mistakes: those of a class in its first check
"""
