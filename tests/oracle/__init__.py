"""The right results, found by other methods than the library's: exactly, or by shapely."""
