"""From pairs of rows to hits: the shape filter, then one exact kernel for each pair of kinds."""
