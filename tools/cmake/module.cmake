# SPDX-License-Identifier: Apache-2.0
if(NPU_CTS_MUTATED)
  include("${CMAKE_SOURCE_DIR}/tools/cmake/mutation.cmake")
endif()

# npu_cts_test_options(TARGET): tests are compiled for the compiler's speed, not for theirs: small functions are inlined, as
# less code is left to write than with -Og alone (a twelfth of the time). With the sanitizers only
# AddressSanitizer watches the test itself. What they test keeps every flag. Never -O0 beside optimized libraries: the linker
# keeps the first copy of each template's function, which is the unoptimized one, for the libraries too (half the speed).
function(npu_cts_test_options target)
  target_compile_options(${target} PRIVATE $<IF:$<BOOL:${NPU_CTS_ASAN}>,-O0;-fno-sanitize=undefined,$<$<CONFIG:Release>:-Og;$<$<CXX_COMPILER_ID:GNU>:-finline-functions;-finline-small-functions;-finline-functions-called-once>>>)
endfunction()

# npu_cts_command_line(FILE…): files that mostly speak to CLI11 are compiled for the compiler's speed too: its templates
# take ten seconds a file to optimize, and run once.
function(npu_cts_command_line)
  if(NPU_CTS_ASAN OR CMAKE_BUILD_TYPE STREQUAL "Release")
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -Og)
  endif()
endfunction()

# npu_cts_batch(TARGET): its files are compiled as one. In a batch of tests, a name may hide that of another file.
function(npu_cts_batch target)
  get_target_property(type ${target} TYPE)
  if(NPU_CTS_BATCHES STREQUAL "ON" OR (NPU_CTS_BATCHES AND type STREQUAL "EXECUTABLE"))
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    if(target MATCHES "_test$")
      target_compile_options(${target} PRIVATE -Wno-shadow)
    endif()
  endif()
endfunction()

# npu_cts_library(NAME FILES file… [PUBLIC lib…] [PRIVATE lib…]): a library npu_cts_NAME.
function(npu_cts_library name)
  cmake_parse_arguments(arg "" "" "FILES;PUBLIC;PRIVATE" ${ARGN})
  if(NPU_CTS_MUTATED)
    npu_cts_mutated(arg_FILES ${arg_FILES})
  endif()
  add_library(npu_cts_${name} STATIC ${arg_FILES})
  target_include_directories(npu_cts_${name} PUBLIC "${CMAKE_SOURCE_DIR}")
  target_link_libraries(npu_cts_${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  set_target_properties(npu_cts_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  if(name IN_LIST npu_cts_for_size)
    target_compile_options(npu_cts_${name} PRIVATE ${npu_cts_size_options})
    npu_cts_precompile_as(npu_cts_${name} npu_cts_size_headers)
  else()
    npu_cts_precompile_as(npu_cts_${name} npu_cts_library_headers)
  endif()
  npu_cts_batch(npu_cts_${name})
endfunction()

# npu_cts_test_program(TARGET FILES file… LIBS lib…): an executable of GoogleTest's tests. Its caller adds them to CTest.
function(npu_cts_test_program target)
  cmake_parse_arguments(arg "" "" "FILES;LIBS" ${ARGN})
  add_executable(${target} ${arg_FILES})
  target_link_libraries(${target} PRIVATE ${arg_LIBS} GTest::gmock_main fmt::fmt)
  target_compile_definitions(${target} PRIVATE
    NPU_CTS_SOURCE_DIR="${CMAKE_SOURCE_DIR}" NPU_CTS_BINARY_DIR="${CMAKE_BINARY_DIR}")
  npu_cts_test_options(${target})
  npu_cts_precompile_as(${target} npu_cts_test_headers)
  npu_cts_batch(${target})
endfunction()

# npu_cts_test(NAME FILES file… LIBS lib… [SYSTEM filter]): a test executable NAME_test; CTest runs it as unit.NAME.
# SYSTEM: the GoogleTest filter of those that go over a whole spec or corpus; CTest runs them as system.NAME, not as unit.NAME.
function(npu_cts_test name)
  cmake_parse_arguments(arg "" "SYSTEM" "FILES;LIBS" ${ARGN})
  npu_cts_test_program(${name}_test FILES ${arg_FILES} LIBS ${arg_LIBS})
  set(scratch "${CMAKE_CURRENT_BINARY_DIR}/tmp")  # of this build alone: others may run the same tests
  file(MAKE_DIRECTORY "${scratch}")
  set(others)
  if(arg_SYSTEM)
    set(others "--gtest_filter=-${arg_SYSTEM}")
    add_test(NAME system.${name} COMMAND ${name}_test "--gtest_filter=${arg_SYSTEM}" WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
    set_tests_properties(system.${name} PROPERTIES LABELS system FAIL_REGULAR_EXPRESSION "Running 0 tests"
      ENVIRONMENT "TMPDIR=${scratch}")
  endif()
  add_test(NAME unit.${name} COMMAND ${name}_test ${others} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
  set_tests_properties(unit.${name} PROPERTIES LABELS unit FAIL_REGULAR_EXPRESSION "Running 0 tests"
    ENVIRONMENT "TMPDIR=${scratch}")
endfunction()

# npu_cts_module(NAME [PUBLIC lib…] [PRIVATE lib…] [TEST_ONLY lib…] [SYSTEM filter])
# One module: a library npu_cts_NAME of every .cpp here that is no test, and one test executable NAME_test of every *_test.cpp.
function(npu_cts_module name)
  cmake_parse_arguments(arg "" "SYSTEM" "PUBLIC;PRIVATE;TEST_ONLY" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  file(GLOB tests CONFIGURE_DEPENDS *_test.cpp)
  if(tests)
    list(REMOVE_ITEM sources ${tests})
  endif()
  if(NOT sources)  # a module of headers alone
    add_library(npu_cts_${name} INTERFACE)
    target_include_directories(npu_cts_${name} INTERFACE "${CMAKE_SOURCE_DIR}")
    target_link_libraries(npu_cts_${name} INTERFACE ${arg_PUBLIC})
    return()
  endif()
  npu_cts_library(${name} FILES ${sources} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  if(tests)
    npu_cts_test(${name} FILES ${tests} LIBS npu_cts_${name} ${arg_TEST_ONLY} ${arg_PRIVATE} SYSTEM ${arg_SYSTEM})
  endif()
endfunction()
