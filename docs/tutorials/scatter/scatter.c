/* SPDX-License-Identifier: Apache-2.0 */
/* npu_quant_scatter_ of release 26.1.0 on Atlas A2: quantizes updates and writes them into input. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "npu_cts_plugin.h"

static const npu_cts_argument* find(const npu_cts_call* call, const char* name) {
  for (uint64_t i = 0; i < call->count; ++i)
    if (strcmp(call->arguments[i].name, name) == 0 && call->arguments[i].kind != NPU_CTS_NONE) return &call->arguments[i];
  return NULL;
}

static npu_cts_status refuse(npu_cts_plan* plan, npu_cts_status status, const char* why) {
  snprintf(plan->message, sizeof plan->message, "%s", why);
  plan->code = status == NPU_CTS_INVALID_ARGUMENT ? 161002 : 0;
  return status;
}

static int64_t integer(const npu_cts_call* call, const char* name, int64_t otherwise) {
  const npu_cts_argument* it = find(call, name);
  return it ? it->integer : otherwise;
}

static int64_t count_of(const npu_cts_tensor* t) {
  int64_t n = 1;
  for (int i = 0; i < t->rank; ++i) n *= t->shape[i];
  return n;
}

/* Place in the storage of the element with the row-major number `flat`. */
static int64_t place(const npu_cts_tensor* t, int64_t flat) {
  int64_t at = t->offset;
  for (int i = t->rank - 1; i >= 0; --i) {
    at += flat % t->shape[i] * t->strides[i];
    flat /= t->shape[i];
  }
  return at;
}

static float from_half(uint16_t h) {
  const float sign = h & 0x8000 ? -1.0f : 1.0f;
  const int e = h >> 10 & 31, m = h & 1023;
  if (e == 31) return m ? NAN : sign * INFINITY;
  return sign * (e ? ldexpf((float)(1024 + m), e - 25) : 0.0f);
}

static float element(const npu_cts_tensor* t, int64_t flat) {
  const int64_t at = place(t, flat);
  if (t->dtype == NPU_CTS_FLOAT32) { float f; memcpy(&f, (char*)t->data + 4 * at, 4); return f; }
  if (t->dtype == NPU_CTS_INT32) { int32_t i; memcpy(&i, (char*)t->data + 4 * at, 4); return (float)i; }
  uint16_t h;
  memcpy(&h, (char*)t->data + 2 * at, 2);
  if (t->dtype == NPU_CTS_FLOAT16) return from_half(h);
  const uint32_t bits = (uint32_t)h << 16;
  float f;
  memcpy(&f, &bits, 4);
  return f;
}

static npu_cts_status prepare(const npu_cts_call* call, npu_cts_plan* plan) {
  if (strcmp(call->op, "npu_quant_scatter_") || strcmp(call->product, "atlas_a2") || strcmp(call->release, "26.1.0"))
    return refuse(plan, NPU_CTS_UNSUPPORTED, "another operator, product or release");
  const npu_cts_argument *in = find(call, "input"), *ix = find(call, "indices"), *up = find(call, "updates"),
                         *sc = find(call, "quant_scales"), *zp = find(call, "quant_zero_points"), *re = find(call, "reduce");
  if (!in || !ix || !up || !sc) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "a tensor is missing");
  const npu_cts_tensor *x = &in->tensor, *u = &up->tensor, *s = &sc->tensor, *i = &ix->tensor;
  const npu_cts_tensor* all[] = {x, i, u, s, zp ? &zp->tensor : s};
  for (int k = 0; k < 5; ++k)
    if (all[k]->format != NPU_CTS_ND) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "format is ND");
  if (x->dtype != NPU_CTS_INT8 || i->dtype != NPU_CTS_INT32) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "input int8, indices int32");
  const int half = u->dtype == NPU_CTS_FLOAT16;
  if (!half && u->dtype != NPU_CTS_BFLOAT16) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "updates: bfloat16 or float16");
  if (s->dtype != (half ? NPU_CTS_FLOAT32 : NPU_CTS_BFLOAT16)) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "dtype of the scales");
  if (zp && zp->tensor.dtype != (half ? NPU_CTS_INT32 : NPU_CTS_BFLOAT16)) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "dtype of the zero points");
  if (x->rank < 3 || x->rank > 8 || u->rank != x->rank) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "ranks");
  if (i->rank != 1 && !(i->rank == 2 && i->shape[1] == 2)) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "indices: [b] or [b, 2]");
  int64_t axis = integer(call, "axis", -2), quant_axis = integer(call, "quant_axis", -1);
  if (axis < 0) axis += u->rank;
  if (quant_axis < 0) quant_axis += u->rank;
  if (axis <= 0 || axis >= u->rank - 1) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "axis");
  if (quant_axis != u->rank - 1) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "quant_axis is the last");
  if (re && strcmp(re->word, "update")) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "reduce is 'update'");
  if (u->shape[0] != i->shape[0] || u->shape[0] > x->shape[0]) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "axis 0");
  for (int d = 1; d < u->rank; ++d)
    if (d == axis ? u->shape[d] > x->shape[d] : u->shape[d] != x->shape[d]) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "shape of updates");
  if (u->shape[u->rank - 1] * 2 % 32) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "the last axis fills blocks of 32 bytes");
  if (count_of(s) != u->shape[quant_axis]) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "number of scales");
  if (zp && count_of(&zp->tensor) != u->shape[quant_axis]) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "number of zero points");
  npu_cts_output* out = &plan->outputs[plan->output_count++];
  strcpy(out->name, "out");
  strcpy(out->alias, "input");
  out->dtype = NPU_CTS_INT8;
  out->rank = x->rank;
  memcpy(out->shape, x->shape, sizeof(int64_t) * (size_t)x->rank);
  return NPU_CTS_OK;
}

/* One row of `n` channels, from the row-major number `from` of updates to the number `to` of input. */
static void write_row(const npu_cts_call* call, int64_t from, int64_t to, int64_t n) {
  const npu_cts_tensor *x = &find(call, "input")->tensor, *u = &find(call, "updates")->tensor, *s = &find(call, "quant_scales")->tensor;
  const npu_cts_argument* zp = find(call, "quant_zero_points");
  for (int64_t c = 0; c < n; ++c) {
    float v = element(u, from + c) / element(s, c);
    if (zp) v += element(&zp->tensor, c % 64);
    v = nearbyintf(v);
    const int8_t q = isnan(v) ? 0 : v > 127 ? 127 : v < -128 ? -128 : (int8_t)v;
    ((int8_t*)x->data)[place(x, to + c)] = q;
  }
}

static npu_cts_status run(const npu_cts_call* call, npu_cts_plan* plan) {
  (void)plan;
  const npu_cts_tensor *x = &find(call, "input")->tensor, *i = &find(call, "indices")->tensor, *u = &find(call, "updates")->tensor;
  int64_t axis = integer(call, "axis", -2);
  if (axis < 0) axis += u->rank;
  const int64_t n = u->shape[u->rank - 1], rows = count_of(u) / n;
  for (int64_t row = 0; row < rows; ++row) {
    int64_t at[8], rest = row;
    for (int d = u->rank - 2; d >= 0; --d) { at[d] = rest % u->shape[d]; rest /= u->shape[d]; }
    const int pairs = i->rank == 2;
    const int64_t b = at[0];
    at[0] = pairs ? (int64_t)element(i, 2 * b) : b;
    at[axis] += (int64_t)element(i, pairs ? 2 * b + 1 : b);
    int64_t to = 0;
    for (int d = 0; d < u->rank - 1; ++d) to = to * x->shape[d] + at[d];
    write_row(call, row * n, to * n, n);
  }
  return NPU_CTS_OK;
}

static const npu_cts_plugin table = {.abi = NPU_CTS_ABI, .struct_size = sizeof(npu_cts_plugin), .name = "trial scatter", .version = "1", .prepare = prepare, .run = run};
const npu_cts_plugin* npu_cts_plugin_query(uint32_t host_abi) { (void)host_abi; return &table; }
