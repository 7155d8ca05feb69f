"""The records of the storage: a row, its convex parts, their kinds and flags.

A `CollisionGroup` is one sprite's row. A `Collision` is one convex part of it in world space, a
`LocalCollision` the same in local space. The declarations are in `layout.pxd`.
"""

import cython  # noqa: F401 (marks a compiled module; its content is in the `.pxd`)
