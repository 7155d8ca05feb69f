<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.2" name="blocks" class="terrain" tilewidth="16" tileheight="16" spacing="1" margin="1" tilecount="8" columns="8" backgroundcolor="#202020" objectalignment="unspecified">
 <editorsettings>
  <export target="blocks.tsj" format="json"/>
 </editorsettings>
 <grid orientation="orthogonal" width="16" height="16"/>
 <transformations hflip="1" vflip="1" rotate="1" preferuntransformed="0"/>
 <properties>
  <property name="author" value="spritecol"/>
 </properties>
 <image source="blocks.png" trans="ff00ff" width="137" height="18"/>
 <tile id="1">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,0 16,-16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="2" type="ledge">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="3">
  <properties>
   <property name="one_way" type="bool" value="true"/>
  </properties>
  <objectgroup draworder="index" id="3">
   <object id="2" name="board" x="0" y="0" width="16" height="4"/>
  </objectgroup>
 </tile>
 <tile id="4" type="glass">
  <properties>
   <property name="layer" type="int" value="2"/>
   <property name="mask" type="int" value="12"/>
   <property name="stats" type="class" propertytype="Stats">
    <properties>
     <property name="health" type="int" value="3"/>
    </properties>
   </property>
  </properties>
 </tile>
 <tile id="5">
  <properties>
   <property name="solid" type="bool" value="false"/>
  </properties>
  <animation>
   <frame tileid="5" duration="200"/>
   <frame tileid="6" duration="200"/>
  </animation>
 </tile>
 <tile id="6">
  <properties>
   <property name="solid" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="7">
  <objectgroup draworder="index" id="2">
   <object id="1" x="4" y="4" width="8" height="8">
    <ellipse/>
   </object>
  </objectgroup>
 </tile>
 <wangsets>
  <wangset name="edges" type="mixed" tile="-1">
   <wangcolor name="rock" color="#ff0000" tile="-1" probability="1"/>
   <wangtile tileid="0" wangid="1,1,1,1,1,1,1,1"/>
  </wangset>
 </wangsets>
</tileset>
