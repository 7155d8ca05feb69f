"""Memory: an allocator of runs, scratch blocks kept between checks, the buffers of arrays."""
