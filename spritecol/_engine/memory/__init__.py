"""Memory: runs of a growing block, blocks kept between checks, the numbers of an array."""
