# From local space to the world, for the rows that changed.
# All names are C-level: Python sees none, other compiled modules cimport them.
