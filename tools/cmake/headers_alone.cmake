# SPDX-License-Identifier: Apache-2.0
# Every header compiles by itself. The source X.cpp that begins with its X.h shows that of X.h, where no header is precompiled
# for libraries. Every other header gets a generated source, which includes it twice and is never linked.
file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${CMAKE_SOURCE_DIR}"
  "${CMAKE_SOURCE_DIR}/framework/*.h" "${CMAKE_SOURCE_DIR}/kernels/*.h" "${CMAKE_SOURCE_DIR}/reports/*.h"
  "${CMAKE_SOURCE_DIR}/suites/*.h" "${CMAKE_SOURCE_DIR}/tools/*.h")
set(sources "")
foreach(header IN LISTS headers)
  string(REGEX REPLACE "h$" "cpp" beside "${CMAKE_SOURCE_DIR}/${header}")
  if(EXISTS "${beside}" AND NOT NPU_CTS_PCH STREQUAL "ON")
    file(STRINGS "${beside}" first REGEX "^#include" LIMIT_COUNT 1)
    if(first STREQUAL "#include \"${header}\"")
      continue()
    endif()
  endif()
  set(source "${CMAKE_BINARY_DIR}/headers_alone/${header}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "#include \"${header}\"\n#include \"${header}\"  // again: guarded\n")
  list(APPEND sources "${source}")
endforeach()
add_library(headers_alone OBJECT ${sources})
target_include_directories(headers_alone PRIVATE "${CMAKE_SOURCE_DIR}")
target_link_libraries(headers_alone PRIVATE fmt::fmt yaml-cpp nlohmann_json::nlohmann_json CLI11::CLI11 GTest::gmock)
target_compile_definitions(headers_alone PRIVATE NPU_CTS_SOURCE_DIR="" NPU_CTS_BINARY_DIR="")  # headers of tests name them
target_compile_options(headers_alone PRIVATE -O0 -g0)
