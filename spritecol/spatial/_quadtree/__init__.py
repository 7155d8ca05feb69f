"""The cells of `LinearQuadtree`: storage, walks, validation, and bounds that fit."""
