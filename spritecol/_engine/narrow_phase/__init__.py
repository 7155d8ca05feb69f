"""The exact tests: the shape filter, then one kernel for each pair of kinds of parts."""
