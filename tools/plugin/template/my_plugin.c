/* A plugin to start from: npu_trans_quant_param of a contiguous float32 scale, without an offset, in eager mode. All
 * else it says it does not support. Replace `prepare` by your checks and `run` by your calls. */
#include <stdio.h>
#include <string.h>

#include <npu_cts_plugin.h>

static const npu_cts_argument* find(const npu_cts_call* call, const char* name) {
  for (uint64_t i = 0; i < call->count; ++i) {
    if (strcmp(call->arguments[i].name, name) == 0) return &call->arguments[i];
  }
  return NULL;
}

static npu_cts_status refuse(npu_cts_plan* plan, npu_cts_status status, const char* why) {
  snprintf(plan->message, sizeof plan->message, "%s", why);
  return status;
}

/* The first phase: is the call acceptable, and what will it write? */
static npu_cts_status prepare(const npu_cts_call* call, npu_cts_plan* plan) {
  const npu_cts_argument* scale = find(call, "scale");
  const npu_cts_argument* offset = find(call, "offset");
  if (strcmp(call->op, "npu_trans_quant_param") != 0) return refuse(plan, NPU_CTS_UNSUPPORTED, "another operator");
  if (call->mode != NPU_CTS_EAGER) return refuse(plan, NPU_CTS_UNSUPPORTED, "graph mode");
  if (offset != NULL && offset->kind != NPU_CTS_NONE) return refuse(plan, NPU_CTS_UNSUPPORTED, "an offset");
  if (find(call, "round_mode") != NULL) return refuse(plan, NPU_CTS_UNSUPPORTED, "a rounding mode");
  if (scale == NULL || scale->kind != NPU_CTS_TENSOR || scale->tensor.dtype != NPU_CTS_FLOAT32) {
    return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "scale is a float32 tensor");
  }
  if (scale->tensor.layout != NPU_CTS_CONTIGUOUS || scale->tensor.format != NPU_CTS_ND || scale->tensor.rank != 1) {
    return refuse(plan, NPU_CTS_UNSUPPORTED, "a scale that is not a contiguous vector");
  }
  if (scale->tensor.shape[0] == 0) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, "scale is empty");
  npu_cts_output* out = &plan->outputs[plan->output_count++];
  snprintf(out->name, sizeof out->name, "out");
  out->dtype = NPU_CTS_INT64;
  out->rank = 1;
  out->shape[0] = scale->tensor.shape[0];
  plan->workspace_bytes = 0; /* what the device needs besides; it comes as plan->workspace */
  return NPU_CTS_OK;
}

/* The second phase: write every element of every output, and nothing else. Data are aligned to their elements only. */
static npu_cts_status run(const npu_cts_call* call, npu_cts_plan* plan) {
  const npu_cts_tensor* scale = &find(call, "scale")->tensor;
  char* out = plan->outputs[0].data;
  for (int64_t i = 0; i < scale->shape[0]; ++i) {
    uint32_t bits;
    memcpy(&bits, (const char*)scale->data + 4 * (scale->offset + i), sizeof bits);
    const uint64_t word = (UINT64_C(1) << 46) | (bits & UINT32_C(0xFFFFE000)); /* 19 bits of the float, and 'valid' */
    memcpy(out + 8 * i, &word, sizeof word);
  }
  return NPU_CTS_OK;
}

static const npu_cts_plugin table = {.abi = NPU_CTS_ABI,
                                     .struct_size = sizeof(npu_cts_plugin),
                                     .name = "my plugin",
                                     .version = "0.1",
                                     .prepare = prepare,
                                     .run = run,
                                     .close = NULL};

const npu_cts_plugin* npu_cts_plugin_query(uint32_t host_abi) {
  (void)host_abi; /* a plugin that needs a newer runner returns NULL here */
  return &table;
}
