# SPDX-License-Identifier: Apache-2.0
# Language, warnings, sanitizers and where executables go: the same for every target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# Ninja starts more jobs than there are processors. A compiler more than those makes a build a tenth longer.
cmake_host_system_information(RESULT npu_cts_processors QUERY NUMBER_OF_LOGICAL_CORES)
set_property(GLOBAL PROPERTY JOB_POOLS "compilers=${npu_cts_processors}")
set(CMAKE_JOB_POOL_COMPILE compilers)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG -ffunction-sections -fdata-sections")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # functions begin anywhere: padding is a hundredth of the command. Loops are aligned
  string(APPEND CMAKE_CXX_FLAGS_RELEASE " -fno-align-functions -fno-align-jumps")
endif()
# What a program does not call is not linked.
set(CMAKE_EXE_LINKER_FLAGS_RELEASE "-Wl,--gc-sections")

option(NPU_CTS_ASAN "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(NPU_CTS_FUZZ "Build libFuzzer's executables; needs clang" OFF)
option(NPU_CTS_HEADERS_ALONE "Compile every header by itself" ON)
if(NOT NPU_CTS_ASAN)  # gold warns of each symbol of AddressSanitizer
  # gold links in a third of the time, and keeps one of functions that are the same code: 3 % of the command. Without
  # gold it is larger than its limit.
  include(CheckLinkerFlag)
  set(npu_cts_gold -fuse-ld=gold -Wl,--icf=safe)
  check_linker_flag(CXX "${npu_cts_gold}" npu_cts_links_gold)
  if(npu_cts_links_gold)
    add_link_options("$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${npu_cts_gold}>")
  endif()
endif()

# Results must be the same bits with every compiler: no fused multiply-add behind our back.
add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Werror=switch -ffp-contract=off)
# GCC 12 sees overlapping copies in `"text" + std::string` (its bug 105651), and overflows of them where headers are
# precompiled.
# It also sees uninitialized members when a variant that holds none of them is moved; Clang and the sanitizers still look.
add_compile_options("$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-stringop-overflow;-Wno-maybe-uninitialized>")
# GCC looks for memory to give back whenever 128 MB are full: a fifth of its time on large files. They take 1.8 GB at
# most without, and 1.4 GB with.
add_compile_options("$<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-heapsize=1000000>")
add_link_options(-Wl,--build-id=sha1)  # tells a program from any other build of it: what it remembers is its own
if(NPU_CTS_ASAN)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(NPU_CTS_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "NPU_CTS_FUZZ needs clang, which brings libFuzzer: cmake --preset fuzz")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()

find_package(fmt REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(GTest REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(pugixml REQUIRED)
find_package(simdjson REQUIRED)
find_package(Threads REQUIRED)
# Looked for here, as tools/golden asks for it before framework/findings/prove does.
find_library(NPU_CTS_Z3_LIBRARY z3)
find_path(NPU_CTS_Z3_INCLUDE_DIR z3++.h)
