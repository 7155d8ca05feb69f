"""The numbers in a NumPy array; C-level only."""
