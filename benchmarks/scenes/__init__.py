"""Seeded scenes, shared by benchmarks and tests. They know nothing of what is measured in them."""
