"""What `tiled` and `ldtk` share to read maps of these editors, and the files of Tiled.

Modules::

    tiled_json     Tiled's JSON as the XML that it corresponds to
    tiled_files    maps, tilesets, templates and projects of Tiled, put together
    map_grids      where the cells and objects of maps of Tiled are drawn
    map_notes      what the readers of maps warn of
"""
