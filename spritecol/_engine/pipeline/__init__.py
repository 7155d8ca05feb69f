"""The stages of a check in order, and the one place that decides how to search."""
