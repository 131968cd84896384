# SPDX-License-Identifier: Apache-2.0
# The suite catches what is wrong in the smallest operator but for what the tier full alone shows, each family counts,
# and the threads do not.
include(${CMAKE_CURRENT_LIST_DIR}/scratch_runs.cmake)

# What reports print was measured for this spec, and is what comes out.
file(READ ${SPEC}/../reports/strength.json record)
string(JSON of_record GET "${record}" spec_digest)
foreach(tier smoke fast)
  string(JSON killed GET "${record}" operators npu_trans_quant_param ${tier} killed)
  string(JSON of GET "${record}" operators npu_trans_quant_param ${tier} of)
  set(${tier} "${tier} +[0-9]+\\.[0-9] % +${killed} of ${of} killed")
endforeach()

set(strength strength --spec ${SPEC} --op npu_trans_quant_param --reproducible)
expect(0 "fast" ${strength} --at-least 96 --jobs 1 --out one)
file(READ ${SCRATCH}/one/strength.json measured)
string(JSON of_spec GET "${measured}" spec_digest)
if(NOT of_record STREQUAL of_spec)
  message(FATAL_ERROR "reports/strength.json is of another spec. Measure again: npu-cts strength --record reports/strength.json")
endif()
expect(0 "${fast}: values 85/86, checks 14/19, .*stricter 69/69.*survives: OffsetRowShort" ${strength} --jobs 4 --out four)
expect(0 "fast +[5-9][0-9]\\.[0-9] %.*negative +0 .*survives: RoundModeTwo \\(checks\\): takes round_mode 2" ${strength} --without negative)
expect(1 "${smoke}" ${strength} --tier smoke --at-least 100)  # what a tier kills does not depend on the last that is measured
expect(0 "idle" ${strength} --every-case)

# Each data set kills what nothing else does, but for the default.
execute_process(COMMAND ${PROGRAM} ${strength} --by-data-set OUTPUT_VARIABLE sets WORKING_DIRECTORY ${SCRATCH})
string(REGEX MATCHALL "data/[a-z0-9-]+ +[0-9]+ +[0-9]+ +0 " idle "${sets}")
if(NOT idle MATCHES "^data/default +[0-9]+ +[0-9]+ +0 $")
  message(FATAL_ERROR "data sets that nothing needs, or none is counted: ${idle}\n${sets}")
endif()

expect(3 "no case is of the family 'negativ'" ${strength} --without negativ)
expect(3 "one/strength.md: error: this file is no record of scores, and is not overwritten" strength --spec ${SPEC} --record one/strength.md)
foreach(file strength.json strength.md strength.html)
  file(READ ${SCRATCH}/one/${file} one)
  file(READ ${SCRATCH}/four/${file} four)
  if(NOT one STREQUAL four OR NOT one MATCHES "OffsetWraps")
    message(FATAL_ERROR "${file} depends on the threads, or names no mutant")
  endif()
endforeach()

# Where the program was not built, the command says how.
file(COPY ${PROGRAM} DESTINATION ${SCRATCH}/alone)
execute_process(COMMAND ${SCRATCH}/alone/npu-cts strength RESULT_VARIABLE code ERROR_VARIABLE said)
if(NOT code EQUAL 3 OR NOT said MATCHES "there is no such program.*--target npu-cts-strength")
  message(FATAL_ERROR "without npu-cts-strength: exit code ${code}, and\n${said}")
endif()
