"""From local space to the world, for the rows that changed."""
