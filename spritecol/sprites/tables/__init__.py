"""What several rooms read, and is said once.

Modules::

    attribute_table  the attributes, one line each: how it is stored, and where
    default_methods  the names of the methods that are called by default
"""
