"""Range checks for numbers, polar coordinates, help. Imports nothing else of the package."""
