"""The stages of a check in order, and the one place that decides how to search.

Modules::

    row_index       how to search: directly, by an index, or by the one that a Group keeps
    stages          a check of rows, from the transform to sorted pairs
    ray_search      which rows rays enter
    place_queries   which rows meet a point, a box, a circle or a row; which are nearest
    contact_search  contacts of two rows, and the push that ends their overlap
    row_distances   how far apart two rows are, and where they are nearest
    way_out         a short way out of several rows: separations
"""
