// Replays a captured launch on a real GPU and compares the memory that it leaves with what heddle had:
//
//   nvcc examples/cuda/replay.cu -o replay -lcuda -lzstd
//   ./replay DIR 12            where `heddle capture DIR -- ./prog` wrote DIR/12.toml
//
// Memory is mapped at the addresses of the capture, so that pointers in parameters and memory hold. Variables
// of the module lie where the driver puts them: a launch whose memory points to one cannot be replayed.
#include <cuda.h>
#include <zstd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

static void check(CUresult code, const char* what) {
  if (code == CUDA_SUCCESS) return;
  const char* name = nullptr;
  cuGetErrorName(code, &name);
  std::printf("%s: %s\n", what, name ? name : "unknown error");
  std::exit(1);
}
#define CHECK(call) check((call), #call)

static std::string contents(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

static std::string inflated(const std::string& file) {
  const std::string packed = contents(file);
  std::string out(ZSTD_getFrameContentSize(packed.data(), packed.size()), '\0');
  ZSTD_decompress(&out[0], out.size(), packed.data(), packed.size());
  return out;
}

/// One table of the description, and the keys that come first.
struct Table {
  std::string kind;
  std::map<std::string, std::string> values;
};

static std::vector<Table> parse(const std::string& file) {
  std::vector<Table> tables{{"launch", {}}};
  std::istringstream lines(contents(file));
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("[[", 0) == 0) tables.push_back({line.substr(2, line.find(']') - 2), {}});
    const size_t equal = line.find(" = ");
    if (line[0] == '#' || equal == line.npos) continue;
    std::string value = line.substr(equal + 3);
    if (value[0] == '"') value = value.substr(1, value.size() - 2);
    tables.back().values[line.substr(0, equal)] = value;
  }
  return tables;
}

static CUdeviceptr address_of(const Table& t) {
  return std::strtoull(t.values.at("address").c_str(), nullptr, 0);
}

static std::string initial(const std::string& folder, const Table& t) {
  auto file = t.values.find("file");
  if (file != t.values.end()) return inflated(folder + file->second);
  return std::string(std::strtoull(t.values.at("count").c_str(), nullptr, 0), '\0');
}

/// Maps GPU memory over all buffers of the capture.
static void map_memory(CUdevice device, const std::string& folder, const std::vector<Table>& tables) {
  CUmemAllocationProp prop;
  std::memset(&prop, 0, sizeof prop);
  prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  prop.location.id = device;
  size_t step = 0;
  CHECK(cuMemGetAllocationGranularity(&step, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  std::map<CUdeviceptr, bool> chunks;
  for (const Table& t : tables)
    if (t.kind == "buffer") {
      const CUdeviceptr first = address_of(t), bytes = initial(folder, t).size();
      for (CUdeviceptr at = first / step * step; at < first + bytes; at += step) chunks[at] = true;
    }
  CUmemAccessDesc access;
  access.location = prop.location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  if (chunks.empty()) return;
  // The driver follows a wish for an address only where the range is large: all of it is reserved at once.
  const CUdeviceptr large = CUdeviceptr(1) << 30, first = chunks.begin()->first / large * large;
  const size_t range = (chunks.rbegin()->first / large + 1) * large - first;
  CUdeviceptr got = 0;
  CHECK(cuMemAddressReserve(&got, range, 0, first, 0));
  if (got != first) {
    std::printf("the GPU cannot map memory at %#llx\n", (unsigned long long)first);
    std::exit(1);
  }
  for (const auto& chunk : chunks) {
    CUmemGenericAllocationHandle handle;
    CHECK(cuMemCreate(&handle, step, &prop, 0));
    CHECK(cuMemMap(chunk.first, step, 0, handle, 0));
    CHECK(cuMemSetAccess(chunk.first, step, &access, 1));
  }
}

static void numbers(const std::string& list, unsigned out[3]) {
  std::sscanf(list.c_str(), "[%u, %u, %u]", &out[0], &out[1], &out[2]);
}

int main(int argc, char** argv) {
  if (argc != 3) return std::printf("usage: replay DIR NUMBER\n"), 2;
  const std::string folder = std::string(argv[1]) + "/";
  const std::vector<Table> tables = parse(folder + argv[2] + ".toml");
  const auto& launch = tables[0].values;
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction kernel;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuModuleLoadData(&module, contents(folder + launch.at("ptx")).c_str()));
  CHECK(cuModuleGetFunction(&kernel, module, launch.at("entry").c_str()));
  map_memory(device, folder, tables);

  std::map<std::string, std::pair<CUdeviceptr, size_t>> places;
  std::vector<std::string> parameters;
  for (const Table& t : tables) {
    if (t.kind == "param") {
      const std::string& hex = t.values.at("bytes");
      std::string bytes;
      for (size_t i = 0; i < hex.size(); i += 2)
        bytes += (char)std::stoi(hex.substr(i, 2), nullptr, 16);
      parameters.push_back(bytes);
    }
    if (t.kind != "buffer" && t.kind != "symbol") continue;
    const std::string bytes = initial(folder, t);
    CUdeviceptr at = address_of(t);
    size_t size = 0;
    if (t.kind == "symbol") CHECK(cuModuleGetGlobal(&at, &size, module, t.values.at("name").c_str()));
    CHECK(cuMemcpyHtoD(at, bytes.data(), bytes.size()));
    places[t.kind + " " + t.values.at("name")] = {at, bytes.size()};
  }

  std::vector<void*> pointers;
  for (std::string& p : parameters) pointers.push_back(&p[0]);
  unsigned grid[3], block[3];
  numbers(launch.at("grid"), grid);
  numbers(launch.at("block"), block);
  const unsigned shared = (unsigned)std::atoi(launch.at("shared").c_str());
  if (shared > 48 * 1024)
    CHECK(cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)shared));
  const bool cooperative = launch.count("workspace") > 0;
  if (cooperative)
    CHECK(cuLaunchCooperativeKernel(kernel, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                    shared, 0, pointers.data()));
  else
    CHECK(cuLaunchKernel(kernel, grid[0], grid[1], grid[2], block[0], block[1], block[2], shared, 0,
                         pointers.data(), nullptr));
  CHECK(cuCtxSynchronize());

  int wrong = 0, compared = 0;
  for (const Table& t : tables) {
    if (t.kind != "compare") continue;
    const bool symbol = t.values.count("symbol") > 0;
    const std::string name = symbol ? "symbol " + t.values.at("symbol") : "buffer " + t.values.at("buffer");
    const std::string want = inflated(folder + t.values.at("file"));
    std::string got(want.size(), '\0');
    CHECK(cuMemcpyDtoH(&got[0], places.at(name).first, got.size()));
    compared++;
    size_t differ = 0;
    for (size_t i = 0; i < want.size(); i++) differ += want[i] != got[i];
    if (differ) std::printf("%s: %zu of %zu bytes differ\n", name.c_str(), differ, want.size());
    wrong += differ > 0;
  }
  std::printf("%s: %d of %d regions as in the capture\n", wrong ? "DIFFERS" : "ok", compared - wrong, compared);
  return wrong ? 1 : 0;
}
