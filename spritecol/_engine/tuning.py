"""Every measured threshold of the engine, readable from Python; the values are in `tuning.pxd`.

They are constants of the C code, so that loops and arrays may use them. No answer depends on one:
they only decide which of several equal ways is taken.
"""

import cython  # noqa: F401 (compiled: what the `.pxd` declares is all there is)
