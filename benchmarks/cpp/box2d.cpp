// Rays, casts, contacts and movers of Box2D 3, by its public headers. All shapes but the units, which
// move, are static.

#include <box2d/box2d.h>
#include <box2d/collision.h>

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <vector>

namespace {

b2WorldId world;
std::vector<b2Polygon> polygons;  // of the boxes
std::vector<b2Transform> places;

struct Unit {
    b2BodyId body;
    b2Vec2 place;
};

std::vector<Unit> units;  // upright capsules
float unit_half, unit_radius;

struct Planes {
    int32_t own;  // a unit that moves meets itself, too; units have numbers below 0
    int count;
    b2CollisionPlane items[16];
};

struct First {
    float fraction;
    int32_t index;
};

// Unlike b2World_CastRayClosest this does not pass over a shape in which the way starts.
float keep_first(b2ShapeId shape, b2Vec2, b2Vec2, float fraction, void* context) {
    First& first = *static_cast<First*>(context);
    first.fraction = fraction;
    first.index = static_cast<int32_t>(reinterpret_cast<intptr_t>(b2Shape_GetUserData(shape)));
    return fraction;
}

b2Vec2 pair_at(const double* numbers) {
    return {static_cast<float>(numbers[0]), static_cast<float>(numbers[1])};
}

// b2MakeRot rounds more.
b2Rot turn_of(double angle) {
    return {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
}

bool keep_plane(b2ShapeId shape, const b2PlaneResult* found, void* context) {
    Planes& planes = *static_cast<Planes*>(context);
    const auto index = static_cast<int32_t>(reinterpret_cast<intptr_t>(b2Shape_GetUserData(shape)));
    if (index != planes.own && found->hit && planes.count < 16)
        planes.items[planes.count++] = {found->plane, FLT_MAX, 0.0f, true};
    return true;
}

b2Capsule capsule_at(b2Vec2 place) {
    return {{place.x, place.y - unit_half}, {place.x, place.y + unit_half}, unit_radius};
}

b2BodyId body_at(b2Transform place, b2BodyType type = b2_staticBody) {
    b2BodyDef body = b2DefaultBodyDef();
    body.type = type;
    body.position = place.p;
    body.rotation = place.q;
    return b2CreateBody(world, &body);
}

b2ShapeDef shape_of(int32_t index) {
    b2ShapeDef shape = b2DefaultShapeDef();
    shape.userData = reinterpret_cast<void*>(static_cast<intptr_t>(index));
    return shape;
}

}  // namespace

extern "C" {

void begin() {
    if (b2World_IsValid(world)) b2DestroyWorld(world);
    polygons.clear();
    places.clear();
    units.clear();
    b2WorldDef settings = b2DefaultWorldDef();
    world = b2CreateWorld(&settings);
}

// Rows x, y, radius.
void add_circles(const double* circles, int32_t count) {
    for (int32_t k = 0; k < count; k++, circles += 3) {
        b2Circle circle = {{0.0f, 0.0f}, static_cast<float>(circles[2])};
        b2ShapeDef shape = shape_of(k);
        b2CreateCircleShape(body_at({pair_at(circles), turn_of(0.0)}), &shape, &circle);
    }
}

// Rows x, y of the middle, width, height, angle in radians.
void add_boxes(const double* boxes, int32_t count) {
    for (int32_t k = 0; k < count; k++, boxes += 5) {
        b2Vec2 size = pair_at(boxes + 2);
        polygons.push_back(b2MakeBox(0.5f * size.x, 0.5f * size.y));
        places.push_back({pair_at(boxes), turn_of(boxes[4])});
        b2ShapeDef shape = shape_of(k);
        b2CreatePolygonShape(body_at(places.back()), &shape, &polygons.back());
    }
}

// Units, which are upright capsules, as rows x, y.
void add_units(const double* rows, int32_t count, double half, double radius) {
    unit_half = static_cast<float>(half);
    unit_radius = static_cast<float>(radius);
    const b2Capsule capsule = capsule_at({0.0f, 0.0f});
    for (int32_t k = 0; k < count; k++) {
        const b2Vec2 place = pair_at(rows + 2 * k);
        b2BodyId body = body_at({place, b2Rot_identity}, b2_kinematicBody);
        b2ShapeDef shape = shape_of(-1 - k);
        b2CreateCapsuleShape(body, &shape, &capsule);
        units.push_back({body, place});
    }
}

// What the last additions left to do, such as sorting the tree, is done here.
void settle() {
    b2World_RebuildStaticTree(world);
    b2World_Step(world, 1.0f / 60.0f, 1);
}

void cast_rays(const double* starts, const double* ends, int32_t count, double* fractions) {
    for (int32_t k = 0; k < count; k++) {
        First first = {1.0f, -1};
        b2Vec2 from = pair_at(starts + 2 * k), to = pair_at(ends + 2 * k);
        b2World_CastRay(world, from, b2Sub(to, from), b2DefaultQueryFilter(), keep_first, &first);
        fractions[k] = first.fraction;
    }
}

// A box with these sides, turned, from each start on its way.
void cast_boxes(double width, double height, double angle, const double* starts,
                const double* ways, int32_t count, double* fractions) {
    const double sides[2] = {0.5 * width, 0.5 * height};
    const b2Vec2 half = pair_at(sides);
    const b2Rot turn = turn_of(angle);
    for (int32_t k = 0; k < count; k++) {
        First first = {1.0f, -1};
        b2Polygon box = b2MakeOffsetBox(half.x, half.y, pair_at(starts + 2 * k), turn);
        b2ShapeProxy proxy = b2MakeProxy(box.vertices, box.count, 0.0f);
        b2World_CastShape(world, &proxy, pair_at(ways + 2 * k), b2DefaultQueryFilter(), keep_first,
                          &first);
        fractions[k] = first.fraction;
    }
}

// The mover of each unit, cast on its way. It passes over itself, since it starts there.
void cast_units(const double* ways, int32_t count, double* fractions) {
    for (int32_t k = 0; k < count; k++) {
        const b2Capsule mover = capsule_at(units[k].place);
        fractions[k] = b2World_CastMover(world, &mover, pair_at(ways + 2 * k),
                                         b2DefaultQueryFilter());
    }
}

// Each unit moves and slides, as in the sample "Mover" of Box2D; `sign` turns all ways round.
// If `together`, the others see none of these moves; else each of them at once. How far each has
// gone goes out.
void move_units(const double* ways, double sign, int32_t together, int32_t count, double* gone) {
    for (int32_t k = 0; k < count; k++) {
        Unit& unit = units[k];
        const b2Vec2 way = pair_at(ways + 2 * k), start = unit.place;
        const b2Vec2 target = b2MulAdd(start, static_cast<float>(sign), way);
        for (int round = 0; round < 5; round++) {
            b2Capsule mover = capsule_at(unit.place);
            Planes planes = {-1 - k, 0, {}};
            b2World_CollideMover(world, &mover, b2DefaultQueryFilter(), keep_plane, &planes);
            b2PlaneSolverResult solved =
                b2SolvePlanes(b2Sub(target, unit.place), planes.items, planes.count);
            const float fraction =
                b2World_CastMover(world, &mover, solved.translation, b2DefaultQueryFilter());
            const b2Vec2 step = b2MulSV(fraction, solved.translation);
            unit.place = b2Add(unit.place, step);
            if (b2LengthSquared(step) < 0.01f * 0.01f) break;
        }
        gone[k] = b2Distance(unit.place, start);
        if (!together) b2Body_SetTransform(unit.body, unit.place, b2Rot_identity);
    }
    for (int32_t k = 0; together && k < count; k++)
        b2Body_SetTransform(units[k].body, units[k].place, b2Rot_identity);
}

// The manifold of each pair of boxes; how deep its deepest point is goes out.
void collide(const int64_t* pairs, int32_t count, double* depths) {
    for (int32_t k = 0; k < count; k++) {
        const int64_t a = pairs[2 * k], b = pairs[2 * k + 1];
        b2Manifold found = b2CollidePolygons(&polygons[a], places[a], &polygons[b], places[b]);
        float deepest = 0.0f;
        for (int i = 0; i < found.pointCount; i++)
            deepest = std::fmax(deepest, -found.points[i].separation);
        depths[k] = deepest;
    }
}

}  // extern "C"
