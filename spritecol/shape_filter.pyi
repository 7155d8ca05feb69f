"""The shape AABB filter; C-level only."""
