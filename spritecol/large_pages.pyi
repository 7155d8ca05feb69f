# Large pages for large blocks; all names are C-level: Python sees none.
