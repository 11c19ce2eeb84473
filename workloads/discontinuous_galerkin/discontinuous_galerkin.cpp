#include <array>
#include <numbers>

#include "mesh.hpp"
#include "tetrahedron.hpp"
#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

// As in discontinuous_galerkin.cu.
constexpr size_t kNodes = Tetrahedron::kNodes, kFaceNodes = Tetrahedron::kFaceNodes;
constexpr size_t kSurfaceNodes = Tetrahedron::kSurfaceNodes;
constexpr size_t kFields = 6, kPitch = 96, kElement = kFields * kPitch;
constexpr size_t kAhead = 12;
constexpr uint32_t kWall = 0xffffffff;

// M. H. Carpenter, C. A. Kennedy: fourth order in five stages.
constexpr std::array<double, 5> kKeep = {
    0, -567301805773.0 / 1357537059087.0, -2404267990393.0 / 2016746695238.0,
    -3550918686646.0 / 2091501179385.0, -1275806237668.0 / 842570457699.0};
constexpr std::array<double, 5> kShare = {
    1432997174477.0 / 9575080441755.0, 5161836677717.0 / 13612068292357.0,
    1720146321549.0 / 2090206949498.0, 3134564353537.0 / 4481467310338.0,
    2277821191437.0 / 14882151754819.0};

using Field = std::array<double, 3>;

Field cross(const Field& a, const Field& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

class DiscontinuousGalerkin : public Driver {
 public:
  explicit DiscontinuousGalerkin(const Setup& setup)
      : Driver(setup),
        initial_(make_initial()),
        fields_(buffer(initial_)),
        residuals_(buffer<float>(initial_.size())),
        rates_(buffer<float>(initial_.size())) {}

  void run() override {
    auto derivatives = buffer(packed_derivatives());
    auto lift = buffer(floats(lift_.transposed()));
    auto face_nodes =
        buffer(std::vector<uint32_t>(shape_.face_nodes().begin(), shape_.face_nodes().end()));
    auto neighbours = buffer(neighbours_);
    auto gradients = buffer(packed_gradients());
    auto normals = buffer(packed_normals());
    auto count = static_cast<uint32_t>(initial_.size());
    for (uint32_t stage = 0; stage < stages_; stage++) {
      launch("volume", {{elements_}, {kNodes}}, fields_, rates_, derivatives, gradients);
      launch("surface", {{elements_}, {kSurfaceNodes}}, fields_, rates_, face_nodes, neighbours,
             normals, lift);
      launch("runge_kutta", {{blocks_for(count, block_)}, {block_}}, fields_, residuals_, rates_,
             count, static_cast<float>(kKeep[stage % 5]), static_cast<float>(kShare[stage % 5]),
             static_cast<float>(step_));
    }
  }

  std::string verify() const override {
    std::vector<double> fields(initial_.begin(), initial_.end()), residuals(fields.size());
    for (size_t stage = 0; stage < stages_; stage++) {
      std::vector<double> rates = rates_of(fields);
      for (size_t i = 0; i < fields.size(); i++) {
        residuals[i] = kKeep[stage % 5] * residuals[i] + step_ * rates[i];
        fields[i] += kShare[stage % 5] * residuals[i];
      }
    }
    return compare("fields", fields_.read(), std::vector<float>(fields.begin(), fields.end()),
                   {.absolute = 1e-5});
  }

 private:
  // ---- the problem

  /// The lowest modes of a cavity, initially with an electric field only.
  std::vector<float> make_initial() const {
    std::vector<float> fields(elements_ * kElement);
    for (size_t element = 0; element < elements_; element++)
      for (size_t node = 0; node < kNodes; node++) {
        Field at{};
        for (size_t vertex = 0; vertex < 4; vertex++)
          for (size_t axis = 0; axis < 3; axis++)
            at[axis] += mesh_.corner(element, vertex)[axis] * shape_.nodes()[node][vertex] /
                        Tetrahedron::kDegree;
        for (size_t axis = 0; axis < 3; axis++)
          fields[element * kElement + (3 + axis) * kPitch + node] =
              static_cast<float>(std::sin(std::numbers::pi * at[(axis + 1) % 3]) *
                                 std::sin(std::numbers::pi * at[(axis + 2) % 3]));
      }
    return fields;
  }

  /// Nodes of two elements coincide if they have the same barycentric coordinates in the same
  /// vertices.
  std::vector<uint32_t> make_neighbours() const {
    std::vector<uint32_t> neighbours;
    for (size_t element = 0; element < elements_; element++)
      for (size_t i = 0; i < kSurfaceNodes; i++) {
        auto beyond = mesh_.beyond(element, i / kFaceNodes);
        neighbours.push_back(
            beyond
                ? static_cast<uint32_t>(beyond->element * kElement +
                                        same_node(element, shape_.face_nodes()[i], beyond->element))
                : kWall);
      }
    return neighbours;
  }

  size_t same_node(size_t element, size_t node, size_t other) const {
    Tetrahedron::Index wanted{};
    for (size_t i = 0; i < 4; i++)
      for (size_t j = 0; j < 4; j++)
        if (mesh_.vertices(element)[i] == mesh_.vertices(other)[j])
          wanted[j] = shape_.nodes()[node][i];
    for (size_t n = 0; n < kNodes; n++)
      if (shape_.nodes()[n] == wanted) return n;
    return 0;
  }

  // ---- data layout of the kernels

  static std::vector<float> floats(const Matrix& matrix) {
    std::vector<float> values;
    for (size_t i = 0; i < matrix.rows(); i++)
      for (size_t j = 0; j < matrix.columns(); j++)
        values.push_back(static_cast<float>(matrix(i, j)));
    return values;
  }

  std::vector<float> packed_derivatives() const {
    std::vector<float> values;
    for (size_t m = 0; m < kNodes; m++)
      for (size_t n = 0; n < kNodes; n++) {
        for (const Matrix& direction : derivatives_)
          values.push_back(static_cast<float>(direction(n, m)));
        values.push_back(0);
      }
    values.resize(values.size() + 4 * kAhead * kNodes);
    return values;
  }

  std::vector<float> packed_gradients() const {
    std::vector<float> values;
    for (size_t element = 0; element < elements_; element++)
      for (size_t i = 1; i < 4; i++)
        for (double part : gradients_[element][i]) values.push_back(static_cast<float>(part));
    return values;
  }

  std::vector<float> packed_normals() const {
    std::vector<float> values;
    for (size_t element = 0; element < elements_; element++)
      for (size_t face = 0; face < 4; face++) {
        FaceShape shape = face_shape(element, face);
        for (double part : shape.normal) values.push_back(static_cast<float>(part));
        values.push_back(static_cast<float>(shape.scale));
      }
    return values;
  }

  // ---- the reference

  struct FaceShape {
    Field normal;  // outwards
    double scale;  // surface to volume ratio, relative to the unit simplex
  };
  FaceShape face_shape(size_t element, size_t face) const {
    const Field& gradient = gradients_[element][face];
    double length = std::hypot(gradient[0], gradient[1], gradient[2]);
    return {{-gradient[0] / length, -gradient[1] / length, -gradient[2] / length}, length};
  }

  std::vector<double> rates_of(const std::vector<double>& fields) const {
    std::vector<double> rates(fields.size());
    for (size_t element = 0; element < elements_; element++) {
      const double* own = &fields[element * kElement];
      double* out = &rates[element * kElement];
      add_curls(own, out, element);
      for (size_t i = 0; i < kSurfaceNodes; i++) {
        size_t node = shape_.face_nodes()[i];
        uint32_t beyond = neighbours_[element * kSurfaceNodes + i];
        Field h{}, e{};
        for (size_t axis = 0; axis < 3; axis++) {
          double own_h = own[axis * kPitch + node], own_e = own[(3 + axis) * kPitch + node];
          h[axis] = beyond == kWall ? 0 : fields[beyond + axis * kPitch] - own_h;
          e[axis] = beyond == kWall ? -2 * own_e : fields[beyond + (3 + axis) * kPitch] - own_e;
        }
        add_fluxes(h, e, face_shape(element, i / kFaceNodes), i, out);
      }
    }
    return rates;
  }

  /// Maxwell's equations: the curl of the electric field is subtracted from the magnetic field, the
  /// curl of the magnetic field is added to the electric field.
  void add_curls(const double* own, double* out, size_t element) const {
    for (size_t n = 0; n < kNodes; n++)
      for (size_t m = 0; m < kNodes; m++) {
        Field along{};
        for (size_t axis = 0; axis < 3; axis++)
          for (size_t i = 0; i < 3; i++)
            along[axis] += gradients_[element][i + 1][axis] * derivatives_[i](n, m);
        Field curl_h = cross(along, {own[m], own[kPitch + m], own[2 * kPitch + m]});
        Field curl_e =
            cross(along, {own[3 * kPitch + m], own[4 * kPitch + m], own[5 * kPitch + m]});
        for (size_t axis = 0; axis < 3; axis++) {
          out[axis * kPitch + n] -= curl_e[axis];
          out[(3 + axis) * kPitch + n] += curl_h[axis];
        }
      }
  }

  /// The upwind flux.
  void add_fluxes(const Field& h, const Field& e, const FaceShape& face, size_t i,
                  double* out) const {
    Field around_e = cross(face.normal, e), around_h = cross(face.normal, h);
    Field along_h = cross(face.normal, cross(face.normal, h));
    Field along_e = cross(face.normal, cross(face.normal, e));
    for (size_t axis = 0; axis < 3; axis++) {
      double flux_h = 0.5 * face.scale * (-around_e[axis] - along_h[axis]);
      double flux_e = 0.5 * face.scale * (around_h[axis] - along_e[axis]);
      for (size_t n = 0; n < kNodes; n++) {
        out[axis * kPitch + n] += lift_(n, i) * flux_h;
        out[(3 + axis) * kPitch + n] += lift_(n, i) * flux_e;
      }
    }
  }

  std::vector<std::array<Field, 4>> make_gradients() const {
    std::vector<std::array<Field, 4>> gradients;
    for (size_t element = 0; element < elements_; element++)
      gradients.push_back(mesh_.gradients(element));
    return gradients;
  }

  uint32_t elements_ = value("elements"), stages_ = value("stages"), block_ = value("block");
  Tetrahedron shape_;
  TetrahedralMesh mesh_{elements_};
  double step_ = 0.1 / (Tetrahedron::kDegree * Tetrahedron::kDegree * double(mesh_.side()));
  std::array<Matrix, 3> derivatives_ = shape_.derivatives();
  Matrix lift_ = shape_.lift();
  std::vector<std::array<Field, 4>> gradients_ = make_gradients();
  std::vector<uint32_t> neighbours_ = make_neighbours();
  std::vector<float> initial_;
  Buffer<float> fields_, residuals_, rates_;
};

}  // namespace

std::unique_ptr<Driver> make_discontinuous_galerkin(const Setup& setup) {
  return std::make_unique<DiscontinuousGalerkin>(setup);
}

}  // namespace heddle::workload
