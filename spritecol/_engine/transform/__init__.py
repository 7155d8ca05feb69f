"""The transform from local to world space, for the rows that changed."""
