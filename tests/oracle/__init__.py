"""What is right, found in other ways than the library's: exactly, or by shapely."""
