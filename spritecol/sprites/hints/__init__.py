"""Errors and warnings that tell a user what was probably meant. No answer depends on them.

Modules::

    misuse       the warnings about likely mistakes
    first_check  when a class is examined for mistakes: in its first check
    other_names  names of other libraries (`colliderect`), and errors with the remedy
"""
