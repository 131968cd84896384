# Installs the build tree BUILD to PREFIX, and asks the installed command about the installed law.
file(REMOVE_RECURSE "${PREFIX}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${PREFIX}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
foreach(file bin/npu-cts bin/npu-cts-suite bin/npu-cts-worker include/npu_cts_plugin.h share/npu-cts/spec/ops
    share/npu-cts/adapter/npu_cts_torch.py)
  if(NOT EXISTS "${PREFIX}/${file}")
    message(FATAL_ERROR "${file} is not installed")
  endif()
endforeach()
execute_process(COMMAND "${PREFIX}/bin/npu-cts" check WORKING_DIRECTORY "${PREFIX}" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${PREFIX}/bin/npu-cts" list --count --product atlas_a2 --mode eager WORKING_DIRECTORY "${PREFIX}" OUTPUT_VARIABLE cases COMMAND_ERROR_IS_FATAL ANY)
if(NOT cases MATCHES "[1-9]")
  message(FATAL_ERROR "the installed command lists no case: ${cases}")
endif()

# A newcomer's way: copy the template, build it in plain C, run a case on it.
set(plugin "${PREFIX}/plugin")
file(COPY "${PREFIX}/share/npu-cts/template/" DESTINATION "${plugin}")
execute_process(COMMAND "${CMAKE_COMMAND}" -S "${plugin}" -B "${plugin}/build" "-DCMAKE_PREFIX_PATH=${PREFIX}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${plugin}/build" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${PREFIX}/bin/npu-cts" run "npu_trans_quant_param/*" --op npu_trans_quant_param --product atlas_a2
  --release 26.1.0 --mode eager --driver "plugin:${plugin}/build/my_plugin.so" --jobs 1 --journal "${plugin}/run.jsonl"
  WORKING_DIRECTORY "${PREFIX}" OUTPUT_QUIET ERROR_VARIABLE said)
file(READ "${plugin}/run.jsonl" journal)
if(NOT journal MATCHES "\"status\":\"pass\",\"reason\":\"\",\"outcome\":\"completed\"")
  message(FATAL_ERROR "the template passes no case: ${said}")
endif()
