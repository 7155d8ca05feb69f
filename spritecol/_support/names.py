"""Names of other libraries and misspelled names, and what they mean here, as plain data.

It is read only for unknown names: by the errors for unknown attributes and keywords, and to examine
new names.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

_LONG = 7  # letters; in a name this long, one may be wrong, missing or too many: `colision`

MEANT = {
    "rotation": "angle",
    "rotation_degrees": "angle",
    "collision_enabled": "collision_enable",
    "collisions_enabled": "collision_enable",
    "enable_collision": "collision_enable",
    "collision_shape": "collision",
    "collision_shapes": "collision",
    "collision_layers": "collision_layer",
    "collision_masks": "collision_mask",
    "centre_x": "center_x",
    "centre_y": "center_y",
    "scalex": "scale_x",
    "scaley": "scale_y",
    "xscale": "scale_x",
    "yscale": "scale_y",
    "x_scale": "scale_x",
    "y_scale": "scale_y",
    "ignore": "exclude",
    "filter": "where",
    "predicate": "where",
    "layer": "mask",
    "layers": "mask",
    "layer_mask": "mask",
    "max_dist": "max_distance",
    "r": "radius",
    "rx": "radius_x",
    "ry": "radius_y",
    "inside": "from_inside",
    "overlapping": "from_inside",
    "w": "width",
    "h": "height",
    "shape": "target_shapes",
    "name": "target_shapes",
    "up_direction": "up",
    "drop_through": "drop",
    "bounciness": "restitution",
    "elasticity": "restitution",
}
"""Names from other libraries, or misspelled out of habit, and the attribute or argument that they
mean."""


GROUP_HAS = "a Group of the sprites to search has it: group"
HITS = "call hits(targets), or check(targets) for a list of the sprites that are hit"
OF_PYGAME = (
    "pygame's groups take sprites of pygame: derive from spritecol.integrations.pygame.Sprite, "
    "which is both, or use spritecol.Group"
)

INSTEAD: dict[str, dict[str, str]] = {
    "Sprite": {
        "kill destroy remove_from_sprite_lists queue_free instance_destroy": "call vanish()",
        "alive": "read vanished, which is the opposite",
        "draw": "draw it with fill_shapes of spritecol.integrations.pygame, or define draw",
        "groups": "a sprite does not know its Groups; ask a Group: sprite in group",
        "add_internal": OF_PYGAME,
        "add add_to_group": "a Group has it: group.add(sprite)",
        "remove": "a Group has it: group.remove(sprite), or group.discard(sprite)",
        "clamp clamp_ip": (
            "compare its aabb, which is (left, top, right, bottom), and write x and y"
        ),
        "copy": "import copy, and write copy.copy(sprite)",
        "rect": (
            "the position of a sprite is x and y, the box around its shapes is aabb; "
            "spritecol.integrations.pygame.Sprite has a rect"
        ),
        "colliderect collides_with_sprite collides_with collides collide intersects overlap "
        "overlaps is_colliding is_colliding_with is_touching get_overlapping_bodies "
        "get_overlapping_areas has_overlapping_bodies overlaps_body overlaps_area place_meeting "
        "place_free instance_place collidesWith embedded collide_mask collide_rect collide_circle "
        "collidelist collidelistall collideobjects touches collide_with hits_any": HITS,
        "collidepoint contains_point collides_with_point": "call contains(x, y)",
        "collides_with_list pairs": "call check(targets) for a list of the sprites that are hit",
        "nearest": f"{GROUP_HAS}.nearest(sprite)",
        "nearest_k": f"{GROUP_HAS}.nearest_k(sprite, k)",
        "line_of_sight can_see has_line_of_sight": (
            "a Group of the walls has it: walls.line_of_sight(eye, goal)"
        ),
        "visible_area": "a Group of the walls has it: walls.visible_area(x, y, radius)",
        "query_point": f"{GROUP_HAS}.query_point(x, y)",
        "query_box": f"{GROUP_HAS}.query_box(left, top, right, bottom)",
        "query_circle": f"{GROUP_HAS}.query_circle(x, y, radius)",
        "query_shape": f"{GROUP_HAS}.query_shape(sprite)",
        "raycast raycast_all": f"{GROUP_HAS}.raycast(x1, y1, x2, y2); for one, use Group(sprite)",
        "width height size left top right bottom bounds midbottom midtop centerx centery bbox_left "
        "bbox_top bbox_right bbox_bottom getRect": (
            "the box around its shapes has it: sprite.aabb"
        ),
        "radius": "its shapes have it: sprite.shapes[0].radius",
        "wasTouching": "an Overlaps remembers it, and calls enter and exit",
        "touching": (
            "call hits(targets); what it stands on, move_and_slide(..., up=(0, -1)) returns, as in "
            "slide.on_floor"
        ),
        "is_on_floor is_on_wall is_on_ceiling on_floor on_wall on_ceiling blocked": (
            "move_and_slide(..., up=(0, -1)) returns it, as in slide.on_floor; a "
            "CharacterController remembers it"
        ),
        "get_slide_collision get_slide_collision_count get_last_slide_collision": (
            "move_and_slide returns a Slide: for hit in slide.hits"
        ),
        "velocity vx vy hspeed vspeed setVelocity setVelocityX setVelocityY setGravity setGravityX "
        "setGravityY setAcceleration": (
            "your game keeps it, in an attribute of its own: a move takes the motion of one frame, "
            "move_and_slide(vx * dt, vy * dt, targets)"
        ),
        "apply_force apply_impulse applyForce": (
            "there are no forces: your game changes its velocity"
        ),
        "body": "a sprite is its own body: it has x and y, hits(targets) and the moves",
        "body_entered area_entered beginContact": (
            "define enter(self, other), and call update of an Overlaps in each frame"
        ),
        "body_exited area_exited endContact": (
            "define exit(self, other), and call update of an Overlaps in each frame"
        ),
        "set_collision_layer_value get_collision_layer_value": (
            "a layer is a bit: collision_layer |= 1 << 2 puts it on the third"
        ),
        "set_collision_mask_value get_collision_mask_value": (
            "a layer is a bit: collision_mask |= 1 << 2 lets it see the third"
        ),
        "add_collision_exception_with": "pass exclude=other to the call",
        "test_move": "call sweep(dx, dy, targets), which moves nothing",
        "move_contact_solid": "call move_and_collide(dx, dy, targets)",
        "setDrag setDamping": "write velocity = velocity.move_towards((0, 0), drag * dt)",
        "setMaxVelocity setMaxSpeed": "write velocity = velocity.clamp_magnitude(longest)",
        "setBounce move_bounce_solid": (
            "call move_and_bounce(dx, dy, targets, restitution=0.5), which returns the velocity"
        ),
        "setImmovable immovable setPushable pushable": (
            "only the sprite that you move moves: its targets stay where they are"
        ),
        "setCollideWorldBounds": "put four walls around the world, and pass them to the move",
        "disableBody": "write collision_enable = visible = False",
        "disabled": "read collision_enable, which is the opposite",
        "monitoring monitorable": "it is called collision_enable",
        "enableBody": "write collision_enable = visible = True",
        "one_way one_way_collision": "its shapes have it: Rect(0, 0, 64, 8, one_way=(0, -1))",
        "setSize setOffset setCircle refreshBody": (
            "assign collision, for example Rect(0, 0, width, height)"
        ),
        "hitbox hurtbox hit_box collision_shape collider fixture mask_index": (
            "assign collision; world_shapes are its shapes in the world, aabb is their box"
        ),
        "flip flip_h": "assign scale_x = -1, which mirrors the shapes about the center",
        "move move_ip translate": "add to position, or call move_and_slide(dx, dy, targets)",
        "move_to set_position": "assign position, or x and y",
        "move_toward move_towards move_towards_point moveToObject": (
            "write position = position.move_towards(goal, distance)"
        ),
        "push_out": "call depenetrate(targets); separation(targets) only returns the way out",
        "rotate": "add to angle, in degrees",
        "look_at": "assign angle = Vec2(x - sprite.x, y - sprite.y).angle",
        "angle_to direction_to": "subtract the positions: (other.position - sprite.position).angle",
        "distance_to point_distance distance_to_object distance_to_point": (
            "call distance(other), which measures between the shapes"
        ),
        "image_angle": "it is called angle",
        "image_xscale flip_x flipX": "it is called scale_x, and -1 mirrors the shapes",
        "pos global_position": "it is called position, or x and y",
        "to_global local_to_world TransformPoint": "call to_world(x, y)",
        "world_to_local": "call to_local(x, y)",
        "shape": "assign collision; shapes are its shapes",
        "center": (
            "its position is position, the center of its box is aabb.center, and it rotates about "
            "center_x and center_y"
        ),
        "name": "its shapes have names, [shape.name for shape in sprite.shapes]; or assign one",
    },
    "Group": {
        "check": "call check(group, other), the function; pairs(other) has no callbacks",
        "move_and_slide_all": "it is called move_and_slide_arrays(dx, dy, targets)",
        "contacts": (
            "a sprite has it: Sprite(collision=shape).contacts(group, mask=ALL_LAYERS); "
            "for all, group.contact_arrays(other)"
        ),
        "sprites": "a Group is a sequence itself; list(group) is a list",
        "empty": "call clear()",
        "append": "call add(sprite)",
        "insert": "sprites are in the order of adding: call add(sprite)",
        "pop": "remove a sprite with sprite = group[-1], and group.remove(sprite)",
        "move": "add to its columns: group.x += dx; or call move_and_slide_arrays",
        "velocity": (
            'keep numbers, such as vx and vy: column("vx") reads, and set_column writes them'
        ),
        "extend": "call add(*sprites)",
        "has hasItem": "write: sprite in group",
        "countItems": "write len(group)",
        "copy": "make another one: Group(*group)",
        "sort": "sprites are in the order of adding; sorted(group, key=...) is a sorted list",
        "kill vanish": "call vanish() on each sprite; clear() only removes them from the Group",
        "add_internal": OF_PYGAME,
        "collides_with get_overlapping_bodies get_overlapping_areas": (
            "call hits(targets), or pairs(targets) for the pairs"
        ),
        "collide overlap collider collidelist collidelistall collideobjects collide_mask "
        "collide_rect collide_circle groupcollide": (
            "call check(group, other), the function, or pairs(other)"
        ),
        "collidepoint pick get_at sprites_at_point intersect_point queryPoint collision_point "
        "instance_position": "call query_point(x, y)",
        "can_see has_line_of_sight collision_line": "call line_of_sight(eye, goal)",
        "sweep": "a sprite has it: sprite.sweep(dx, dy, group); for all, group.sweep_arrays",
        "move_and_slide": "a sprite has it; for all, group.move_and_slide_arrays",
        "move_and_collide": "a sprite has it: call sprite.move_and_collide(...) for each",
        "depenetrate separation": (
            "a sprite has it, as in sprite.separation(targets); for all, group.separation_arrays()"
        ),
        "query_radius OverlapCircle overlapCirc collision_circle": (
            "it is called query_circle(x, y, radius)"
        ),
        "intersect_shape": "it is called query_shape(shape)",
        "get_nearest closest get_closest_sprite point_query_nearest instance_nearest": (
            "it is called nearest(x, y), or nearest(sprite)"
        ),
        "cast_ray intersect_ray linecast": "it is called raycast(x1, y1, x2, y2)",
        "querySegment querySegmentWithCoords segment_query": (
            "it is called raycast_all(x1, y1, x2, y2), which has the sprites in order"
        ),
        "spritecollide spritecollideany": "a sprite has it: call sprite.check(group), or hits",
        "query_rect queryRect OverlapBox overlapRect collision_rectangle": (
            "it is called query_box(left, top, right, bottom), or query_box(rect)"
        ),
        "create": "create a sprite and add it: group.add(Enemy(x, y))",
        "getChildren getItems": "a Group is a sequence itself; list(group) is a list",
        "furthest": "write max(group, key=sprite.distance)",
        "getFirstDead": "write next(one for one in group if not one.collision_enable)",
        "pos position positions": "its sprites have x and y, and so has the Group, as columns",
        "scale": "it has scale_x and scale_y as columns",
        "rotation": "it is called angle",
        "layer": "it is called collision_layer",
        "mask": "it is called collision_mask",
        "collision": "each sprite has its own: for sprite in group: sprite.collision = ...",
        "image": "each sprite has its own: for sprite in group: sprite.image = ...",
        "vx vy speed health hp life damage score team": (
            'define it in the class, {name} = Number(0.0): column("{name}") reads it, and '
            "set_column writes it"
        ),
        "z visible collision_enable collision_sync offset_sync center_x center_y": (
            "each sprite has its own: for sprite in group: sprite.{name} = ..."
        ),
    },
    "Vec2": {
        "UP": "write Vec2(0, -1), as y runs down",
        "DOWN": "write Vec2(0, 1), as y runs down",
        "LEFT": "write Vec2(-1, 0)",
        "RIGHT": "write Vec2(1, 0)",
        "ZERO": "write Vec2(0, 0)",
        "ONE": "write Vec2(1, 1)",
        "direction_to": "write (other - v).normalized()",
        "angle_to_point": "write (other - v).angle",
        "move_toward": "it is called move_towards(other, distance)",
        "bounce": "call reflect(normal)",
        "slide": "subtract the part along the normal: v - v.project(normal)",
        "normalize": "call normalized()",
        "normalize_ip": "a vector never changes: v = v.normalized()",
        "rotate": "call rotated(degrees)",
        "rotate_ip": "a vector never changes: v = v.rotated(degrees)",
        "magnitude mag len": "read length",
        "magnitude_squared len2": "read length_squared",
        "distance dist": "call distance_to(other)",
        "distance_squared dist2": "call distance_squared_to(other)",
        "scale_to_length": "multiply: v.normalized() * length",
        "limit clamp limit_length trimmed": "call clamp_magnitude(longest)",
        "orthogonal": "call perpendicular()",
        "heading": "read angle",
        "xy": "it is a pair itself: x, y = vector",
        "as_polar": "read length and angle",
        "copy": "a vector never changes, so assign it: w = v",
        "update": "a vector never changes, so assign another one: v = Vec2(x, y)",
    },
    "Box": {
        "x y w h": "read left, top, width and height",
        "topleft": "read left and top",
        "topright": "read right and top",
        "bottomleft": "read left and bottom",
        "bottomright": "read right and bottom",
        "centerx": "read center.x",
        "centery": "read center.y",
        "midtop": "write (box.center.x, box.top)",
        "midbottom": "write (box.center.x, box.bottom)",
        "midleft": "write (box.left, box.center.y)",
        "midright": "write (box.right, box.center.y)",
        "copy": "a box never changes, so assign it",
        "inflate inflate_ip move move_ip clamp clamp_ip clip union contains": (
            "a box is four numbers; write pygame.Rect(box.left, box.top, *box.size)"
        ),
        "colliderect collidepoint collidelist overlaps": (
            "compare its sides; sprites have hits and contains"
        ),
        "rect": "write pygame.Rect(box.left, box.top, *box.size)",
    },
    "CharacterController": {
        "update": "call move(dx, dy, targets) once in each frame",
        "move_and_slide move_and_collide": (
            "call move(dx, dy, targets), which also remembers whether the sprite stands on a floor"
        ),
        "drop": "pass drop=True, as in move(0, 1, targets, drop=True)",
        "jump": "pass a motion along up, as in move(0, -6, targets)",
        "velocity vx vy": (
            "your game keeps the velocity: pass the motion of one frame, move(dx, dy, targets)"
        ),
        "on_ground grounded is_grounded": "it is called on_floor",
        "is_on_floor onFloor": "read on_floor, which is not a method",
        "is_on_wall": "read on_wall, which is not a method",
        "is_on_ceiling": "read on_ceiling, which is not a method",
        "get_floor_normal get_floor_angle": "read floor_normal, whose angle is in degrees",
        "get_platform_velocity": "read floor_motion, in pixels a frame",
        "get_slide_collision get_slide_collision_count get_last_slide_collision": (
            "move returns a Slide: for hit in slide.hits"
        ),
        "get_wall_normal": "move returns a Slide: read slide.wall_normal",
        "get_real_velocity": "move returns a Slide: slide.travel is the motion of this frame",
        "up_direction": "it is called up",
        "floor_max_angle max_slope slope_limit": "it is called max_floor_angle, in degrees",
        "step_height": "it is called step",
        "gravity": "your game keeps it: add gravity to dy in each frame, move(dx, dy, targets)",
        "floor_snap_length apply_floor_snap": "it is called snap",
        "travel remainder wall_normal carried pushed stepped crushed crushed_by": (
            "move returns a Slide: slide = walker.move(dx, dy, targets), then slide.{name}"
        ),
        "hits": (
            "the hits of a move are slide.hits, slide = walker.move(...); for others, call "
            "walker.sprite.hits(targets)"
        ),
        "rect": (
            "its sprite has it, walker.sprite.rect, if it is one of spritecol.integrations.pygame; "
            "any sprite has x and y, and the box aabb"
        ),
    },
    "Changes": {
        "enter": "it is called entered",
        "exit": "it is called exited",
        "stay": "it is called stayed",
    },
    "Near": {
        "sprite collider": "it is called other: the sprite that was found",
        "shape": "it is called other_shape: the shape that was found",
        "x": "read point.x for the point, other.x for the sprite",
        "y": "read point.y for the point, other.y for the sprite",
        "vanish": "it is not a sprite, but the result of a query: call other.vanish()",
        "pos position": "read point",
    },
    "RayHit": {
        "sprite target collider get_collider": "it is called other: the sprite that is hit",
        "get_normal get_collision_normal": "read normal",
        "get_position get_collision_point": "read point, where it hits",
        "shape": "it is called other_shape: the shape that is hit",
        "x": "read point.x for the point, other.x for the sprite",
        "y": "read point.y for the point, other.y for the sprite",
        "vanish": "it is not a sprite, but the result of a query: call other.vanish()",
        "pos position": "read point, where it hits",
        "time ti": "read fraction, from 0 to 1",
        "reflect": "call bounce(vx, vy)",
        "inside": "it is called from_inside",
    },
    "SweepHit": {
        "target collider get_collider": "it is called other: the sprite that is hit",
        "get_normal": "read normal",
        "get_position": "read point, where it hits, or position, where the sprite is then",
        "get_travel travel": "the sprite has gone to position, which is distance away",
        "get_remainder remainder": "it is (1 - fraction) times the motion that you passed",
        "depth penetration get_depth": (
            "a sweep ends where a hit begins, so it has none; sprite.contacts(other) has the depth "
            "of what overlaps"
        ),
        "touch": "read position, where the sprite is then",
        "overlaps overlapping inside": "it is called from_inside",
        "x": "read point.x for where it hits, position.x for where the sprite is then",
        "y": "read point.y for where it hits, position.y for where the sprite is then",
        "vanish": "it is not a sprite, but the result of a query: call other.vanish()",
        "pos": "read point, where it hits, or position, where the sprite is then",
        "time ti": "read fraction, from 0 to 1",
        "reflect": "call bounce(vx, vy)",
    },
    "Contact": {
        "reflect": "call bounce(vx, vy)",
        "point pos position": "read points, one or two",
        "penetration overlap get_depth": "it is called depth",
        "mtv separation": "it is called push",
        "collider": "it is called other: the sprite that is hit",
    },
    "ContactArrays": {
        "position positions": "it is called index",
        "shape shapes": "it is called shape_index",
        "normals": "it is called normal",
        "depths": "it is called depth",
        "points": "it is called point",
        "counts": "it is called count",
    },
    "RayArrays": {
        "position positions": "it is called index",
        "shape shapes": "it is called shape_index",
        "inside": "it is called from_inside",
    },
    "SweepArrays": {
        "position positions": "it is called index",
        "ends": "it is called end",
    },
    "SlideArrays": {
        "position x y": "the Group has x and y; its sprites have moved by travel",
    },
    "Slide": {
        "on_ground grounded is_on_floor": "it is called on_floor",
        "is_on_wall": "it is called on_wall",
        "is_on_ceiling": "it is called on_ceiling",
        "hit other normal point": (
            "it has several: for hit in slide.hits, read hit.other, hit.normal, hit.point"
        ),
        "cols collisions contacts get_slide_collision get_slide_collision_count": (
            "they are called hits"
        ),
        "x y position": "the sprite has it, which has moved by slide.travel",
        "motion dx dy": "read travel, how far it moved",
        "velocity": "your game keeps it: for hit in slide.hits: velocity = hit.slide(velocity)",
    },
    "Bounces": {
        "hit": "it has several: for hit in bounces.hits",
        "collisions": "they are called hits",
        "vx vy": "read velocity, (vx, vy) after the last bounce",
    },
    "Overlaps": {
        "entered stayed exited": (
            "update() returns it: changes = watch.update(), then changes.{name}"
        ),
        "check": "call update() once in each frame",
        "get_overlapping_bodies get_overlapping_areas": "read pairs, those of the last update",
        "body_entered area_entered beginContact connect": (
            "define enter(self, other) in the class of the sprites, or pass enter=function when "
            "you create it"
        ),
    },
    "Snapshot": {
        "save to_file dump write": "write a file: Path(file).write_bytes(snapshot.to_bytes())",
        "restore load": "call world.restore(snapshot)",
    },
    "World": {
        "snapshot": "call save(), which returns a Snapshot",
        "rollback": "call restore(snapshot), or rewind(frame) of a History",
        "load_state": "call restore(snapshot), or load(data) for bytes",
        "undo": "call restore(snapshot) with an earlier snapshot",
        "raycast query_point query_box nearest queryRect queryPoint querySegment getItems "
        "hasItem countItems": "a Group has it: Group(sprites)",
        "move check project": (
            "a World only saves and restores; a sprite has it: sprite.move_and_slide(dx, dy, "
            "targets), sprite.check(targets), sprite.sweep(dx, dy, targets)"
        ),
        "update step": "a World moves nothing; your game moves its sprites",
        "add": "pass its members when you create it: World(*members); a Group among them may grow",
        "to_bytes": "a Snapshot has it: world.save().to_bytes()",
    },
    "Shape": {
        "one_way_collision": "it is called one_way",
        "hits check collides colliderect intersects": (
            "a sprite has it: Sprite(x, y, collision=shape).hits(targets)"
        ),
        "contains collidepoint": "a sprite has it: Sprite(collision=shape).contains(x, y)",
        "move": "its sprite moves, and the shape follows it",
        "draw": "draw its sprite with fill_shapes of spritecol.integrations.pygame",
        "left top right bottom size center": "its box has it: shape.bounds",
    },
    "Circle": {"r": "it is called radius", "center pos": "read x and y, the center"},
    "Capsule": {"r": "it is called radius", "height": "its box has it: shape.bounds.height"},
    "Ellipse": {
        "radius r": "it has two, radius_x and radius_y",
        "rx": "it is called radius_x",
        "ry": "it is called radius_y",
        "center": "read x and y, the center",
    },
    "Rect": {
        "points": "it is called corners",
        "w": "it is called width",
        "h": "it is called height",
    },
    "Triangle": {"points": "it is called corners"},
    "Segment": {"start": "read x1, y1", "end": "read x2, y2", "points": "read x1, y1, x2, y2"},
    "Polygon": {"vertices corners": "it is called points"},
    "Way": {
        "get_closest_offset": "call distance_of(x, y)",
        "sample_baked": "call at(distance)",
        "get_baked_length": "read length",
        "progress progress_ratio": "your game keeps how far it has gone: way.at(gone)",
    },
    "spritecol": {
        "use_cores": "all runs on one core; spritecol.integrations.ray takes more processes",
        "Rays": "it is called RayArrays",
        "Sweeps": "it is called SweepArrays",
        "Slides": "it is called SlideArrays",
        "Line SegmentShape2D": "it is called Segment",
        "CircleShape2D": "it is called Circle",
        "RectangleShape2D": "write Rect.centered(width, height)",
        "CapsuleShape2D": "write Capsule(x1, y1, x2, y2, radius)",
        "ConvexPolygonShape2D CollisionPolygon2D": "it is called Polygon",
        "CollisionShape2D Collider BoxCollider Hitbox HitBox Hurtbox": (
            "write a shape, such as Rect(x, y, width, height) or Circle(x, y, radius)"
        ),
        "Body RigidBody2D StaticBody2D AnimatableBody2D Node2D Entity Actor GameObject": (
            "it is called Sprite"
        ),
        "Area2D Area Trigger Sensor": (
            "it is called Sprite; an Overlaps says what enters and leaves it"
        ),
        "RayCast2D": "a Group has it: group.raycast(x1, y1, x2, y2)",
        "ShapeCast2D": "a sprite has it: sprite.sweep(dx, dy, targets)",
        "TileMap TileMapLayer Tilemap createLayer setCollisionByProperty": (
            "call shapes_from_tiles, or sprites_from_tmx of spritecol.integrations.tiled"
        ),
        "Path2D PathFollow2D": "it is called Way: Paths.find returns one",
        "AStar2D NavigationAgent2D": "it is called Paths",
        "VisibleOnScreenNotifier2D": (
            "a Group has it: group.query_outside(left, top, right, bottom)"
        ),
        "Marker2D": "a point of a sprite in the world is sprite.to_world(x, y)",
        "Space newWorld": "there is none to create: put sprites into a Group, and move them",
        "install": "spritecol.integrations.pygame has it, and so has the one for arcade",
        "collide": "call check(a, b), pairs(a, b) or sprite.hits(targets)",
        "groupcollide": "call check(a, b), or pairs(a, b)",
        "spritecollide spritecollideany check_for_collision_with_list "
        "check_for_collision_with_lists": "call sprite.check(targets), or hits",
        "check_for_collision": "call sprite.hits(other)",
        "collide_mask collide_rect collide_circle": (
            "hits are exact by themselves: call sprite.hits(other)"
        ),
        "Vector2 Vector Vec": "it is called Vec2",
        "velocityFromAngle": "write Vec2.from_angle(degrees, speed)",
        "lengthdir_x lengthdir_y": "write Vec2.from_angle(-direction, length), clockwise here",
        "point_direction": "write -(goal - position).angle, which is clockwise here",
        "sprite": "it is called Sprite",
        "Sprites SpriteGroup SpriteList staticGroup": "it is called Group",
        "Character Walker Player CharacterBody2D KinematicBody2D PhysicsEnginePlatformer "
        "PhysicsEngineSimple": "it is called CharacterController",
        "sprites_from_tmx": "spritecol.integrations.tiled has it",
        "sprites_from_ldtk": "spritecol.integrations.ldtk has it",
        "fill_shapes shapes_from_surface": "spritecol.integrations.pygame has it",
        "draw_shapes": "spritecol.integrations.pygame has it, and so has the one for arcade",
        "CellSpace LinearQuadtree": "spritecol.spatial has it",
        "sync_test": "spritecol.testing has it",
    },
}
"""What to use instead of names of other libraries, by the class that does not have them.

A key may contain several names, separated by spaces. `{name}` in a remedy is the name that was
used.
"""

PARTS = {
    "Slide": "slide.travel is how far it moved, and slide.hits are the hits",
    "Bounces": "bounces.velocity and bounces.travel are vectors, and bounces.hits are the hits",
    "RayHit": "hit.point is where the ray hits, hit.normal the normal, and hit.other the sprite",
    "SweepHit": (
        "hit.position is where the sprite is then, hit.point where the two touch, and hit.other "
        "the other sprite"
    ),
    "Near": "near.point is the nearest place, near.distance how far, and near.other the sprite",
    "Contact": (
        "contact.push is the way out, contact.points where they touch, and contact.other the other "
        "sprite"
    ),
}
"""What to read of a result that is used as a vector or a list."""

KEYWORDS: dict[str, str] = {
    "pos center topleft rect location global_position xy": (
        "pass the position as x and y, or as position=(x, y)"
    ),
    "mask": "pass the layers that it sees as collision_mask, and shapes as collision",
    "hitbox hit_box radius size shape width height shapes collider": (
        "pass shapes as collision, for example collision=Rect(0, 0, width, height)"
    ),
    "one_way": "its shapes have it, as in collision=Rect(0, 0, 64, 8, one_way=(0, -1))",
    "layer layers": "pass layers as collision_layer, an int with one bit per layer",
    "group groups": "call the add of a Group to put the sprite into it",
}
"""What to pass to `Sprite` instead of keywords of other libraries, as above."""


def meant_by(name: str, known: Collection[str]) -> str | None:
    """Return the known name that another name plainly means or misspells, or None."""
    if name in known:
        return None
    if (meant := MEANT.get(name)) in known:
        return meant
    for plain in (_snake_case(name), name.lower()):  # `collisionEnable`, `scale_X`
        if plain in known and not name.islower():
            return plain
    return next((own for own in known if _is_misspelled(name, own)), None)


def _snake_case(name: str) -> str:
    """Return the name in snake case: `collision_enable` for `collisionEnable`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def _is_misspelled(name: str, own: str) -> bool:
    """Whether a name is a known name with two letters swapped or, if long, one letter wrong.

    A name with another first letter (`tangle`), another last letter (`scale_z`) or more letters at
    the end (`images`, `angle2`) counts as the user's own.
    """
    if len(own) < 5 or name[:1] != own[0] or name.startswith(own) or abs(len(name) - len(own)) > 1:
        return False
    start = 0
    while start < min(len(name), len(own)) and name[start] == own[start]:
        start += 1
    rest, wanted = name[start:], own[start:]
    if rest[:2] == wanted[1::-1] and rest[2:] == wanted[2:]:
        return len(rest) > 1
    if len(own) < _LONG or not rest:
        return False
    wrong, added, missing = rest[1:] == wanted[1:], rest[1:] == wanted, rest == wanted[1:]
    return (wrong and len(rest) > 1) or (added and len(wanted) > 1) or missing


def instead_of(kind: type, name: str) -> str | None:
    """Return what to use instead of a name on a class, or None."""
    for base in kind.__mro__:
        if (remedy := remedy_in(INSTEAD.get(base.__name__, {}), name)) is not None:
            return remedy
    return None


def remedy_in(remedies: Mapping[str, str], name: str) -> str | None:
    """Return the remedy for a name in a part of the table, or None."""
    for names, told in remedies.items():
        if name in names and name in names.split():  # few names are part of the text
            return told.replace("{name}", name)
    return None


def missing(thing: object, name: str) -> AttributeError:
    """Return the error for a missing attribute, with what to use instead."""
    # Python's protocols, such as pickle, look for names between double underscores.
    remedy = None if name.startswith("__") else instead_of(type(thing), name)
    told = f"{type(thing).__name__!r} object has no attribute {name!r}"
    return AttributeError(f"{told}: {remedy}" if remedy else told, name=name, obj=thing)


def no_vector(result: object) -> TypeError:
    """Return the error for a result that is unpacked, indexed, added or multiplied."""
    kind = type(result).__name__
    told = PARTS.get(kind) or f"it has {', '.join(getattr(result, '__match_args__', ()))}"
    return TypeError(f"a {kind} is neither a vector nor a list: {told}")


class TellsNames:
    """A base of classes whose errors for unknown names say what to use instead."""

    __slots__ = ()

    if not TYPE_CHECKING:  # which would allow any name

        def __getattr__(self, name: str) -> object:
            raise missing(self, name)
