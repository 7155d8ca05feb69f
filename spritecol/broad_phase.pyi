# Boxes in, pairs of positions out.
# All names are C-level: Python sees none, other compiled modules cimport them.
