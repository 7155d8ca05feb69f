"""Large pages for large blocks: a processor remembers where few pages are, so they should be large.

The C code is in `large_pages.pxd`. To fetch memory ahead is in `lanes.h`.
"""

import cython  # noqa: F401 (marks a compiled module; its content is in the `.pxd`)
