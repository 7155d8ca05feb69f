"""What several rooms read, and is said once.

Modules::

    attribute_table    the attributes, one line each: how it is stored, and where
    default_arguments  defaults that stand for an argument left out
"""
