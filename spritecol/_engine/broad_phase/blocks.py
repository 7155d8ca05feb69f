"""Compares a block of boxes, each with several at once.

The code is in `blocks.h`, for AVX2 and whatever `lanes.h` knows. `blocks.pxd` declares it.
"""

import cython  # noqa: F401 (marks a compiled module; its content is in the `.pxd`)
