# The stages of a check, in order.
# All names are C-level: Python sees none, other compiled modules cimport them.
