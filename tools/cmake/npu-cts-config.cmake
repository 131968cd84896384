# SPDX-License-Identifier: Apache-2.0
# find_package(npu-cts): the target npu-cts::plugin, what a plugin includes, and npu_cts_add_conformance, its gates in CTest.
# The package may be moved as a whole.
set(npu_cts_root "${CMAKE_CURRENT_LIST_DIR}/../../..")
find_path(NPU_CTS_INCLUDE_DIR npu_cts_plugin.h HINTS "${npu_cts_root}/include" NO_CACHE REQUIRED)
find_program(NPU_CTS_PROGRAM npu-cts HINTS "${npu_cts_root}/bin" NO_CACHE REQUIRED)
if(NOT TARGET npu-cts::plugin)
  add_library(npu-cts::plugin INTERFACE IMPORTED)
  target_include_directories(npu-cts::plugin INTERFACE "${NPU_CTS_INCLUDE_DIR}")
endif()

# npu_cts_add_conformance(TARGET plugin OPERATORS op... PRODUCTS product... [OPTIONS option...])
#
# Adds the test conformance.<plugin>.<operator>.<product> for each pair: `npu-cts run` on the library that TARGET builds.
# OPTIONS are further options of `npu-cts run`, such as `--unsupported allow` or `--tier full`. The tests have the label `conformance`; each
# writes its journal beside the library's build files. Errors: a missing or unknown argument stops the configuration.
function(npu_cts_add_conformance)
  cmake_parse_arguments(PARSE_ARGV 0 gate "" TARGET "OPERATORS;PRODUCTS;OPTIONS")
  foreach(argument TARGET OPERATORS PRODUCTS)
    if(NOT gate_${argument})
      message(FATAL_ERROR "npu_cts_add_conformance: ${argument} is missing")
    endif()
  endforeach()
  if(gate_UNPARSED_ARGUMENTS OR gate_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "npu_cts_add_conformance: unknown argument or no value: "
      "${gate_UNPARSED_ARGUMENTS} ${gate_KEYWORDS_MISSING_VALUES}; known are TARGET, OPERATORS, PRODUCTS, OPTIONS")
  endif()
  foreach(op IN LISTS gate_OPERATORS)
    foreach(product IN LISTS gate_PRODUCTS)
      set(name "conformance.${gate_TARGET}.${op}.${product}")
      add_test(NAME "${name}" COMMAND "${NPU_CTS_PROGRAM}" run --op "${op}" --product "${product}"
        --driver "plugin:$<TARGET_FILE:${gate_TARGET}>" --journal "${CMAKE_CURRENT_BINARY_DIR}/${name}.jsonl" ${gate_OPTIONS})
      set_tests_properties("${name}" PROPERTIES LABELS conformance)
    endforeach()
  endforeach()
endfunction()
