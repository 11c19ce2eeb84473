// make_float4 and the like.
#pragma once
#define __VECTOR_FUNCTIONS_H__  // programs ask for it

#include "vector_types.h"

#define HEDDLE_MAKE static __inline__ __host__ __device__ __attribute__((always_inline))
#ifdef __cplusplus
#define HEDDLE_VALUE(type) type
#else
#define HEDDLE_VALUE(type) (type)
#endif
HEDDLE_MAKE char1 make_char1(signed char x) { return HEDDLE_VALUE(char1) {x}; }
HEDDLE_MAKE char2 make_char2(signed char x, signed char y) { return HEDDLE_VALUE(char2) {x, y}; }
HEDDLE_MAKE char3 make_char3(signed char x, signed char y, signed char z) { return HEDDLE_VALUE(char3) {x, y, z}; }
HEDDLE_MAKE char4 make_char4(signed char x, signed char y, signed char z, signed char w) { return HEDDLE_VALUE(char4) {x, y, z, w}; }
HEDDLE_MAKE uchar1 make_uchar1(unsigned char x) { return HEDDLE_VALUE(uchar1) {x}; }
HEDDLE_MAKE uchar2 make_uchar2(unsigned char x, unsigned char y) { return HEDDLE_VALUE(uchar2) {x, y}; }
HEDDLE_MAKE uchar3 make_uchar3(unsigned char x, unsigned char y, unsigned char z) { return HEDDLE_VALUE(uchar3) {x, y, z}; }
HEDDLE_MAKE uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) { return HEDDLE_VALUE(uchar4) {x, y, z, w}; }
HEDDLE_MAKE short1 make_short1(short x) { return HEDDLE_VALUE(short1) {x}; }
HEDDLE_MAKE short2 make_short2(short x, short y) { return HEDDLE_VALUE(short2) {x, y}; }
HEDDLE_MAKE short3 make_short3(short x, short y, short z) { return HEDDLE_VALUE(short3) {x, y, z}; }
HEDDLE_MAKE short4 make_short4(short x, short y, short z, short w) { return HEDDLE_VALUE(short4) {x, y, z, w}; }
HEDDLE_MAKE ushort1 make_ushort1(unsigned short x) { return HEDDLE_VALUE(ushort1) {x}; }
HEDDLE_MAKE ushort2 make_ushort2(unsigned short x, unsigned short y) { return HEDDLE_VALUE(ushort2) {x, y}; }
HEDDLE_MAKE ushort3 make_ushort3(unsigned short x, unsigned short y, unsigned short z) { return HEDDLE_VALUE(ushort3) {x, y, z}; }
HEDDLE_MAKE ushort4 make_ushort4(unsigned short x, unsigned short y, unsigned short z, unsigned short w) { return HEDDLE_VALUE(ushort4) {x, y, z, w}; }
HEDDLE_MAKE int1 make_int1(int x) { return HEDDLE_VALUE(int1) {x}; }
HEDDLE_MAKE int2 make_int2(int x, int y) { return HEDDLE_VALUE(int2) {x, y}; }
HEDDLE_MAKE int3 make_int3(int x, int y, int z) { return HEDDLE_VALUE(int3) {x, y, z}; }
HEDDLE_MAKE int4 make_int4(int x, int y, int z, int w) { return HEDDLE_VALUE(int4) {x, y, z, w}; }
HEDDLE_MAKE uint1 make_uint1(unsigned int x) { return HEDDLE_VALUE(uint1) {x}; }
HEDDLE_MAKE uint2 make_uint2(unsigned int x, unsigned int y) { return HEDDLE_VALUE(uint2) {x, y}; }
HEDDLE_MAKE uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z) { return HEDDLE_VALUE(uint3) {x, y, z}; }
HEDDLE_MAKE uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z, unsigned int w) { return HEDDLE_VALUE(uint4) {x, y, z, w}; }
HEDDLE_MAKE long1 make_long1(long int x) { return HEDDLE_VALUE(long1) {x}; }
HEDDLE_MAKE long2 make_long2(long int x, long int y) { return HEDDLE_VALUE(long2) {x, y}; }
HEDDLE_MAKE long3 make_long3(long int x, long int y, long int z) { return HEDDLE_VALUE(long3) {x, y, z}; }
HEDDLE_MAKE long4 make_long4(long int x, long int y, long int z, long int w) { return HEDDLE_VALUE(long4) {x, y, z, w}; }
HEDDLE_MAKE ulong1 make_ulong1(unsigned long int x) { return HEDDLE_VALUE(ulong1) {x}; }
HEDDLE_MAKE ulong2 make_ulong2(unsigned long int x, unsigned long int y) { return HEDDLE_VALUE(ulong2) {x, y}; }
HEDDLE_MAKE ulong3 make_ulong3(unsigned long int x, unsigned long int y, unsigned long int z) { return HEDDLE_VALUE(ulong3) {x, y, z}; }
HEDDLE_MAKE ulong4 make_ulong4(unsigned long int x, unsigned long int y, unsigned long int z, unsigned long int w) { return HEDDLE_VALUE(ulong4) {x, y, z, w}; }
HEDDLE_MAKE longlong1 make_longlong1(long long int x) { return HEDDLE_VALUE(longlong1) {x}; }
HEDDLE_MAKE longlong2 make_longlong2(long long int x, long long int y) { return HEDDLE_VALUE(longlong2) {x, y}; }
HEDDLE_MAKE longlong3 make_longlong3(long long int x, long long int y, long long int z) { return HEDDLE_VALUE(longlong3) {x, y, z}; }
HEDDLE_MAKE longlong4 make_longlong4(long long int x, long long int y, long long int z, long long int w) { return HEDDLE_VALUE(longlong4) {x, y, z, w}; }
HEDDLE_MAKE ulonglong1 make_ulonglong1(unsigned long long int x) { return HEDDLE_VALUE(ulonglong1) {x}; }
HEDDLE_MAKE ulonglong2 make_ulonglong2(unsigned long long int x, unsigned long long int y) { return HEDDLE_VALUE(ulonglong2) {x, y}; }
HEDDLE_MAKE ulonglong3 make_ulonglong3(unsigned long long int x, unsigned long long int y, unsigned long long int z) { return HEDDLE_VALUE(ulonglong3) {x, y, z}; }
HEDDLE_MAKE ulonglong4 make_ulonglong4(unsigned long long int x, unsigned long long int y, unsigned long long int z, unsigned long long int w) { return HEDDLE_VALUE(ulonglong4) {x, y, z, w}; }
HEDDLE_MAKE float1 make_float1(float x) { return HEDDLE_VALUE(float1) {x}; }
HEDDLE_MAKE float2 make_float2(float x, float y) { return HEDDLE_VALUE(float2) {x, y}; }
HEDDLE_MAKE float3 make_float3(float x, float y, float z) { return HEDDLE_VALUE(float3) {x, y, z}; }
HEDDLE_MAKE float4 make_float4(float x, float y, float z, float w) { return HEDDLE_VALUE(float4) {x, y, z, w}; }
HEDDLE_MAKE double1 make_double1(double x) { return HEDDLE_VALUE(double1) {x}; }
HEDDLE_MAKE double2 make_double2(double x, double y) { return HEDDLE_VALUE(double2) {x, y}; }
HEDDLE_MAKE double3 make_double3(double x, double y, double z) { return HEDDLE_VALUE(double3) {x, y, z}; }
HEDDLE_MAKE double4 make_double4(double x, double y, double z, double w) { return HEDDLE_VALUE(double4) {x, y, z, w}; }
#undef HEDDLE_VALUE
#undef HEDDLE_MAKE
