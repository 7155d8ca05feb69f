"""A large step in portions: by one thread alone, or by several at once.

A step that can be shared is a function of a portion and of a job that all portions read.
`pipeline.plan` decides which threads there are; the step itself only gets a `Team`, or NULL, and
divides itself by the number of its elements. What is written, and in which order, must not depend
on it.
"""

import cython  # noqa: F401 (marks a compiled module; its content is in the `.pxd`)
