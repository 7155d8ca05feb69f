// All pairs of circles that overlap, in three ways: each with each, through the linear quadtree that
// is made anew every frame, and through a uniform grid that a programmer who knows the machine would
// write. Called from Python (peers/cpp.py) so that they are timed beside
// spritecol in one process.
//
// Every function does one frame: it takes where the circles are now, brings its index up to date,
// and writes the pairs (i < j, in no order). Memory is kept from frame to frame. The answer is the
// seconds that the frame took; the pairs of the last frame are at pairs().

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

struct Circle {
    double x, y, r;
    std::int32_t id;
};

struct Pair {
    std::int32_t i, j;
};

std::vector<Pair> found;

// The pairs of the last frame.
const Pair* answer = nullptr;
std::int64_t answer_count = 0;

// Touching circles do not hit, as in spritecol.
inline bool hit(const Circle& a, const Circle& b) {
    const double dx = a.x - b.x, dy = a.y - b.y, reach = a.r + b.r;
    return dx * dx + dy * dy < reach * reach;
}

inline void add(std::int32_t a, std::int32_t b) {
    found.push_back(a < b ? Pair{a, b} : Pair{b, a});
}

void take(std::vector<Circle>& circles, const double* x, const double* y, const double* r,
          std::int32_t count) {
    circles.resize(count);
    for (std::int32_t i = 0; i < count; ++i) circles[i] = {x[i], y[i], r[i], i};
}

template <typename Work>
double timed(Work work) {
    const auto start = std::chrono::steady_clock::now();
    found.clear();
    work();
    const auto end = std::chrono::steady_clock::now();
    answer = found.data();
    answer_count = static_cast<std::int64_t>(found.size());
    return std::chrono::duration<double>(end - start).count();
}

// --- the linear quadtree, made anew every frame ------------------------------------------------

// Spread the bits of a 16-bit number to the even places.
constexpr std::uint32_t spread(std::uint32_t n) {
    n = (n | (n << 8)) & 0x00FF00FF;
    n = (n | (n << 4)) & 0x0F0F0F0F;
    n = (n | (n << 2)) & 0x33333333;
    return (n | (n << 1)) & 0x55555555;
}

constexpr std::uint32_t cells_above(int level) { return ((1u << (2 * level)) - 1) / 3; }

// Cells are in one array, level by level, in Morton order; the highest bit in which the Morton
// numbers of a box's corners differ tells the level of the smallest cell that holds it.
template <int Depth>
class Tree {
public:
    void pairs(const std::vector<Circle>& circles, double width, double height) {
        for (auto& cell : cells_) cell.clear();
        const double across = (1 << Depth) / width, down = (1 << Depth) / height;
        for (const Circle& circle : circles) cells_[cell_of(circle, across, down)].push_back(&circle);
        stack_.clear();
        visit(0, 0);
    }

private:
    static std::uint32_t place(double position, double scale) {
        constexpr std::int64_t last = (1 << Depth) - 1;
        return static_cast<std::uint32_t>(
            std::clamp(static_cast<std::int64_t>(position * scale), std::int64_t{0}, last));
    }

    static std::uint32_t cell_of(const Circle& c, double across, double down) {
        const std::uint32_t left = place(c.x - c.r, across), top = place(c.y - c.r, down);
        const std::uint32_t right = place(c.x + c.r, across), bottom = place(c.y + c.r, down);
        const std::uint32_t differ = (left ^ right) | (top ^ bottom);
        const int up = differ == 0 ? 0 : 32 - __builtin_clz(differ);
        const std::uint32_t morton = spread(left) | (spread(top) << 1);
        return cells_above(Depth - up) + (morton >> (2 * up));
    }

    void visit(int level, std::uint32_t morton) {
        const auto& cell = cells_[cells_above(level) + morton];
        for (std::size_t i = 0; i < cell.size(); ++i) {
            const Circle* const a = cell[i];
            for (const Circle* b : stack_)
                if (hit(*a, *b)) add(a->id, b->id);
            for (std::size_t j = i + 1; j < cell.size(); ++j)
                if (hit(*a, *cell[j])) add(a->id, cell[j]->id);
        }
        if (level == Depth) return;
        stack_.insert(stack_.end(), cell.begin(), cell.end());
        for (std::uint32_t child = 0; child < 4; ++child) visit(level + 1, (morton << 2) + child);
        stack_.resize(stack_.size() - cell.size());
    }

    std::vector<std::vector<const Circle*>> cells_ =
        std::vector<std::vector<const Circle*>>(cells_above(Depth + 1));
    std::vector<const Circle*> stack_;
};

template <int Depth>
void pairs_by_tree(const std::vector<Circle>& circles, double width, double height) {
    static Tree<Depth> tree;
    tree.pairs(circles, width, height);
}

constexpr void (*by_tree[])(const std::vector<Circle>&, double, double) = {
    nullptr,           pairs_by_tree<1>, pairs_by_tree<2>, pairs_by_tree<3>,
    pairs_by_tree<4>,  pairs_by_tree<5>, pairs_by_tree<6>, pairs_by_tree<7>,
    pairs_by_tree<8>,  pairs_by_tree<9>, pairs_by_tree<10>};

// --- the uniform grid ---------------------------------------------------------------------------

// Cells a bit wider than the largest circle: a circle meets those of its own cell and of the cells
// around it. One empty cell lies all around, so that no neighbor needs a test. Circles are sorted by
// cell with a counting sort. Numbers of half the size are in an array each, nothing is divided, and
// pairs are written without a branch into memory that is there. In float32 a pair that all but
// touches may come out either way.
class Grid {
public:
    void pairs(const double* x, const double* y, const double* r, std::int32_t count) {
        count_ = 0;
        if (count == 0) return;
        reserve(count);
        float left = static_cast<float>(x[0]), top = static_cast<float>(y[0]);
        float right = left, bottom = top, largest = 0;
        for (std::int32_t i = 0; i < count; ++i) {
            const auto cx = static_cast<float>(x[i]), cy = static_cast<float>(y[i]);
            const auto cr = static_cast<float>(r[i]);
            given_x_[i] = cx, given_y_[i] = cy, given_r_[i] = cr;
            left = std::min(left, cx), right = std::max(right, cx);
            top = std::min(top, cy), bottom = std::max(bottom, cy);
            largest = std::max(largest, cr);
        }
        const float scale = 1 / (2.001f * largest);
        const std::int32_t columns = static_cast<std::int32_t>((right - left) * scale) + 3;
        const std::int32_t rows = static_cast<std::int32_t>((bottom - top) * scale) + 3;
        // Counted two places on: while circles are put in, a start moves on to where the next cell's
        // was, and then all are one place on.
        starts_.assign(static_cast<std::size_t>(columns) * rows + 2, 0);
        for (std::int32_t i = 0; i < count; ++i) {
            const auto column = static_cast<std::int32_t>((given_x_[i] - left) * scale) + 1;
            const auto row = static_cast<std::int32_t>((given_y_[i] - top) * scale) + 1;
            cell_[i] = row * columns + column;
            ++starts_[cell_[i] + 2];
        }
        for (std::size_t k = 1; k < starts_.size(); ++k) starts_[k] += starts_[k - 1];
        for (std::int32_t i = 0; i < count; ++i) {
            const std::int32_t place = starts_[cell_[i] + 1]++;
            x_[place] = given_x_[i], y_[place] = given_y_[i], r_[place] = given_r_[i];
            id_[place] = i;
        }
        for (std::int32_t row = 1; row < rows - 1; ++row) {
            for (std::int32_t column = 1; column < columns - 1; ++column) {
                const std::int32_t cell = row * columns + column;
                const std::int32_t first = starts_[cell], end = starts_[cell + 1];
                if (first == end) continue;
                const std::int32_t beside = starts_[cell + 2];
                const std::int32_t below = starts_[cell + columns - 1];
                const std::int32_t below_end = starts_[cell + columns + 2];
                const std::size_t most = static_cast<std::size_t>(end - first) *
                                         (beside - first + below_end - below);
                if (count_ + most >= found_.size()) found_.resize(2 * (count_ + most) + 1024);
                for (std::int32_t i = first; i < end; ++i) {
                    run(i, i + 1, beside);
                    run(i, below, below_end);
                }
            }
        }
    }

    const Pair* found() const { return found_.data(); }
    std::int64_t count() const { return static_cast<std::int64_t>(count_); }

private:
    void run(std::int32_t i, std::int32_t first, std::int32_t end) {
        const float x = x_[i], y = y_[i], r = r_[i];
        const std::int32_t id = id_[i];
        Pair* out = found_.data() + count_;
        for (std::int32_t k = first; k < end; ++k) {
            const float dx = x_[k] - x, dy = y_[k] - y, reach = r_[k] + r;
            *out = {std::min(id, id_[k]), std::max(id, id_[k])};
            out += dx * dx + dy * dy < reach * reach;
        }
        count_ = static_cast<std::size_t>(out - found_.data());
    }

    void reserve(std::int32_t count) {
        for (auto* numbers : {&given_x_, &given_y_, &given_r_, &x_, &y_, &r_})
            numbers->resize(count);
        cell_.resize(count);
        id_.resize(count);
    }

    std::vector<float> given_x_, given_y_, given_r_, x_, y_, r_;
    std::vector<std::int32_t> starts_, cell_, id_;
    std::vector<Pair> found_;
    std::size_t count_ = 0;
};

std::vector<Circle> circles;
Grid grid;

}  // namespace

extern "C" {

double brute_force(const double* x, const double* y, const double* r, std::int32_t count) {
    return timed([=] {
        take(circles, x, y, r, count);
        for (std::int32_t i = 0; i < count; ++i)
            for (std::int32_t j = i + 1; j < count; ++j)
                if (hit(circles[i], circles[j])) add(i, j);
    });
}

double quadtree(const double* x, const double* y, const double* r, std::int32_t count, int depth,
                double width, double height) {
    return timed([=] {
        take(circles, x, y, r, count);
        by_tree[depth](circles, width, height);
    });
}

double uniform_grid(const double* x, const double* y, const double* r, std::int32_t count) {
    const double seconds = timed([=] { grid.pairs(x, y, r, count); });
    answer = grid.found();
    answer_count = grid.count();
    return seconds;
}

std::int64_t pair_count() { return answer_count; }

const std::int32_t* pairs() { return reinterpret_cast<const std::int32_t*>(answer); }

}  // extern "C"
