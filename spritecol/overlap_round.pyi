# Exact tests with circles and ellipses.
# All names are C-level: Python sees none, other compiled modules cimport them.
