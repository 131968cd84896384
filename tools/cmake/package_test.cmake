# SPDX-License-Identifier: Apache-2.0
# Installs the build tree BUILD to PREFIX, and asks the installed command about the installed spec.
file(REMOVE_RECURSE "${PREFIX}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${PREFIX}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
foreach(file bin/npu-cts bin/npu-cts-suite bin/npu-cts-worker bin/npu-cts-fuzz bin/npu-cts-strength include/npu_cts_plugin.h share/npu-cts/spec/ops
    share/npu-cts/adapter/npu_cts_torch.py share/npu-cts/adapter/npu_cts_torch.pyz share/npu-cts/python/npu_cts/backend.py)
  if(NOT EXISTS "${PREFIX}/${file}")
    message(FATAL_ERROR "${file} is not installed")
  endif()
endforeach()
execute_process(COMMAND "${PREFIX}/bin/npu-cts" check WORKING_DIRECTORY "${PREFIX}" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${PREFIX}/bin/npu-cts" list --count --product atlas_a2 --mode eager WORKING_DIRECTORY "${PREFIX}" OUTPUT_VARIABLE cases COMMAND_ERROR_IS_FATAL ANY)
if(NOT cases MATCHES "[1-9]")
  message(FATAL_ERROR "the installed command lists no case: ${cases}")
endif()

# A newcomer's way: the guide's example from the copy of the template on, as it stands there, with the install tree as ~/npu-cts.
set(home "${PREFIX}/home")
file(MAKE_DIRECTORY "${home}")
file(CREATE_LINK "${PREFIX}" "${home}/npu-cts" SYMBOLIC)
execute_process(COMMAND awk "/^```/ { ++fences; next } fences == 1 && installed; /--install/ { installed = 1 }"
  "${PREFIX}/share/npu-cts/template/README.md" OUTPUT_VARIABLE example COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_COMMAND}" -E env "HOME=${home}" sh -e -c "${example}" WORKING_DIRECTORY "${home}"
  OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE code)
if(NOT code EQUAL 0 OR NOT said MATCHES "cases? on '[^']*': conforms in its scope;.*cases on '[^']*': conforms in what it claims;.*100% tests passed")
  message(FATAL_ERROR "the guide's example ends with ${code}: ${said}")
endif()
