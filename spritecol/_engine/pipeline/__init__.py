"""The stages of a check in order, and the choice of how to search."""
