# A vendor and a certifier: the reference's plugin, a plugin that is wrong, a cheater with a recorded journal.
include(${CMAKE_CURRENT_LIST_DIR}/scratch_runs.cmake)

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
expect(0 "challenged, signed with SHA256:" certify good.jsonl --key vendor.pem -o good.tar.zst)
expect(0 "checked recompute: .*level: challenged" verify good.tar.zst --key vendor.pub --challenge ${today})
expect(0 "\"accepted\": true" verify good.tar.zst --format json)

# A report believes the counts that this user's programs remember. A certificate is held against a count of its own.
set(ENV{NPU_CTS_CACHE} ${SCRATCH}/cache)
expect(0 "report.md" report good.jsonl --out report)
file(READ ${SCRATCH}/cache/counts line)
string(REGEX REPLACE " .*" " 4444 5555" line "${line}")
string(SHA256 seal "${line}")
file(WRITE ${SCRATCH}/cache/counts "${line} ${seal}\n")
expect(0 "report.md" report good.jsonl --out report)
file(STRINGS ${SCRATCH}/report/report.md scope REGEX "of 4,444 cases planned")
if(NOT scope)
  message(FATAL_ERROR "the report counts anew")
endif()
expect(0 "of [0-9][0-9],[0-9]+ cases planned" verify good.tar.zst)
unset(ENV{NPU_CTS_CACHE})
expect(3 "refused by the check 'key'" verify good.tar.zst --key cheater.pub)
expect(3 "refused by the check 'challenge'" verify good.tar.zst --challenge ${earlier})
file(WRITE ${SCRATCH}/withdrawn.txt "# faulty\n0.1.0\n")
expect(3 "refused by the check 'withdrawn'" verify good.tar.zst --withdrawn withdrawn.txt)

# The vendor is wrong, and says so.
set(ENV{NPU_CTS_CONTRARY} refuses-everything)
set(ENV{NPU_CTS_CONTRARY_OF} ${PLUGIN})
expect(1 "fails" ${run} --driver plugin:${WRONG} --challenge ${today} --journal wrong.jsonl)
expect(1 "signed with" certify wrong.jsonl --key vendor.pem -o wrong.tar.zst)
expect(1 "checked signature" verify wrong.tar.zst --key vendor.pub --challenge ${today})

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

# A journal without a challenge is self-declared.
expect(0 "conforms" ${run} --driver plugin:${PLUGIN} --journal plain.jsonl)
expect(0 "self-declared, signed" certify plain.jsonl --key vendor.pem -o plain.tar.zst)
expect(0 "level: self-declared" verify plain.tar.zst)
expect(3 "its run had no challenge" verify plain.tar.zst --challenge ${today})
