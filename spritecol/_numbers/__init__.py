"""Range checks for numbers, and exact rotations. Imports nothing else of the package."""
