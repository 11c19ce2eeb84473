// Marks and ranges for a profiler: accepted, and ignored.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st* nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st* nvtxStringHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3,
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
  const char* ascii;
  const wchar_t* unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_t {
  uint16_t version, size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType, reserved0;
  union {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_t;

#define HEDDLE_NVTX static inline __attribute__((unused))
HEDDLE_NVTX void nvtxMarkA(const char* text) { (void)text; }
HEDDLE_NVTX void nvtxMarkEx(const nvtxEventAttributes_t* mark) { (void)mark; }
HEDDLE_NVTX int nvtxRangePushA(const char* text) { return (void)text, 0; }
HEDDLE_NVTX int nvtxRangePushEx(const nvtxEventAttributes_t* range) { return (void)range, 0; }
HEDDLE_NVTX int nvtxRangePop(void) { return 0; }
HEDDLE_NVTX nvtxRangeId_t nvtxRangeStartA(const char* text) { return (void)text, 0; }
HEDDLE_NVTX nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t* range) {
  return (void)range, 0;
}
HEDDLE_NVTX void nvtxRangeEnd(nvtxRangeId_t id) { (void)id; }
HEDDLE_NVTX nvtxDomainHandle_t nvtxDomainCreateA(const char* name) {
  return (void)name, (nvtxDomainHandle_t)0;
}
HEDDLE_NVTX void nvtxDomainDestroy(nvtxDomainHandle_t domain) { (void)domain; }
HEDDLE_NVTX int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* range) {
  return (void)domain, (void)range, 0;
}
HEDDLE_NVTX int nvtxDomainRangePop(nvtxDomainHandle_t domain) { return (void)domain, 0; }
HEDDLE_NVTX void nvtxNameOsThreadA(uint32_t thread, const char* name) { (void)thread, (void)name; }
HEDDLE_NVTX void nvtxNameCategoryA(uint32_t category, const char* name) {
  (void)category, (void)name;
}
#undef HEDDLE_NVTX

#define nvtxMark nvtxMarkA
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxNameCategory nvtxNameCategoryA
