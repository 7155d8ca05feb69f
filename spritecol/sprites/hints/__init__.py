"""Errors and warnings that suggest what the user probably meant. No result depends on them.

Modules::

    mistakes         the warning, how it is given, and likely mistakes in classes and names
    sprite_mistakes  those in sprites: values that are never read, shapes that are elsewhere
    call_mistakes    those in calls: methods that nothing calls, callbacks that do nothing
    unknown_names    names of methods and attributes that are not there, such as those of other
                     libraries (`colliderect`), and errors with the remedy
"""
