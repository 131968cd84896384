// SPDX-License-Identifier: Apache-2.0
/* npu_cts_plugin.h: how an implementation under test attaches to npu-cts as a shared library. C11, no other header.
 *
 * A plugin exports one symbol, npu_cts_plugin_query. The runner loads it in a worker process of its own; a plugin that
 * crashes, hangs or writes where it may not costs the one case that did it.
 *
 * Versions: `abi` is 1000 * major + minor. Another major is refused. A plugin of an older minor, or with a smaller
 * struct_size, is used without what it lacks, and the report says so; of a newer one the known part is used.
 * Ownership: every pointer here belongs to the runner, and is valid until the function returns; the plugin's own table
 * and its strings live until the process ends. Functions are called from one thread. No exception may leave one.
 * Data: little-endian; bfloat16 and float16 are their 16 bits; int4 travels packed in int32.
 */
#pragma once

#include <stdint.h> /* NOLINT(modernize-deprecated-headers): C */

#ifdef __cplusplus
extern "C" {
#endif

#define NPU_CTS_ABI 1001u /* major 1, minor 1: minor 1 added `close` */
#define NPU_CTS_ABI_MAJOR 1u
#define NPU_CTS_MAX_RANK 16
#define NPU_CTS_MAX_OUTPUTS 16
#define NPU_CTS_NAME_BYTES 64
#define NPU_CTS_MESSAGE_BYTES 512

typedef enum npu_cts_status {
  NPU_CTS_OK = 0,
  NPU_CTS_UNSUPPORTED = 1,      /* the implementation says that it does not support this call */
  NPU_CTS_INVALID_ARGUMENT = 2, /* it refuses the call; `code` is the vendor's own */
  NPU_CTS_RESOURCE = 3,         /* out of memory, device lost */
  NPU_CTS_INTERNAL = 4,
  NPU_CTS_STATUS_LARGEST = 0x7fffffff /* never returned: with it, each int is a value of this type in C++ too */
} npu_cts_status;

typedef enum npu_cts_dtype {
  NPU_CTS_BOOL = 0,
  NPU_CTS_INT8 = 1,
  NPU_CTS_UINT8 = 2,
  NPU_CTS_INT16 = 3,
  NPU_CTS_INT32 = 4,
  NPU_CTS_INT64 = 5,
  NPU_CTS_UINT64 = 6,
  NPU_CTS_FLOAT16 = 7,
  NPU_CTS_BFLOAT16 = 8,
  NPU_CTS_FLOAT32 = 9,
  NPU_CTS_FLOAT64 = 10
} npu_cts_dtype;

typedef enum npu_cts_layout { NPU_CTS_CONTIGUOUS = 0, NPU_CTS_STRIDED = 1, NPU_CTS_TRANSPOSED = 2 } npu_cts_layout;
typedef enum npu_cts_format { NPU_CTS_ND = 0, NPU_CTS_NCHW = 1, NPU_CTS_FRACTAL_NZ = 2 } npu_cts_format;
typedef enum npu_cts_mode { NPU_CTS_EAGER = 0, NPU_CTS_GRAPH_STATIC = 1, NPU_CTS_GRAPH_DYNAMIC = 2 } npu_cts_mode;

/* Which member of npu_cts_argument holds the value. */
typedef enum npu_cts_kind {
  NPU_CTS_NONE = 0,
  NPU_CTS_BOOLEAN = 1,      /* integer: 0 or 1 */
  NPU_CTS_INTEGER = 2,      /* integer */
  NPU_CTS_WORD = 3,         /* word */
  NPU_CTS_DTYPE = 4,        /* integer: an npu_cts_dtype */
  NPU_CTS_INTEGER_LIST = 5, /* integers, count */
  NPU_CTS_TENSOR = 6        /* tensor */
} npu_cts_kind;

/* Element i of the logical shape is at data + size * (offset + sum of index * stride). A contiguous tensor, too, may
 * begin inside its storage: its offset is not 0 then. A tensor of FRACTAL_NZ has neither offset nor strides: its
 * storage is blocks of 16 rows of 32 bytes, which lie down the rows of a matrix first, then to the right. Those of a
 * transposed tensor are of the matrix before it was transposed; of several matrices, one lies behind the other. Data
 * are aligned to their element, to no more. Writing here is a fault, but through an output that aliases the argument,
 * and in `run` alone. */
typedef struct npu_cts_tensor {
  int32_t dtype;
  int32_t layout;
  int32_t format;
  int32_t rank;
  const int64_t* shape;
  const int64_t* strides; /* null where the format has none */
  int64_t offset;         /* elements */
  void* data;
  uint64_t bytes; /* of the whole storage */
} npu_cts_tensor;

typedef struct npu_cts_argument {
  const char* name;
  int32_t kind;
  int64_t integer;
  const char* word;
  const int64_t* integers;
  uint64_t count;
  npu_cts_tensor tensor;
} npu_cts_argument;

/* A call: an argument that is not listed takes its default. One that the release does not have may be listed: it is to
 * be refused. A pair of integers may come as one integer. */
typedef struct npu_cts_call {
  uint32_t struct_size;
  int32_t mode;
  const char* product;
  const char* release;
  const char* op;
  uint64_t count;
  const npu_cts_argument* arguments; /* sorted by name */
} npu_cts_call;

/* An output, contiguous. `prepare` fills in all but `data` and `bytes`, which the runner sets before `run`.
 * An output with an alias is that argument, written in place: its data are the argument's storage. */
typedef struct npu_cts_output {
  char name[NPU_CTS_NAME_BYTES];
  char alias[NPU_CTS_NAME_BYTES];
  int32_t dtype;
  int32_t rank;
  int64_t shape[NPU_CTS_MAX_RANK];
  void* data;
  uint64_t bytes;
} npu_cts_output;

/* What one call needs and gives back. The runner clears it before `prepare`. */
typedef struct npu_cts_plan {
  uint32_t struct_size;
  uint32_t output_count;
  uint64_t workspace_bytes; /* prepare asks for them */
  void* workspace;          /* run gets them */
  int64_t code;             /* the vendor's code, with any status but ok */
  char message[NPU_CTS_MESSAGE_BYTES];
  npu_cts_output outputs[NPU_CTS_MAX_OUTPUTS];
} npu_cts_plan;

/* All are called from one thread. `run` comes right behind the `prepare` of its call; a call that `prepare` did not
 * accept has none. Between the two, only an argument that is written in place may come to lie elsewhere. */
typedef struct npu_cts_plugin {
  uint32_t abi;         /* NPU_CTS_ABI */
  uint32_t struct_size; /* sizeof(npu_cts_plugin) */
  const char* name;
  const char* version;
  /* Checks the call and says which outputs and how much workspace it needs. Writes nothing but the plan. */
  npu_cts_status (*prepare)(const npu_cts_call* call, npu_cts_plan* plan);
  /* Writes the outputs of a call that `prepare` accepted; done when it returns. */
  npu_cts_status (*run)(const npu_cts_call* call, npu_cts_plan* plan);
  /* Since minor 1, may be null: called once before the worker ends. */
  void (*close)(void);
} npu_cts_plugin;

/* Returns the plugin's table, or null where it cannot work here. `host_abi` is the runner's NPU_CTS_ABI. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const npu_cts_plugin*
npu_cts_plugin_query(uint32_t host_abi);

#ifdef __cplusplus
}
#endif
