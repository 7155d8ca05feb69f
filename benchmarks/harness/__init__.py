"""What the benchmarks share: contenders, measuring, the kept figures, pages and plots."""
