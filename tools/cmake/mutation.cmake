# SPDX-License-Identifier: Apache-2.0
# npu_cts_mutated(OUT FILE…): sets OUT to the files; those whose path below the root NPU_CTS_MUTATED matches, a regular
# expression, are taken with a switch at each operator, constant and statement (tools/mutation).
function(npu_cts_mutated out)
  set(files ${ARGN})
  set(tool "${CMAKE_SOURCE_DIR}/tools/mutation/mutate.py")
  foreach(file IN LISTS files)
    get_filename_component(path "${file}" ABSOLUTE)
    file(RELATIVE_PATH name "${CMAKE_SOURCE_DIR}" "${path}")
    if(NOT name MATCHES "${NPU_CTS_MUTATED}")
      continue()
    endif()
    set(written "${CMAKE_BINARY_DIR}/mutated/${name}")
    add_custom_command(OUTPUT "${written}"
      COMMAND /usr/bin/python3 "${tool}" "${path}" --root "${CMAKE_SOURCE_DIR}" --out "${written}" -DFMT_SHARED
      DEPENDS "${path}" "${tool}" "${CMAKE_SOURCE_DIR}/tools/mutation/mutant_switch.h" VERBATIM)
    set_source_files_properties("${written}" PROPERTIES COMPILE_OPTIONS "-w;-Wno-error;-Wno-narrowing" SKIP_UNITY_BUILD_INCLUSION ON)
    list(TRANSFORM files REPLACE "^${file}$" "${written}")
  endforeach()
  set(${out} ${files} PARENT_SCOPE)
endfunction()
