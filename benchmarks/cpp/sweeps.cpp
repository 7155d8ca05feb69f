// When a circle or a turned box on its way meets the first of many upright boxes, in closed form.
// The walls stand in a uniform grid; a wall is tested as often as it stands in a cell of the way.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

constexpr double CELL = 64.0;
constexpr double INF = std::numeric_limits<double>::infinity();

struct Box { double x, y, w, h; };

std::vector<Box> walls;
std::vector<std::vector<int32_t>> cells;
int columns, lines;

int cell_at(double value, int count) {
    return std::clamp(static_cast<int>(value / CELL), 0, count - 1);
}

// Narrow the times at which (near, far) holds the place that starts at 0 and moves at a speed.
bool narrow(double near, double far, double speed, double& enter, double& leave) {
    if (speed == 0.0) return near < 0.0 && far > 0.0;
    double one = near / speed, two = far / speed;
    if (one > two) std::swap(one, two);
    enter = std::max(enter, one);
    leave = std::min(leave, two);
    return enter < leave;
}

double first_of(double enter, double leave) {
    return enter >= 0.0 && enter <= 1.0 && leave > enter ? enter : INF;
}

double box_time(double left, double top, double right, double bottom, double dx, double dy) {
    double enter = -INF, leave = INF;
    if (!narrow(left, right, dx, enter, leave) || !narrow(top, bottom, dy, enter, leave)) return INF;
    return first_of(enter, leave);
}

double disc_time(double x, double y, double r, double dx, double dy) {
    double a = dx * dx + dy * dy, b = x * dx + y * dy, c = x * x + y * y - r * r;
    double root = b * b - a * c;
    if (root <= 0.0 || a == 0.0) return INF;
    root = std::sqrt(root);
    return first_of((b - root) / a, (b + root) / a);
}

double circle_time(double x, double y, double r, double dx, double dy, const Box& wall) {
    double left = wall.x - x, top = wall.y - y, right = left + wall.w, bottom = top + wall.h;
    double best = std::min(box_time(left - r, top, right + r, bottom, dx, dy),
                           box_time(left, top - r, right, bottom + r, dx, dy));
    for (double cx : {left, right})
        for (double cy : {top, bottom}) best = std::min(best, disc_time(cx, cy, r, dx, dy));
    return best;
}

// Around its middle (x, y): half its sides are a and b, its first axis is (ux, uy).
double turned_time(double x, double y, double a, double b, double ux, double uy, double dx, double dy,
                   const Box& wall) {
    double hw = 0.5 * wall.w, hh = 0.5 * wall.h;
    double px = wall.x + hw - x, py = wall.y + hh - y;
    double enter = -INF, leave = INF;
    const double axes[4][2] = {{1, 0}, {0, 1}, {ux, uy}, {-uy, ux}};
    for (auto [nx, ny] : axes) {
        double at = px * nx + py * ny;
        double reach = hw * std::fabs(nx) + hh * std::fabs(ny) + a * std::fabs(ux * nx + uy * ny) +
                       b * std::fabs(-uy * nx + ux * ny);
        if (!narrow(at - reach, at + reach, dx * nx + dy * ny, enter, leave)) return INF;
    }
    return first_of(enter, leave);
}

template <class Time>
double first(double x, double y, double rx, double ry, double dx, double dy, Time time) {
    double best = INF;
    int left = cell_at(std::min(x, x + dx) - rx, columns), right = cell_at(std::max(x, x + dx) + rx, columns);
    int top = cell_at(std::min(y, y + dy) - ry, lines), bottom = cell_at(std::max(y, y + dy) + ry, lines);
    for (int j = top; j <= bottom; j++)
        for (int i = left; i <= right; i++)
            for (int32_t k : cells[j * columns + i]) best = std::min(best, time(walls[k]));
    return best;
}

}  // namespace

extern "C" {

void build(const double* boxes, int32_t count, double width, double height) {
    columns = static_cast<int>(width / CELL) + 1;
    lines = static_cast<int>(height / CELL) + 1;
    walls.assign(reinterpret_cast<const Box*>(boxes), reinterpret_cast<const Box*>(boxes) + count);
    cells.assign(columns * lines, {});
    for (int32_t k = 0; k < count; k++) {
        const Box& wall = walls[k];
        for (int j = cell_at(wall.y, lines); j <= cell_at(wall.y + wall.h, lines); j++)
            for (int i = cell_at(wall.x, columns); i <= cell_at(wall.x + wall.w, columns); i++)
                cells[j * columns + i].push_back(k);
    }
}

// `ways` holds x, y, dx, dy of each; writes a fraction for each, or infinity.
void sweep_circles(const double* ways, int32_t count, double r, double* out) {
    for (int32_t k = 0; k < count; k++, ways += 4)
        out[k] = first(ways[0], ways[1], r, r, ways[2], ways[3], [=](const Box& wall) {
            return circle_time(ways[0], ways[1], r, ways[2], ways[3], wall);
        });
}

void sweep_boxes(const double* ways, int32_t count, double a, double b, double angle, double* out) {
    double ux = std::cos(angle), uy = std::sin(angle);
    double rx = a * std::fabs(ux) + b * std::fabs(uy), ry = a * std::fabs(uy) + b * std::fabs(ux);
    for (int32_t k = 0; k < count; k++, ways += 4)
        out[k] = first(ways[0], ways[1], rx, ry, ways[2], ways[3], [=](const Box& wall) {
            return turned_time(ways[0], ways[1], a, b, ux, uy, ways[2], ways[3], wall);
        });
}

}  // extern "C"
