"""Memory for the length of a check; C-level only."""
