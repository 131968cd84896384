# SPDX-License-Identifier: Apache-2.0
# For scripts that run npu-cts in an empty folder, SCRATCH.
file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})

# expect(CODE TEXT WORDS…): npu-cts WORDS ends with CODE and prints something that matches TEXT.
function(expect code text)
  execute_process(COMMAND ${PROGRAM} ${ARGN} WORKING_DIRECTORY ${SCRATCH} RESULT_VARIABLE got OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT got EQUAL code OR NOT out MATCHES "${text}")
    message(FATAL_ERROR "npu-cts ${ARGN}: exit code ${got}, not ${code}, or not '${text}':\n${out}")
  endif()
endfunction()
