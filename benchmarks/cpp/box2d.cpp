// Rays, casts, contacts and movers of Box2D 3, by its public headers. All shapes but the units, which
// move, are static.

#include <box2d/box2d.h>

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
    intptr_t own;  // a unit that moves meets itself, too; units have numbers below 0
    int count;
    b2CollisionPlane items[16];
};

intptr_t number_of(b2ShapeId shape) {
    return reinterpret_cast<intptr_t>(b2Shape_GetUserData(shape));
}

// Unlike b2World_CastRayClosest this does not pass over a shape in which the way starts.
float keep_first(b2ShapeId, b2Vec2, b2Vec2, float fraction, void* first) {
    return *static_cast<float*>(first) = fraction;
}

bool keep_plane(b2ShapeId shape, const b2PlaneResult* found, void* context) {
    Planes& planes = *static_cast<Planes*>(context);
    if (number_of(shape) != planes.own && found->hit && planes.count < 16)
        planes.items[planes.count++] = {found->plane, FLT_MAX, 0.0f, true};
    return true;
}

b2Vec2 pair_at(const double* numbers) {
    return {static_cast<float>(numbers[0]), static_cast<float>(numbers[1])};
}

// b2MakeRot rounds more.
b2Rot turn_of(double angle) {
    return {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
}

b2Capsule capsule_at(b2Vec2 place) {
    return {{place.x, place.y - unit_half}, {place.x, place.y + unit_half}, unit_radius};
}

b2BodyId body_at(b2Transform place, b2BodyType type) {
    b2BodyDef body = b2DefaultBodyDef();
    body.type = type;
    body.position = place.p;
    body.rotation = place.q;
    return b2CreateBody(world, &body);
}

b2ShapeDef shape_of(intptr_t number) {
    b2ShapeDef shape = b2DefaultShapeDef();
    shape.userData = reinterpret_cast<void*>(number);
    return shape;
}

}  // namespace

extern "C" {

// Circles in a world of their own, as rows x, y, radius; or boxes, as rows x, y of the middle, width,
// height, angle in radians.
void begin(const double* rows, int32_t count, int32_t columns) {
    if (b2World_IsValid(world)) b2DestroyWorld(world);
    polygons.clear();
    places.clear();
    units.clear();
    const b2WorldDef settings = b2DefaultWorldDef();
    world = b2CreateWorld(&settings);
    for (int32_t k = 0; k < count; k++, rows += columns) {
        places.push_back({pair_at(rows), turn_of(columns == 3 ? 0.0 : rows[4])});
        const b2BodyId body = body_at(places.back(), b2_staticBody);
        const b2ShapeDef shape = shape_of(k);
        if (columns == 3) {
            const b2Circle circle = {{0.0f, 0.0f}, static_cast<float>(rows[2])};
            b2CreateCircleShape(body, &shape, &circle);
        } else {
            const b2Vec2 size = pair_at(rows + 2);
            polygons.push_back(b2MakeBox(0.5f * size.x, 0.5f * size.y));
            b2CreatePolygonShape(body, &shape, &polygons.back());
        }
    }
}

// Units, which are upright capsules, as rows x, y.
void add_units(const double* rows, int32_t count, double half, double radius) {
    unit_half = static_cast<float>(half);
    unit_radius = static_cast<float>(radius);
    const b2Capsule capsule = capsule_at({0.0f, 0.0f});
    for (int32_t k = 0; k < count; k++) {
        const b2Vec2 place = pair_at(rows + 2 * k);
        const b2BodyId body = body_at({place, b2Rot_identity}, b2_kinematicBody);
        const b2ShapeDef shape = shape_of(-1 - k);
        b2CreateCapsuleShape(body, &shape, &capsule);
        units.push_back({body, place});
    }
}

// What the additions left to do, such as sorting the tree, is done here.
void settle() {
    b2World_RebuildStaticTree(world);
    b2World_Step(world, 1.0f / 60.0f, 1);
}

void cast_rays(const double* starts, const double* ends, int32_t count, double* fractions) {
    for (int32_t k = 0; k < count; k++) {
        float first = 1.0f;
        const b2Vec2 from = pair_at(starts + 2 * k), to = pair_at(ends + 2 * k);
        b2World_CastRay(world, from, b2Sub(to, from), b2DefaultQueryFilter(), keep_first, &first);
        fractions[k] = first;
    }
}

// A box with these sides, turned, from each start on its way.
void cast_boxes(double width, double height, double angle, const double* starts,
                const double* ways, int32_t count, double* fractions) {
    const double sides[2] = {0.5 * width, 0.5 * height};
    const b2Vec2 half = pair_at(sides);
    const b2Rot turn = turn_of(angle);
    for (int32_t k = 0; k < count; k++) {
        float first = 1.0f;
        const b2Polygon box = b2MakeOffsetBox(half.x, half.y, pair_at(starts + 2 * k), turn);
        const b2ShapeProxy proxy = b2MakeProxy(box.vertices, box.count, 0.0f);
        b2World_CastShape(world, &proxy, pair_at(ways + 2 * k), b2DefaultQueryFilter(), keep_first,
                          &first);
        fractions[k] = first;
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

// Each unit moves and slides, as in the sample "Mover" of Box2D. If `together`, the others see none
// of these moves; else each of them at once. How far each has gone goes out.
void move_units(int32_t together, const double* ways, int32_t count, double* gone) {
    for (int32_t k = 0; k < count; k++) {
        Unit& unit = units[k];
        const b2Vec2 start = unit.place, target = b2Add(start, pair_at(ways + 2 * k));
        for (int round = 0; round < 5; round++) {
            const b2Capsule mover = capsule_at(unit.place);
            Planes planes = {-1 - k, 0, {}};
            b2World_CollideMover(world, &mover, b2DefaultQueryFilter(), keep_plane, &planes);
            const b2PlaneSolverResult solved =
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
        const b2Manifold found =
            b2CollidePolygons(&polygons[a], places[a], &polygons[b], places[b]);
        float deepest = 0.0f;
        for (int i = 0; i < found.pointCount; i++)
            deepest = std::fmax(deepest, -found.points[i].separation);
        depths[k] = deepest;
    }
}

}  // extern "C"
