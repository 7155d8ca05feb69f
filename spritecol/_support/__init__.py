"""Checks of numbers, signatures, names, angles, vectors and boxes. Imports nothing else.

Modules::

    range_check       checks every number a user gives, and words the error (such as a negative
                      radius)
    fast_range_check  its fast ways, compiled
    number_arrays     arrays of numbers that users give, converted
    signatures        what users' functions take
    arguments         errors that say which arguments a call takes
    warned            the class of all warnings, and how one is given: once, at the user's line
    names             the table of names of other libraries, and their names here
    public_classes    which module public classes name, how records are compared and subscripted
    lazy_imports      numpy and shapely, imported when something first needs them
    polar             cosine, sine, angle and length, with the same bits on every machine
    vectors           `Vec2` and `Box`, which come back; what is read as one
    forms             pairs and boxes that stand for numbers in a call
    libc              what is taken from the C library; a header alone
    python            what is taken from the API of Python in C, and Ctrl-C; a header alone
"""
