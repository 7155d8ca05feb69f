# The exact test of two parts.
# All names are C-level: Python sees none, other compiled modules cimport them.
