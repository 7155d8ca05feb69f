# Exact tests between points, segments, boxes and convex polygons.
# All names are C-level: Python sees none, other compiled modules cimport them.
