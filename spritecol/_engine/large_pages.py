"""Large memory pages for large blocks, which take fewer entries of the TLB; and prefetching.

The C code of the pages is in `large_pages.pxd`, that of prefetching in `lanes.h`.
"""

import cython  # noqa: F401 (marks a compiled module; its content is in the `.pxd`)
