"""Arithmetic on two doubles at once.

The code is in `two_lanes.h`, for SSE2, NEON and neither. `two_lanes.pxd` declares it.
"""

import cython  # noqa: F401 (marks a compiled module; its content is in the `.pxd`)
