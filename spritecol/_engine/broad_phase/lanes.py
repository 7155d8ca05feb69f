"""Compares one box with several at once.

The code is in `lanes.h`, for SSE2, NEON and neither. `lanes.pxd` declares it.
"""

import cython  # noqa: F401 (marks a compiled module; its content is in the `.pxd`)
