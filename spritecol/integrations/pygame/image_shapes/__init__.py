"""From the pixels of an image to a polygon."""
