// Rays, casts and contacts of Box2D 3, by its public headers. All shapes are static.

#include <box2d/box2d.h>
#include <box2d/collision.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace {

b2WorldId world;
std::vector<b2Polygon> polygons;  // of the boxes
std::vector<b2Transform> places;

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

b2BodyId body_at(b2Transform place) {
    b2BodyDef body = b2DefaultBodyDef();
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
