# SPDX-License-Identifier: Apache-2.0
# Drawn calls by the command: what they find, what they write, and that `run --calls` shows it again.
include(${CMAKE_CURRENT_LIST_DIR}/scratch_runs.cmake)

set(right fuzz --spec ${SPEC} --release 26.1.0 --calls 3000 --corpus right)
expect(0 "seed 7: 3000 calls .*\n0 different failures, of 0 calls that failed\n$" ${right} --seed 7)
expect(0 "calls of the corpus replayed\n" ${right} --seed 7)
expect(0 "^[0-9]+ calls on 'reference', each by itself:[ a-z0-9]* pass" run --spec ${SPEC} --calls right)

# A call that the documents leave open does not run, and the question is named.
file(WRITE ${SCRATCH}/open/empty.yaml "call: npu_quant_scatter_
product: atlas_a2
mode: eager
release: \"26.1.0\"
arguments:
  input: {dtype: int8, shape: [2, 4, 32]}
  indices: {dtype: int32, shape: [0]}
  updates: {dtype: bfloat16, shape: [0, 1, 32]}
  quant_scales: {dtype: bfloat16, shape: [1, 1, 32]}
  axis: 1
  quant_axis: 2
")
expect(5 "^empty.yaml: skip, the documents leave it open: question 'empty'\n1 call on 'reference', each by itself: 1 skip: nothing ran\n$"
  run --spec ${SPEC} --calls open)

# What is printed to run a failure again judges as the run did.
set(unsound --spec ${SOURCE}/unsound)
expect(1 "again: npu-cts run --calls unsound/failures/[^ ]+ --driver reference --extensions allow --spec [^ ]*/unsound\n"
  fuzz ${unsound} --calls 200 --corpus unsound --extensions allow)
expect(1 "halve" run ${unsound} --calls unsound/failures --driver reference --extensions allow)

# A corpus is of one spec, and of it only the calls that are asked for run.
expect(3 "calls here are of another spec: this one lacks 'halve'.*--corpus DIR" fuzz --spec ${SPEC} --calls 1 --corpus unsound)
expect(0 "calls of the corpus left out: not of what is explored\n.*\n0 different"
  fuzz --spec ${SPEC} npu_trans_quant_param --release 26.1.0 --calls 1 --corpus right)

# SIGTERM ends it with its summary.
set(stopped "\"$0\" fuzz --spec \"$1\" --time 1h --corpus stopped & until test -d stopped/seen; do sleep 0.1; done; kill -TERM $!; wait $!")
execute_process(COMMAND sh -c "${stopped}" ${PROGRAM} ${SPEC} WORKING_DIRECTORY ${SCRATCH} RESULT_VARIABLE got OUTPUT_VARIABLE out)
if(NOT got EQUAL 143 OR NOT out MATCHES "\nseed 1: .*\nstopped by a signal: .*\n0 different failures, of 0 calls that failed\n$")
  message(FATAL_ERROR "npu-cts fuzz that SIGTERM ends: exit code ${got}:\n${out}")
endif()

# A crash leaves the call that ran. Here another process causes it, now and then between two calls.
set(crashed "until test -d crashed/crashed; do rm -rf crashed; \"$0\" --spec \"$1\" --time 1h --corpus crashed & until test -d crashed/seen; do sleep 0.1; done; kill -SEGV $!; wait $!; done")
execute_process(COMMAND sh -c "${crashed}" ${PROGRAM}-fuzz ${SPEC} WORKING_DIRECTORY ${SCRATCH} OUTPUT_QUIET ERROR_VARIABLE out)
if(NOT out MATCHES "crashes while a drawn call runs: the oracle and 'reference' are part of it\n  again: npu-cts run --calls crashed/crashed/[^ ]+ ")
  message(FATAL_ERROR "npu-cts fuzz that crashes: ${out}")
endif()
expect(0 "^1 call on 'reference', each by itself: 1 pass\n$" run --spec ${SPEC} --calls crashed/crashed)

# A plugin that checks nothing: what it should refuse, it takes. It is right about the rest.
set(ENV{NPU_CTS_CONTRARY_OF} ${REFERENCE})
set(ENV{NPU_CTS_CONTRARY} accepts-everything)
set(wrong --spec ${SPEC} --driver plugin:${CONTRARY})
expect(1 "fault: accepted an invalid call\n.*rule: [a-z_.]+: .*again: npu-cts run --calls wrong/failures/"
  fuzz ${wrong} npu_quant_scatter_/atlas_a2/26.1.0/eager --calls 400 --corpus wrong --max-failures 3 --max-tries 200)
expect(1 "accepted a call that the documents refuse" run ${wrong} --calls wrong/failures --dump values)
expect(1 "^[0-9]+ calls on '[^']*', each by itself:[ a-z0-9]* fail\n$" run ${wrong} --calls wrong/failures --quiet)
file(GLOB_RECURSE dumped ${SCRATCH}/values/manifest.json)
list(LENGTH dumped count)
if(NOT count EQUAL 3)
  message(FATAL_ERROR "run --calls --dump wrote ${count} calls, not 3")
endif()
expect(1 "accepted a call that the documents refuse" run ${wrong} --calls values)
foreach(dump ./values/ values/more/ .)
  expect(3 "the folder of the calls, 'values', and that of --dump are one" run ${wrong} --calls values --dump ${dump})
endforeach()
expect(0 "^[0-9]+ calls? on 'reference', each by itself: [0-9]+ pass\n$" run --spec ${SPEC} --calls wrong/failures)
