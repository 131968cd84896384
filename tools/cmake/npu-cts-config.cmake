# find_package(npu-cts): the target npu-cts::plugin, what a plugin includes. The package may be moved as a whole.
find_path(NPU_CTS_INCLUDE_DIR npu_cts_plugin.h HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../include"
  "${CMAKE_CURRENT_LIST_DIR}/../../../../include" NO_CACHE REQUIRED)
if(NOT TARGET npu-cts::plugin)
  add_library(npu-cts::plugin INTERFACE IMPORTED)
  target_include_directories(npu-cts::plugin INTERFACE "${NPU_CTS_INCLUDE_DIR}")
endif()
