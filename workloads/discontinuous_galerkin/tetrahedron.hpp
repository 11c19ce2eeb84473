// A tetrahedron with polynomials of degree 6, given by their values at evenly spaced nodes: the
// differentiation matrices, and the matrix that lifts fluxes through the faces into the volume.
// They are computed from Bernstein polynomials, whose derivatives and integrals are known in closed
// form.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace heddle::workload {

/// Stored row by row.
class Matrix {
 public:
  Matrix(size_t rows, size_t columns) : rows_(rows), columns_(columns), cells_(rows * columns) {}

  double& operator()(size_t row, size_t column) { return cells_[row * columns_ + column]; }
  double operator()(size_t row, size_t column) const { return cells_[row * columns_ + column]; }
  size_t rows() const { return rows_; }
  size_t columns() const { return columns_; }

  Matrix operator*(const Matrix& other) const {
    Matrix product(rows_, other.columns_);
    for (size_t i = 0; i < rows_; i++)
      for (size_t k = 0; k < columns_; k++)
        for (size_t j = 0; j < other.columns_; j++) product(i, j) += (*this)(i, k) * other(k, j);
    return product;
  }

  Matrix transposed() const {
    Matrix other(columns_, rows_);
    for (size_t i = 0; i < rows_; i++)
      for (size_t j = 0; j < columns_; j++) other(j, i) = (*this)(i, j);
    return other;
  }

  /// Gauss-Jordan elimination with row pivoting.
  Matrix inverse() const {
    Matrix left = *this, right(rows_, rows_);
    for (size_t i = 0; i < rows_; i++) right(i, i) = 1;
    for (size_t column = 0; column < rows_; column++) {
      size_t pivot = column;
      for (size_t row = column; row < rows_; row++)
        if (std::fabs(left(row, column)) > std::fabs(left(pivot, column))) pivot = row;
      double factor = 1 / left(pivot, column);
      for (size_t j = 0; j < rows_; j++) {
        std::swap(left(pivot, j), left(column, j));
        std::swap(right(pivot, j), right(column, j));
        left(column, j) *= factor;
        right(column, j) *= factor;
      }
      for (size_t row = 0; row < rows_; row++) {
        double part = left(row, column);
        if (row == column || part == 0) continue;
        for (size_t j = 0; j < rows_; j++) {
          left(row, j) -= part * left(column, j);
          right(row, j) -= part * right(column, j);
        }
      }
    }
    return right;
  }

 private:
  size_t rows_, columns_;
  std::vector<double> cells_;
};

class Tetrahedron {
 public:
  static constexpr int kDegree = 6;
  static constexpr size_t kNodes = 84, kFaceNodes = 28, kSurfaceNodes = 4 * kFaceNodes;
  /// For a node, its four barycentric coordinates times the degree; for a polynomial, its
  /// exponents.
  using Index = std::array<int, 4>;

  Tetrahedron() {
    for (int a = kDegree; a >= 0; a--)
      for (int b = kDegree - a; b >= 0; b--)
        for (int c = kDegree - a - b; c >= 0; c--) nodes_.push_back({a, b, c, kDegree - a - b - c});
    for (size_t face = 0; face < 4; face++)
      for (size_t node = 0; node < kNodes; node++)
        if (nodes_[node][face] == 0) face_nodes_.push_back(node);
  }

  const std::vector<Index>& nodes() const { return nodes_; }
  /// The nodes of face 0, of face 1, ...; face i is opposite vertex i.
  const std::vector<size_t>& face_nodes() const { return face_nodes_; }

  /// Derivatives in the directions of coordinates 1, 2 and 3.
  std::array<Matrix, 3> derivatives() const {
    Matrix to_polynomials = values().inverse();
    return {slopes(1) * to_polynomials, slopes(2) * to_polynomials, slopes(3) * to_polynomials};
  }

  /// Maps surface values to nodal values, for faces of the same measure as the volume.
  Matrix lift() const {
    Matrix of_volume = values();
    Matrix surface(kNodes, kSurfaceNodes);
    for (size_t face = 0; face < 4; face++) {
      std::vector<size_t> on_face(face_nodes_.begin() + static_cast<long>(face * kFaceNodes),
                                  face_nodes_.begin() + static_cast<long>((face + 1) * kFaceNodes));
      Matrix part(kFaceNodes, kFaceNodes);
      for (size_t i = 0; i < kFaceNodes; i++)
        for (size_t j = 0; j < kFaceNodes; j++) part(i, j) = of_volume(on_face[i], on_face[j]);
      Matrix inverse = part.inverse();
      Matrix mass = inverse.transposed() * overlaps(on_face, 2) * inverse;
      for (size_t i = 0; i < kFaceNodes; i++)
        for (size_t j = 0; j < kFaceNodes; j++)
          surface(on_face[i], face * kFaceNodes + j) = mass(i, j);
    }
    std::vector<size_t> all;
    for (size_t node = 0; node < kNodes; node++) all.push_back(node);
    return of_volume * overlaps(all, 3).inverse() * of_volume.transposed() * surface;
  }

 private:
  static double factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

  /// The value of a Bernstein polynomial at a node; its degree is the sum of the exponents.
  static double bernstein(const Index& exponents, const Index& node) {
    int degree = 0;
    double product = 1;
    for (size_t i = 0; i < 4; i++) {
      if (exponents[i] < 0) return 0;
      degree += exponents[i];
      for (int power = 0; power < exponents[i]; power++) product *= double(node[i]) / kDegree;
      product /= factorial(exponents[i]);
    }
    return product * factorial(degree);
  }

  /// The values of all polynomials at all nodes.
  Matrix values() const {
    Matrix matrix(kNodes, kNodes);
    for (size_t n = 0; n < kNodes; n++)
      for (size_t p = 0; p < kNodes; p++) matrix(n, p) = bernstein(nodes_[p], nodes_[n]);
    return matrix;
  }

  /// Their derivatives as this coordinate grows and coordinate 0 shrinks.
  Matrix slopes(size_t coordinate) const {
    Matrix matrix(kNodes, kNodes);
    for (size_t n = 0; n < kNodes; n++)
      for (size_t p = 0; p < kNodes; p++) {
        Index plus = nodes_[p], minus = nodes_[p];
        plus[coordinate]--;
        minus[0]--;
        matrix(n, p) = kDegree * (bernstein(plus, nodes_[n]) - bernstein(minus, nodes_[n]));
      }
    return matrix;
  }

  /// Integrals of products of two polynomials over the unit simplex.
  Matrix overlaps(const std::vector<size_t>& which, int dimensions) const {
    Matrix matrix(which.size(), which.size());
    double half = factorial(kDegree), whole = factorial(2 * kDegree + dimensions);
    for (size_t i = 0; i < which.size(); i++)
      for (size_t j = 0; j < which.size(); j++) {
        double product = half * half / whole;
        for (size_t k = 0; k < 4; k++) {
          int a = nodes_[which[i]][k], b = nodes_[which[j]][k];
          product *= factorial(a + b) / (factorial(a) * factorial(b));
        }
        matrix(i, j) = product;
      }
    return matrix;
  }

  std::vector<Index> nodes_;
  std::vector<size_t> face_nodes_;
};

}  // namespace heddle::workload
