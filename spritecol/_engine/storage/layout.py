"""What lies in the storage: kinds of parts, flags, and the records of a row and of its parts.

A `CollisionGroup` is one sprite's row. A `Collision` is one convex part of it in world space, a
`LocalCollision` the same in local space. The declarations are in `layout.pxd`.
"""

import cython  # noqa: F401 (compiled: what the `.pxd` declares is all there is)
