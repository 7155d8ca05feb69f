"""The measured thresholds of the engine, readable from Python; the values are in `tuning.pxd`.

They are constants of the C code, so they can be sizes of arrays. They decide which of several
equivalent algorithms runs; no answer depends on them. They stand alone, as all rooms read them.
"""

import cython  # noqa: F401 (marks a compiled module; its content is in the `.pxd`)
