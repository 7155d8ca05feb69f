"""Errors and warnings that suggest what the user probably meant. No result depends on them.

Modules::

    mistakes       the warnings about likely mistakes; what a misspelled name means
    when_to_warn   which sprites are examined for mistakes: those of a class in its first check
    unknown_names  names of methods and attributes that are not there, such as those of other
                   libraries (`colliderect`), and errors with the remedy
    explain        why two sprites hit or do not, in sentences
"""
