# Strips, keys and words of a level; all names are C-level: Python sees none.
