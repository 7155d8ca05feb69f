# Signs that are right: the slow, careful half of the exact tests.
# All names are C-level: Python sees none, other compiled modules cimport them.
