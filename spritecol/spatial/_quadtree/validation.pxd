from spritecol.spatial._quadtree.cells cimport Cells

cdef set check_cells(Cells tree)
cdef list count_cells(Cells tree)
