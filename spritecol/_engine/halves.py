"""A large step in two halves: by one thread alone, or by two at once.

A step that can be shared is a function of a half, 0 or 1, and of a job that both halves read.
`pipeline.plan` decides whether a second thread does one of them; the step itself only gets a
`Team`, or NULL. What is written, and in which order, must not depend on it.
"""

import cython  # noqa: F401 (marks a compiled module; its content is in the `.pxd`)
