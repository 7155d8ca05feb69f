"""Calls of peers that take more than a line. A missing peer is left out, and the rows say why."""
