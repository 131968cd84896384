# SPDX-License-Identifier: Apache-2.0
# Lays out an operator with PROGRAM in a tree of its own in SCRATCH. COMPILER must take every file of it, beside the headers of
# SOURCE; a second time, and where a folder cannot be made, nothing is written.
file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH}/spec/ops ${SCRATCH}/kernels/common)

# lay_out(CODE WORDS): the command, in a folder of the tree, ends with CODE and says WORDS.
function(lay_out code words)
  execute_process(COMMAND ${PROGRAM} new-operator npu_fold WORKING_DIRECTORY ${SCRATCH}/spec/ops
    RESULT_VARIABLE got OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT got EQUAL code OR NOT said MATCHES "${words}")
    message(FATAL_ERROR "exit code ${got} and not ${code}, or these words are not '${words}':\n${said}")
  endif()
endfunction()

file(WRITE ${SCRATCH}/kernels/npu_fold "in the way")
lay_out(3 "^source tree: [^\n]*/new_operator/?\n.*something of 'npu_fold' already")
file(REMOVE ${SCRATCH}/kernels/npu_fold)

# A link to nowhere is something, too: nothing is written where it points.
file(CREATE_LINK ${SCRATCH}/elsewhere ${SCRATCH}/spec/ops/npu_fold.yaml SYMBOLIC)
lay_out(3 "something of 'npu_fold' already")
if(EXISTS ${SCRATCH}/elsewhere OR NOT IS_SYMLINK ${SCRATCH}/spec/ops/npu_fold.yaml)
  message(FATAL_ERROR "a link was followed or removed")
endif()
file(REMOVE ${SCRATCH}/spec/ops/npu_fold.yaml)

file(WRITE ${SCRATCH}/spec/documents "a file where a folder should be")
lay_out(3 "cannot make the folder: ")
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

# The program may lie in a source tree: only that of the current folder counts, or the one that is named.
execute_process(COMMAND ${PROGRAM} new-operator npu_quant_matmul WORKING_DIRECTORY / RESULT_VARIABLE got ERROR_VARIABLE said)
if(NOT got EQUAL 3 OR NOT said MATCHES "this folder is in no source tree of npu-cts.*hint: name it: --tree DIR")
  message(FATAL_ERROR "outside a source tree: exit code ${got} and not 3, or no hint:\n${said}")
endif()
execute_process(COMMAND ${PROGRAM} new-operator npu_turn --tree ${SCRATCH} WORKING_DIRECTORY / RESULT_VARIABLE got OUTPUT_VARIABLE said)
if(NOT got EQUAL 0 OR NOT EXISTS ${SCRATCH}/spec/ops/npu_turn.yaml)
  message(FATAL_ERROR "a tree that is named: exit code ${got}, or no spec there:\n${said}")
endif()
