# The loop of an engineer: a run with failures, its failures again, the first of them, in another order and several times.
file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})

# expect(CODE TEXT WORDS…): npu-cts WORDS ends with CODE and prints something that matches TEXT.
function(expect code text)
  execute_process(COMMAND ${PROGRAM} ${ARGN} WORKING_DIRECTORY ${SCRATCH} RESULT_VARIABLE got OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT got EQUAL code OR NOT out MATCHES "${text}")
    message(FATAL_ERROR "npu-cts ${ARGN}: exit code ${got}, not ${code}, or not '${text}':\n${out}")
  endif()
endfunction()

set(halve run --spec ${SOURCE}/unsound --jobs 2)  # of an operator without a kernel: the reference fails each legal call
expect(1 "141 cases.* 45 failed.* 0 not run" ${halve})
expect(0 "^halve/alpha/1.0/eager/arguments/axis=1\n" ${halve} --failed --dry-run)
expect(1 "45 cases.* 45 failed" ${halve} --failed)
expect(1 "2 cases.* 2 failed" ${halve} */axis=1 --failed --family arguments --exclude */graph_static/*)
expect(1 "45 cases.* 0 pass.* not run" ${halve} --failed -x)
expect(1 "45 cases.* 45 failed.* 0 not run" ${halve} --failed --resume)
expect(1 "in 3 of 3 runs.* 1 failed" ${halve} halve/alpha/1.0/eager/arguments/axis=1 --repeat 3 --shuffle 7 --journal other.jsonl)
expect(5 "did you mean 'halve/alpha/1.0/eager/arguments'" ${halve} halve/alpha/1.0/eager/argument halve --journal other.jsonl)
expect(0 "conforms" run npu_trans_quant_param/atlas_a2/26.1.0/eager/examples/* --journal good.jsonl)
expect(5 "no case failed in 'good.jsonl'" run --failed good.jsonl)
expect(1 "^141 of 141 cases planned[^\n]*\n141 cases on 'reference': fails; journal: other.jsonl\n$" ${halve} -q --journal other.jsonl)
expect(1 "again: npu-cts run 'halve/alpha/1.0/eager/arguments/step=default'" ${halve} halve/alpha/1.0/eager -v --journal other.jsonl)
expect(1 "and [0-9]+ more\n.*all of them: '-v', or npu-cts list --failed other.jsonl" ${halve} --journal other.jsonl)
expect(1 "fail" ${halve} halve/alpha/1.0/eager/arguments/axis=1 --dump dumped --journal other.jsonl)
if(NOT EXISTS ${SCRATCH}/dumped/halve/alpha/1.0/eager/arguments/axis=1/manifest.json)
  message(FATAL_ERROR "--dump wrote no manifest")
endif()

# The suite alone is what people know as a GoogleTest executable.
set(PROGRAM ${SUITE})
set(examples npu_trans_quant_param/atlas_a2/26.1.0/eager/examples/*)
expect(0 "npu_trans_quant_param/atlas_a2\\.\n +26.1.0/eager/examples/" ${examples} --gtest_list_tests)
expect(0 "  PASSED  . [1-9]" ${examples})
expect(5 "nothing ran" ${examples} --gtest_filter=none)
