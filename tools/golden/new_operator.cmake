# SPDX-License-Identifier: Apache-2.0
# Lays out an operator with PROGRAM in a tree of its own in SCRATCH. COMPILER must take every file of it, beside the headers of
# SOURCE; a second time, and where a folder cannot be made, nothing is written.
file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH}/spec/ops ${SCRATCH}/kernels/common)

# lay_out(CODE WORDS): the command ends with CODE and says WORDS.
function(lay_out code words)
  execute_process(COMMAND ${PROGRAM} new-operator npu_fold --tree ${SCRATCH}
    RESULT_VARIABLE got OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT got EQUAL code OR NOT said MATCHES "${words}")
    message(FATAL_ERROR "exit code ${got} and not ${code}, or these words are not '${words}':\n${said}")
  endif()
endfunction()

file(WRITE ${SCRATCH}/kernels/npu_fold "in the way")
lay_out(3 "something of 'npu_fold' already")
file(REMOVE ${SCRATCH}/kernels/npu_fold)

file(WRITE ${SCRATCH}/spec/documents "a file where a folder should be")
lay_out(3 "cannot write this")
file(GLOB_RECURSE left ${SCRATCH}/spec/ops/* ${SCRATCH}/kernels/*)
if(left)
  message(FATAL_ERROR "these are left of a skeleton that could not be written: ${left}")
endif()
file(REMOVE ${SCRATCH}/spec/documents)

lay_out(0 "kernels/npu_fold/oracle.cpp")
file(GLOB sources ${SCRATCH}/kernels/npu_fold/*.cpp)
list(LENGTH sources count)
if(count LESS 7)
  message(FATAL_ERROR "only ${count} sources")
endif()
foreach(source ${sources})
  execute_process(COMMAND ${COMPILER} -std=c++20 -Wall -Wextra -Wconversion -Wshadow -Werror -fsyntax-only -I${SCRATCH} -I${SOURCE} ${source}
    RESULT_VARIABLE failed ERROR_VARIABLE why)
  if(failed)
    message(FATAL_ERROR "${source} does not compile:\n${why}")
  endif()
endforeach()
file(WRITE ${SCRATCH}/spec/ops/npu_fold.yaml "mine")
lay_out(3 "something of 'npu_fold' already")
file(READ ${SCRATCH}/spec/ops/npu_fold.yaml kept)
if(NOT kept STREQUAL "mine")
  message(FATAL_ERROR "a file was overwritten")
endif()
