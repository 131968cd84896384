# SPDX-License-Identifier: Apache-2.0
# The loop of an engineer: a run with failures, its failures again, the first of them, in another order and several times.
include(${CMAKE_CURRENT_LIST_DIR}/scratch_runs.cmake)

set(halve run --spec ${SOURCE}/unsound --jobs 2)  # of an operator without a kernel: the reference fails each legal call
expect(1 "650 cases.* 182 failed.* 0 not run" ${halve})
expect(0 "^halve/alpha/1.0/eager/arguments/axis=1\n" ${halve} --failed --dry-run)
expect(1 "182 cases.* 182 failed" ${halve} --failed)
expect(1 "2 cases.* 2 failed" ${halve} */alpha/*/axis=1 --failed --family arguments --exclude */graph_static/*)
expect(1 "182 cases.* 0 pass.* not run" ${halve} --failed -x)
expect(1 "\n1 case on 'reference': fails; journal: npu-cts.case.jsonl" ${halve} halve/alpha/1.0/eager/arguments/axis=1)  # as "again:" says
expect(1 "182 cases.* 182 failed.* 0 not run" ${halve} --failed --resume)
expect(1 "in 3 of 3 runs.* 1 failed" ${halve} halve/alpha/1.0/eager/arguments/axis=1 --repeat 3 --shuffle 7 --journal other.jsonl)
expect(1 "\n1 case on 'reference': fails;" ${halve} halve/alpha/1.0/eager/arguments/axis=1 --journal other.jsonl)
expect(5 "\n1 case on 'reference': nothing ran: no conclusion;" ${halve} halve/alpha/1.0/eager/arguments/axis=1 --unsupported allow --journal other.jsonl)
expect(5 "did you mean 'halve/alpha/1.0/eager/arguments'" ${halve} halve/alpha/1.0/eager/argument halve --journal other.jsonl)
expect(0 "conforms" run npu_trans_quant_param/atlas_a2/26.1.0/eager/examples/* --journal good.jsonl)
expect(5 "no case failed in 'good.jsonl'" run --failed good.jsonl)
expect(3 "npu-cts.journal.jsonl: error: the journal is of another spec: [^\n]*\n  why: [^\n]*\n  hint: [^\n]*\n$" run --failed)
expect(3 "the journal is of another spec" list --failed npu-cts.journal.jsonl)
execute_process(COMMAND head -n -1 good.jsonl WORKING_DIRECTORY ${SCRATCH} OUTPUT_FILE ${SCRATCH}/cut.jsonl)
expect(3 "the run did not end.*go on with it: npu-cts run 'npu_trans_quant_param/atlas_a2/26.1.0/eager/examples/\\*' --driver reference --journal cut.jsonl --resume"
  run --failed cut.jsonl)
expect(0 "conforms" run npu_trans_quant_param/atlas_a2/26.1.0/eager/examples/* --driver reference --journal cut.jsonl --resume)
file(WRITE ${SCRATCH}/good.jsonl.part0of2 "")  # a newer run of it was killed
foreach(reader "report good.jsonl --out report" "compare good.jsonl good.jsonl --out page" "list --failed good.jsonl" "run --failed good.jsonl")
  separate_arguments(words UNIX_COMMAND "${reader}")
  expect(3 "a newer one has not ended.*good.jsonl.part0of2.*--resume" ${words})
endforeach()
file(REMOVE ${SCRATCH}/good.jsonl.part0of2)
expect(1 "^650 of 650 cases planned[^\n]*\n650 cases on 'reference': fails; journal: other.jsonl\n$" ${halve} -q --journal other.jsonl)
expect(1 "again: npu-cts run 'halve/alpha/1.0/eager/arguments/step=default'" ${halve} halve/alpha/1.0/eager -v --journal other.jsonl)
expect(1 "and [0-9]+ more\n.*all of them: '-v', or npu-cts list --failed other.jsonl" ${halve} --journal other.jsonl)
expect(1 "fail" ${halve} halve/alpha/1.0/eager/arguments/axis=1 --dump dumped --journal other.jsonl)
if(NOT EXISTS ${SCRATCH}/dumped/halve/alpha/1.0/eager/arguments/axis=1/manifest.json)
  message(FATAL_ERROR "--dump wrote no manifest")
endif()

# Golden outputs need the operator of their call and no other; what is pinned is one of its variants.
file(COPY ${SOURCE}/unsound DESTINATION ${SCRATCH})
file(WRITE ${SCRATCH}/unsound/ops/broken.yaml "[\n")
set(wrong halve/alpha/1.0/eager/negative/axis.last/above --spec unsound --out golden)
expect(1 "is not legal.*'axis.last'" eval ${wrong})
expect(1 "is not legal" eval ${wrong} --numerics far=near)
expect(3 "no numeric variant is called .rounding=up.*known: far=farther, far=near" eval ${wrong} --numerics rounding=up)
# A journal takes the place of a journal, and of nothing else. Devices and pipes are written to.
file(COPY ${SOURCE}/halve.yaml ${SOURCE}/bundle DESTINATION ${SCRATCH})
set(one halve/alpha/1.0/eager/arguments/axis=1)
foreach(overwriting "run --spec ${SOURCE}/unsound ${one} --journal halve.yaml" "run --spec ${SOURCE}/unsound --journal halve.yaml --resume"
        "judge --spec ${SOURCE}/unsound bundle bundle/results -o halve.yaml")
  separate_arguments(words UNIX_COMMAND "${overwriting}")
  expect(3 "^halve.yaml: error: this file is no journal, and is not overwritten[^\n]*\n  why: [^\n]*\n  hint: " ${words})
endforeach()
file(WRITE ${SCRATCH}/empty.jsonl "")
expect(1 "journal: empty.jsonl" ${halve} ${one} --journal empty.jsonl)
expect(1 "journal: empty.jsonl" ${halve} ${one} --journal empty.jsonl)
expect(1 "1 case on 'reference': fails" ${halve} ${one} --journal /dev/null)
file(SHA256 ${SOURCE}/halve.yaml before)
file(SHA256 ${SCRATCH}/halve.yaml after)
if(NOT before STREQUAL after)
  message(FATAL_ERROR "a journal took the place of a call file")
endif()

# What cannot be read is wrong usage, whichever command reads it.
file(MAKE_DIRECTORY ${SCRATCH}/bare)
foreach(reader "check nodir" "check bare" "list --spec nodir" "list --spec bare" "check ${SOURCE}/../../spec --documents nodir"
        "check ${SOURCE}/../../spec --documents bare")
  separate_arguments(words UNIX_COMMAND "${reader}")
  expect(3 "unreadable-file" ${words})
endforeach()


# The suite alone is what people know as a GoogleTest executable.
set(PROGRAM ${SUITE})
set(examples npu_trans_quant_param/atlas_a2/26.1.0/eager/examples/*)
expect(0 "npu_trans_quant_param/atlas_a2\\.\n +26.1.0/eager/examples/" ${examples} --gtest_list_tests)
expect(0 "  PASSED  . [1-9]" ${examples})
expect(5 "nothing ran" ${examples} --gtest_filter=none)
expect(5 "nothing ran" --gtest_filter=none)
expect(0 "1 test from" --gtest_filter=npu_trans_quant_param/atlas_a2.26.1.0/eager/arguments/round_mode=default)
expect(0 "2 tests from" --gtest_filter=*atlas_a2.26.1.0/eager/arguments/round_mode=*-*=default:none)
expect(0 "^npu_trans_quant_param/atlas_a2\\.\n  26.1.0/eager/arguments/round_mode=default\n$" --gtest_filter=*param/atlas_a2.26.?.0/eager/*/round_mode=default --gtest_list_tests)
expect(3 "did you mean '--driver'" ${examples} --drivr reference)
expect(0 "iteration 3.*PASSED" ${examples} --gtest_repeat=3 --gtest_shuffle)
expect(0 "1 test from" npu_trans_quant_param/atlas_a2/26.1.0/eager/arguments/* --gtest_filter=*/round_mode=default)
expect(0 "PASSED" ${examples} --gtest_output=xml:${SCRATCH}/suite.xml)
file(READ ${SCRATCH}/suite.xml xml)
if(NOT xml MATCHES "<testsuite name=\"npu_trans_quant_param/atlas_a2\"" OR NOT xml MATCHES "file=\"[^\"]*spec/ops/[^\"]*\" line=\"[1-9]")
  message(FATAL_ERROR "--gtest_output names no suite, or no line of the spec:\n${xml}")
endif()

# The shards of GoogleTest's own variables hold every test once.
set(ran)
foreach(index 0 1 2)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env GTEST_TOTAL_SHARDS=3 GTEST_SHARD_INDEX=${index} ${SUITE}
    "npu_trans_quant_param/atlas_a2/26.1.0/eager/arguments/*" WORKING_DIRECTORY ${SCRATCH} OUTPUT_VARIABLE out)
  string(REPLACE "]" "" out "${out}")  # in a list it would join what stands beside it
  string(REGEX MATCHALL "  OK  [^ \n]+" passed "${out}")
  list(APPEND ran ${passed})
endforeach()
execute_process(COMMAND ${SUITE} "npu_trans_quant_param/atlas_a2/26.1.0/eager/arguments/*" WORKING_DIRECTORY ${SCRATCH} OUTPUT_VARIABLE out)
string(REPLACE "]" "" out "${out}")
string(REGEX MATCHALL "  OK  [^ \n]+" whole "${out}")
list(SORT ran)
list(SORT whole)
if(NOT ran STREQUAL whole OR NOT whole)
  message(FATAL_ERROR "three shards ran '${ran}', not '${whole}'")
endif()
