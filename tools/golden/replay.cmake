# SPDX-License-Identifier: Apache-2.0
# Runs PROGRAM, called NAME, with WORDS and compares exit code, standard output and standard error with the file GOLDEN.
separate_arguments(words UNIX_COMMAND "${WORDS}")
execute_process(COMMAND ${PROGRAM} ${words} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
set(got "$ ${NAME} ${WORDS}\n${out}${err}exit code ${code}\n")
if("$ENV{NPU_CTS_BLESS}" STREQUAL "1")
  file(WRITE ${GOLDEN} "${got}")
  return()
endif()
file(READ ${GOLDEN} want)
if(NOT got STREQUAL want)
  message(FATAL_ERROR "${NAME} ${WORDS} is not as ${GOLDEN} has it (NPU_CTS_BLESS=1 rewrites it):\n--- got\n${got}--- want\n${want}")
endif()
