# SPDX-License-Identifier: Apache-2.0
# A vendor and a certifier: the reference's plugin, a plugin that is wrong, a cheater with a recorded journal.
include(${CMAKE_CURRENT_LIST_DIR}/scratch_runs.cmake)

# The spec of one operator: whoever judges a run plans all releases of the spec, which takes seconds for all operators.
file(COPY ${SPEC} DESTINATION ${SCRATCH})
file(GLOB operators ${SCRATCH}/spec/ops/*.yaml)
list(REMOVE_ITEM operators ${SCRATCH}/spec/ops/npu_trans_quant_param.yaml)
file(REMOVE ${operators})
set(ENV{NPU_CTS_SPEC} ${SCRATCH}/spec)

foreach(name vendor cheater)
  execute_process(COMMAND ${OPENSSL} genpkey -algorithm ed25519 -out ${name}.pem WORKING_DIRECTORY ${SCRATCH} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${OPENSSL} pkey -in ${name}.pem -pubout -out ${name}.pub WORKING_DIRECTORY ${SCRATCH} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
set(today 8d0c3f9c27a05be14d86f3b1c9a07e52)
set(earlier 00000000000000000000000000000000)
set(cases npu_trans_quant_param/atlas_a2/26.1.0/eager)
set(run run ${cases} --tier full --jobs 2 -q)

# The vendor is honest.
expect(0 "conforms in its scope" ${run} --driver plugin:${PLUGIN} --challenge ${today} --journal good.jsonl)
expect(0 "challenged, signed with SHA256:.*kill score: not measured for this spec" certify good.jsonl --key vendor.pem -o good.tar.zst)
expect(0 "checked recompute: [0-9,]+ of [0-9,]+ cases with outputs, .*level: challenged" verify good.tar.zst --key vendor.pub --challenge ${today})
expect(0 "kill score: not measured for this spec" verify good.tar.zst)
expect(0 "\"accepted\": true" verify good.tar.zst --format json)
expect(0 "signed with" certify good.jsonl --key vendor.pem -o good.tar.zst)  # a certificate takes the place of one, and of nothing else
foreach(other vendor.pem good.jsonl)
  expect(3 "^${other}: error: this file is no certificate, and is not overwritten[^\n]*\n  why: [^\n]*\n  hint: " certify good.jsonl --key vendor.pem -o ${other})
endforeach()
expect(3 "^good.tar.zst: error: this file is no journal, and is not overwritten" ${run} --journal good.tar.zst)
# The certifier attaches the backend, and has a sample answered again.
expect(0 "checked replay: .*level: witnessed" verify good.tar.zst --key vendor.pub --challenge ${today} --replay 5% --driver plugin:${PLUGIN})
expect(0 "checked recompute: 20 of .*checked replay: the attached backend answers 20 of [0-9,]+ cases, .*level: witnessed"
  verify good.tar.zst --challenge ${today} --recompute 0.001% --replay 0.001 --driver plugin:${PLUGIN})
foreach(share nan 0 0% -1% 100.5 inf 1e-400 5%% %)
  expect(3 "--recompute: '${share}' is no share above 0% and up to 100%.*why: .*hint: " verify good.tar.zst --challenge ${today} --recompute=${share})
  expect(3 "--replay: '${share}' is no share" verify good.tar.zst --challenge ${today} --replay=${share} --driver plugin:${PLUGIN})
endforeach()
expect(0 "level: challenged" verify good.tar.zst --replay 5% --driver plugin:${PLUGIN})
expect(3 "refused by the check 'replay': the attached backend is another" verify good.tar.zst --challenge ${today} --replay 5 --driver reference)

# A backend that does not start says nothing against the certificate.
expect(4 "nowhere.so" verify good.tar.zst --challenge ${today} --replay 5 --driver plugin:nowhere.so)

# A report believes the counts that this user's programs remember. A certificate is held against a count of its own.
set(ENV{NPU_CTS_CACHE} ${SCRATCH}/cache)
expect(0 "report.md" report good.jsonl --out report)
file(GLOB counted ${SCRATCH}/cache/counted/*)
foreach(file ${counted})
  cmake_path(GET file FILENAME name)
  string(SHA256 seal "${name}4444 5555")
  file(WRITE ${file} "${seal}4444 5555")
endforeach()
expect(0 "report.md" report good.jsonl --out report)
file(STRINGS ${SCRATCH}/report/report.md scope REGEX "of 4,444 cases planned")
if(NOT scope)
  message(FATAL_ERROR "the report counts anew")
endif()
expect(0 "of [0-9,]+ cases planned" verify good.tar.zst)

# A report believes the plans, too. A certificate is held against a plan of its own.
expect(0 "^[0-9]+\n$" list --count --tier full ${cases})
execute_process(COMMAND ${PYTHON} -c "
import hashlib, pathlib
for file in pathlib.Path('cache/plans').iterdir():
    bytes = b'\\0' * 24  # no case, no gap, no covering array
    file.write_bytes(hashlib.sha256(file.name.encode() + bytes).hexdigest().encode() + bytes)
" WORKING_DIRECTORY ${SCRATCH} COMMAND_ERROR_IS_FATAL ANY)
expect(5 "nothing to list" list --count --tier full)
expect(3 "cases[ \n]+that its plan does not have" report good.jsonl --out report)
expect(0 "conforms" certify good.jsonl --key vendor.pem -o afresh.tar.zst)
expect(0 "level: challenged" verify afresh.tar.zst --key vendor.pub --challenge ${today})
expect(0 "trend.md" trend . --out trend)
set(ENV{NPU_CTS_CACHE} off)
expect(3 "refused by the check 'key'" verify good.tar.zst --key cheater.pub)
expect(3 "refused by the check 'challenge'.*hint: ask for a run with '--challenge' and this nonce" verify good.tar.zst --challenge ${earlier})
file(WRITE ${SCRATCH}/none.txt "# none so far\n")
expect(0 "checked withdrawn: the suite was not withdrawn" verify good.tar.zst --withdrawn none.txt)
file(WRITE ${SCRATCH}/withdrawn.txt "# faulty\n0.1.0\n")
expect(3 "refused by the check 'withdrawn'" verify good.tar.zst --withdrawn withdrawn.txt)

# The vendor is wrong, and says so.
set(ENV{NPU_CTS_CONTRARY} refuses-everything)
set(ENV{NPU_CTS_CONTRARY_OF} ${PLUGIN})
expect(1 "fails" ${run} --driver plugin:${WRONG} --challenge ${today} --journal wrong.jsonl)
expect(1 "signed with" certify wrong.jsonl --key vendor.pem -o wrong.tar.zst)
expect(1 "checked signature" verify wrong.tar.zst --key vendor.pub --challenge ${today})

# Its failures are known, up to a day.
expect(0 "known.yaml" expect known.yaml wrong.jsonl --update --reason r --link l --owner o --expires 2099-12-31)
expect(0 "signed with" certify wrong.jsonl --key vendor.pem --expectations known.yaml -o known.tar.zst)
expect(0 "known failures: judged by .*, the day of the run, and by 2099-12-31" verify known.tar.zst --as-of 2099-12-31)
expect(3 "refused by the check 'expiry'" verify known.tar.zst --as-of 2100-01-01)

# A backend answers in another way when the certifier looks.
set(ENV{NPU_CTS_CONTRARY} "")
expect(0 "conforms in its scope" ${run} --driver plugin:${WRONG} --challenge ${today} --journal posing.jsonl)
expect(0 "challenged, signed" certify posing.jsonl --key vendor.pem -o posing.tar.zst)
expect(0 "level: witnessed" verify posing.tar.zst --challenge ${today} --replay 1% --driver plugin:${WRONG})
set(ENV{NPU_CTS_CONTRARY} refuses-everything)
expect(3 "refused by the check 'replay': '.*' ends as fail" verify posing.tar.zst --challenge ${today} --replay 1% --driver plugin:${WRONG})

# A cheater has a journal of an earlier challenge, writes the new one into it, and links and signs it anew.
expect(0 "conforms" ${run} --driver plugin:${PLUGIN} --challenge ${earlier} --journal recorded.jsonl)
execute_process(COMMAND ${PYTHON} -c "
import hashlib, re, sys
head = ''
for number, line in enumerate(open('recorded.jsonl', encoding='utf-8'), 1):
    line = line.replace('${earlier}', '${today}')
    line = re.sub(r',\"line\":\\d+,\"chain\":\"[0-9a-f]+\"}\\n$', '', line) + ',\"line\":%d' % number
    head = hashlib.sha256((head + line).encode()).hexdigest()
    sys.stdout.write('%s,\"chain\":\"%s\"}\\n' % (line, head))
" WORKING_DIRECTORY ${SCRATCH} OUTPUT_FILE replayed.jsonl COMMAND_ERROR_IS_FATAL ANY)
expect(0 "challenged" certify replayed.jsonl --key cheater.pem -o replayed.tar.zst)
expect(3 "refused by the check 'recompute': the outputs of" verify replayed.tar.zst --challenge ${today} --recompute 100)
expect(3 "refused by the check 'recompute': the outputs of" verify replayed.tar.zst --challenge ${today})

# What is planned by default is not everything.
expect(0 "tier fast" run ${cases} --jobs 2 --driver plugin:${PLUGIN} --journal fast.jsonl)
expect(3 "a run of the tier fast is not certified" certify fast.jsonl --key vendor.pem -o fast.tar.zst)

# A part of a run speaks for no run, and refusals alone for no implementation.
expect(0 "conforms in its scope" ${run} --shard 1/2 --driver plugin:${PLUGIN} --journal part.jsonl)
expect(3 "the journals lack a part of their run: --shard 2/2" certify part.jsonl --key vendor.pem -o part.tar.zst)
expect(3 "the journals lack a part of their run: --shard 2/2" report part.jsonl --out part --exit-code)
expect(0 "report.md" report part.jsonl --out part)
expect(0 "conforms in its scope" ${run} --family negative --driver plugin:${PLUGIN} --journal refusals.jsonl)
expect(3 "the run has no documented call" certify refusals.jsonl --key vendor.pem -o refusals.tar.zst)

# A journal without a challenge is self-declared. Compressed, it is the same to every command.
expect(0 "conforms" ${run} --driver plugin:${PLUGIN} --journal plain.jsonl.zst)
expect(0 "self-declared, signed" certify plain.jsonl.zst --key vendor.pem -o plain.tar.zst)
expect(0 "level: self-declared" verify plain.tar.zst)
expect(3 "its run had no challenge" verify plain.tar.zst --challenge ${today})
expect(0 "level: self-declared" verify plain.tar.zst --replay 1% --driver plugin:${PLUGIN})

# The history of the vendor.
expect(0 "changed data: challenge.*same: " diff plain.jsonl.zst good.tar.zst)
expect(1 "changed backend: backend.*newly failing: .*\\[data, backend\\]" diff plain.tar.zst wrong.tar.zst --exit-code)
file(MAKE_DIRECTORY ${SCRATCH}/runs)
file(COPY ${SCRATCH}/good.tar.zst ${SCRATCH}/wrong.jsonl ${SCRATCH}/plain.jsonl.zst DESTINATION ${SCRATCH}/runs)
# What looks at one case, or runs failures again, is no run of its own. It would be the last, and have the badge.
expect(1 "again.jsonl" run --failed runs/wrong.jsonl --journal runs/again.jsonl -q)
expect(0 "left out, as no run of its own: again.jsonl .a list of [0-9]+ lines?.\n.*trend/badge.svg" trend runs --out trend)
file(READ ${SCRATCH}/trend/trend.md page)
if(NOT page MATCHES "good.tar.zst.*challenged.*plain.jsonl.zst" OR NOT page MATCHES "wrong.jsonl")
  message(FATAL_ERROR "the page of the trend lacks a run:\n${page}")
endif()
file(READ ${SCRATCH}/trend/badge.svg badge)
if(badge MATCHES "conforms" OR NOT badge MATCHES " of .* cases pass")
  message(FATAL_ERROR "the badge of a part says more than its part:\n${badge}")
endif()

# The vendor beside itself: one page with the scores, a link to the trend of both runs, and a badge of each.
expect(0 "compare.html" compare plain.jsonl.zst wrong.jsonl --history runs --out compared)
file(READ ${SCRATCH}/compared/compare.md page)
foreach(said "(trend.md)" "badge-plain.svg" "badge-wrong.svg" "does not conform" "npu-cts compare plain.jsonl.zst wrong.jsonl --history runs --out DIR")
  string(FIND "${page}" "${said}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "the page that compares does not say '${said}':\n${page}")
  endif()
endforeach()
file(READ ${SCRATCH}/trend/trend.md alone)
file(READ ${SCRATCH}/compared/trend.md beside)
if(NOT alone STREQUAL beside)
  message(FATAL_ERROR "compare --history writes another trend than the command trend:\n${beside}")
endif()
expect(3 "plain.jsonl.zst: error: the journal is given twice" compare plain.jsonl.zst wrong.jsonl ./plain.jsonl.zst --out compared)
expect(3 "nowhere" compare plain.jsonl.zst --history nowhere --out compared)
