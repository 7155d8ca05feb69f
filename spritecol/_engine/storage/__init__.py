"""The flat storage that all sprites share: poses, convex parts, bounding boxes."""
