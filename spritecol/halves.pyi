"""The stages of a large check in two halves; C-level only."""
