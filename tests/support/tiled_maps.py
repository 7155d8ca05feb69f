"""A tileset of the editor Tiled, for maps of tests."""

# Tiles of a set of 16 x 16: 1 is whole; 2 is a slope, solid below the falling diagonal; 3 has an
# upper half turned by 90 degrees about its own corner; 4 is a circle; 5 is not solid; 6 is a line.
TILESET = """
 <tileset firstgid="1" name="blocks" tilewidth="16" tileheight="16" tilecount="8" columns="8">
  <image source="none.png" width="128" height="16"/>
  <tile id="1"><objectgroup><object id="1" x="0" y="0"><polygon points="0,0 16,16 0,16"/></object>
  </objectgroup></tile>
  <tile id="2"><objectgroup><object id="1" x="8" y="0" width="16" height="8" rotation="90"/>
  </objectgroup></tile>
  <tile id="3"><objectgroup><object id="1" x="2" y="4" width="8" height="8"><ellipse/></object>
  </objectgroup></tile>
  <tile id="4"><properties><property name="solid" type="bool" value="false"/></properties></tile>
  <tile id="5"><objectgroup><object id="1" x="0" y="4"><polyline points="0,0 16,0 16,8"/></object>
  </objectgroup></tile>
 </tileset>
"""
