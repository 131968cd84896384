# SPDX-License-Identifier: Apache-2.0
# Precompiled headers take half the time off a build from nothing. With the preset `asan` only tests read them: each other
# file is compiled with what it includes itself.
set(NPU_CTS_PCH OFF CACHE STRING "Who reads precompiled headers: OFF, TESTS, or ON for every file")

# The files of a target compiled as one, for the preset `release`: the same, again. So no two files of a module use one
# name, each for itself. With `asan` that is so of programs: of tests, and of the command, whose files speak to CLI11.
set(NPU_CTS_BATCHES OFF CACHE STRING "Whose files are compiled as one: OFF, PROGRAMS, or ON for every target")

# Modules that run once per command are compiled for size in a release: what people download stays small.
set(npu_cts_for_size arrays bundle checks choices diff document draft drive evidence expand expect explain expression findings grounds message npy pages prove reader reading reports session shards watch
  spec_strength strength torch workbook)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(npu_cts_size_options -Os)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    # Else each copy is 'rep movsb', which begins slowly. The linker keeps one copy of what std::string is made of, for all.
    list(APPEND npu_cts_size_options -mstringop-strategy=libcall)
  endif()
endif()

# npu_cts_compile_for_size(FILE…): the same for files of another module.
function(npu_cts_compile_for_size)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "${npu_cts_size_options}" SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

set(npu_cts_common_headers <algorithm> <array> <filesystem> <fstream> <functional> <map> <memory> <optional> <set> <span>
  <string> <string_view> <variant> <vector>)

# npu_cts_precompile(TARGET HEADER…): TARGET reads the common headers and these precompiled.
function(npu_cts_precompile target)
  if(NPU_CTS_PCH STREQUAL "ON" OR (NPU_CTS_PCH AND target STREQUAL "npu_cts_test_headers"))
    target_precompile_headers(${target} PRIVATE ${npu_cts_common_headers} ${ARGN})
  endif()
endfunction()

# npu_cts_precompile_as(TARGET OTHER): TARGET, compiled with the same flags as OTHER, reads what OTHER precompiles.
function(npu_cts_precompile_as target other)
  if(NPU_CTS_PCH STREQUAL "ON" OR (NPU_CTS_PCH AND other STREQUAL "npu_cts_test_headers"))
    target_precompile_headers(${target} REUSE_FROM ${other})
  endif()
endfunction()

if(NPU_CTS_PCH)
  file(WRITE "${CMAKE_BINARY_DIR}/precompiled.cpp" "")
endif()
if(NPU_CTS_PCH STREQUAL "ON")
  add_library(npu_cts_library_headers OBJECT "${CMAKE_BINARY_DIR}/precompiled.cpp")
  set_target_properties(npu_cts_library_headers PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(npu_cts_library_headers PRIVATE fmt::fmt)
  npu_cts_precompile(npu_cts_library_headers <fmt/format.h>)

  add_library(npu_cts_size_headers OBJECT "${CMAKE_BINARY_DIR}/precompiled.cpp")
  set_target_properties(npu_cts_size_headers PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(npu_cts_size_headers PRIVATE fmt::fmt)
  target_compile_options(npu_cts_size_headers PRIVATE ${npu_cts_size_options})
  npu_cts_precompile(npu_cts_size_headers <fmt/format.h>)
endif()
if(NPU_CTS_PCH)
  add_library(npu_cts_test_headers OBJECT "${CMAKE_BINARY_DIR}/precompiled.cpp")
  target_link_libraries(npu_cts_test_headers PRIVATE fmt::fmt GTest::gmock)
  npu_cts_test_options(npu_cts_test_headers)
  npu_cts_precompile(npu_cts_test_headers <fmt/format.h> <gmock/gmock.h> <gtest/gtest.h>)
endif()
