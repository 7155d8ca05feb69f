# World geometry of one part: what each kind becomes under a map.
# All names are C-level: Python sees none, other compiled modules cimport them.
