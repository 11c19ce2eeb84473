// A mesh of tetrahedra: a box of cubes, each divided into six tetrahedra along its diagonals. Only
// the first tetrahedra are used, as many as requested.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace heddle::workload {

class TetrahedralMesh {
 public:
  using Point = std::array<double, 3>;
  struct Neighbour {
    size_t element, face;
  };

  /// The whole box is the unit cube.
  explicit TetrahedralMesh(size_t elements) {
    while (6 * side_ * side_ * side_ < elements) side_++;
    for (size_t cube = 0; elements_.size() < elements; cube++) {
      std::array<size_t, 3> axes = {0, 1, 2};
      do {
        // Along the edges of the cube from one corner to the opposite one.
        std::array<size_t, 3> at = {cube % side_, cube / side_ % side_, cube / side_ / side_};
        std::array<size_t, 4> vertices;
        for (size_t i = 0; i < 4; i++) {
          vertices[i] = (at[2] * (side_ + 1) + at[1]) * (side_ + 1) + at[0];
          if (i < 3) at[axes[i]]++;
        }
        if (elements_.size() < elements) elements_.push_back(vertices);
      } while (std::ranges::next_permutation(axes).found);
    }
    for (size_t element = 0; element < elements_.size(); element++)
      for (size_t face = 0; face < 4; face++)
        faces_[vertices_of(element, face)].push_back({element, face});
  }

  size_t side() const { return side_; }
  /// The vertex numbers of an element.
  const std::array<size_t, 4>& vertices(size_t element) const { return elements_[element]; }

  Point corner(size_t element, size_t vertex) const {
    size_t number = elements_[element][vertex], points = side_ + 1;
    auto scaled = [&](size_t i) { return static_cast<double>(i) / static_cast<double>(side_); };
    return {scaled(number % points), scaled(number / points % points),
            scaled(number / points / points)};
  }

  /// The neighbour across the face opposite vertex `face`; none at a wall.
  std::optional<Neighbour> beyond(size_t element, size_t face) const {
    for (const Neighbour& other : faces_.at(vertices_of(element, face)))
      if (other.element != element) return other;
    return std::nullopt;
  }

  /// The gradients of the four barycentric coordinates of an element.
  std::array<Point, 4> gradients(size_t element) const {
    std::array<Point, 4> gradient;
    for (size_t i = 0; i < 4; i++) {
      // Perpendicular to the face opposite the vertex, scaled to 1 at the vertex.
      Point base = corner(element, (i + 1) % 4);
      Point normal = cross(minus(corner(element, (i + 2) % 4), base),
                           minus(corner(element, (i + 3) % 4), base));
      Point up = minus(corner(element, i), base);
      double height = up[0] * normal[0] + up[1] * normal[1] + up[2] * normal[2];
      for (size_t axis = 0; axis < 3; axis++) gradient[i][axis] = normal[axis] / height;
    }
    return gradient;
  }

 private:
  using Face = std::array<size_t, 3>;

  static Point minus(const Point& a, const Point& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  }
  static Point cross(const Point& a, const Point& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  }
  Face vertices_of(size_t element, size_t face) const {
    Face vertices;
    for (size_t i = 0, n = 0; i < 4; i++)
      if (i != face) vertices[n++] = elements_[element][i];
    std::ranges::sort(vertices);
    return vertices;
  }

  size_t side_ = 1;
  std::vector<std::array<size_t, 4>> elements_;
  std::map<Face, std::vector<Neighbour>> faces_;
};

}  // namespace heddle::workload
