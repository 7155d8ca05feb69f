"""What the benchmarks share: who takes part, how it is measured, kept, and shown."""
