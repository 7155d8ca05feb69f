"""The cells of `LinearQuadtree`: storage, searches, validation, and bounds that fit the boxes."""
