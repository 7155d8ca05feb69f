"""Integrations with other libraries.

Modules::

    pygame/            for pygame-ce: faster collision functions, a sprite of both, a debug view
    arcade/            for arcade: faster collision functions, a sprite with exact shapes
    ray/               for Ray: many processes, many machines
    tiled              sprites_from_tmx: maps of the editor Tiled
    ldtk               sprites_from_ldtk: maps of the editor LDtk, which are JSON
    _map_grids         where the cells and objects of maps of Tiled are drawn
    _map_notes         what the readers of maps warn of
    _pyinstaller/      for PyInstaller: which modules a frozen game needs
    _needed            the error when a library is missing or too old
    _debug_geometry    the lines that the debug views of pygame and arcade draw
    _outlines          the outlines of shapes, as places in a picture

`import spritecol` imports none of these modules, and needs none of the libraries.
"""
