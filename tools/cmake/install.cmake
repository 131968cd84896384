# SPDX-License-Identifier: Apache-2.0
# `cmake --install build/release --prefix DIR`: the command, the suite it starts, and the spec, found from the program's place.
# `cpack --preset tarball` and `cpack --preset deb` pack the same. The tarball carries its shared libraries too.
include(GNUInstallDirs)
set(programs npu-cts npu-cts-suite npu-cts-worker npu-cts-fuzz npu-cts-strength)
# The old tag: libraries that come along find theirs by it, too.
foreach(program ${programs})
  target_link_options(${program} PRIVATE -Wl,--disable-new-dtags)
  target_sources(${program} PRIVATE "${CMAKE_SOURCE_DIR}/tools/cmake/arc4random.cpp")
endforeach()
set_target_properties(${programs} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/npu-cts")
install(TARGETS ${programs} RUNTIME_DEPENDENCY_SET npu_cts_libraries RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY "${CMAKE_SOURCE_DIR}/spec" DESTINATION "${CMAKE_INSTALL_DATADIR}/npu-cts")
install(FILES "${CMAKE_SOURCE_DIR}/reports/strength.json" "${CMAKE_SOURCE_DIR}/reports/machine_mutants.json" DESTINATION "${CMAKE_INSTALL_DATADIR}/npu-cts")
install(FILES "${CMAKE_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright)
# What a plugin is built with: the header, and find_package(npu-cts) for the target npu-cts::plugin and its CTest gates.
install(FILES "${CMAKE_SOURCE_DIR}/tools/plugin/npu_cts_plugin.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES "${CMAKE_SOURCE_DIR}/tools/cmake/npu-cts-config.cmake" DESTINATION "${CMAKE_INSTALL_DATADIR}/cmake/npu-cts")
# The guide is the README of the installed template: one file alone may have that name.
install(DIRECTORY "${CMAKE_SOURCE_DIR}/tools/plugin/template" DESTINATION "${CMAKE_INSTALL_DATADIR}/npu-cts" PATTERN README.md EXCLUDE)
install(FILES "${CMAKE_SOURCE_DIR}/tools/plugin/README.md" DESTINATION "${CMAKE_INSTALL_DATADIR}/npu-cts/template")
install(DIRECTORY "${CMAKE_SOURCE_DIR}/tools/ci" DESTINATION "${CMAKE_INSTALL_DATADIR}/npu-cts" USE_SOURCE_PERMISSIONS PATTERN "*_test.*" EXCLUDE)
# What a torch_npu user runs.
install(FILES "${CMAKE_SOURCE_DIR}/tools/adapter/npu_cts_torch.py" "${CMAKE_SOURCE_DIR}/tools/adapter/README.md"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/npu-cts/adapter")
# What a Python user imports; the adapter and the driver python:FILE find it there. And the adapter as one file, to be copied.
install(DIRECTORY "${CMAKE_SOURCE_DIR}/tools/python/npu_cts" DESTINATION "${CMAKE_INSTALL_DATADIR}/npu-cts/python" FILES_MATCHING PATTERN "*.py")
install(PROGRAMS "${CMAKE_BINARY_DIR}/npu_cts_torch.pyz" DESTINATION "${CMAKE_INSTALL_DATADIR}/npu-cts/adapter")
# Of the tarball alone: every shared library but those of the C library and of its unwinder, which belong to the host's loader.
install(RUNTIME_DEPENDENCY_SET npu_cts_libraries
  POST_EXCLUDE_REGEXES "/(ld-linux[^/]*|libc|libm|libpthread|libdl|librt|libgcc_s)\\.so\\.[0-9]+$"
  LIBRARY DESTINATION lib/npu-cts COMPONENT libraries EXCLUDE_FROM_ALL)
install(CODE "execute_process(COMMAND \"${NPU_CTS_NUMPY_PYTHON}\" -B \"${CMAKE_SOURCE_DIR}/tools/cmake/older_libc.py\"
  \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/npu-cts/libstdc++.so.6\" COMMAND_ERROR_IS_FATAL ANY)"
  COMPONENT libraries EXCLUDE_FROM_ALL)

set(CPACK_PACKAGE_VENDOR "npu-cts")
set(CPACK_PACKAGE_CONTACT "the npu-cts maintainers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "conformance suite for NPU operators")
set(CPACK_PACKAGE_FILE_NAME "npu-cts-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PROJECT_CONFIG_FILE "${CMAKE_SOURCE_DIR}/tools/cmake/cpack.cmake")
include(CPack)

set(package_test "${CMAKE_COMMAND}" -D "BUILD=${CMAKE_BINARY_DIR}")
add_test(NAME gate.package COMMAND ${package_test} -D "PREFIX=${CMAKE_BINARY_DIR}/package" -P "${CMAKE_SOURCE_DIR}/tools/cmake/package_test.cmake")
add_test(NAME gate.tarball COMMAND ${package_test} -P "${CMAKE_SOURCE_DIR}/tools/cmake/tarball_test.cmake")
add_test(NAME gate.ci COMMAND ${package_test} -D "SOURCE=${CMAKE_SOURCE_DIR}" -P "${CMAKE_SOURCE_DIR}/tools/cmake/ci_test.cmake")
add_test(NAME gate.page COMMAND ${package_test} -P "${CMAKE_SOURCE_DIR}/tools/cmake/page_test.cmake")
add_test(NAME gate.wheel COMMAND ${NPU_CTS_NUMPY_PYTHON} -B "${CMAKE_SOURCE_DIR}/tools/python/wheel_test.py" "${CMAKE_BINARY_DIR}/tarball")
add_test(NAME gate.machines COMMAND ${package_test} -D "SOURCE=${CMAKE_SOURCE_DIR}" -D "BIN=$<TARGET_FILE_DIR:npu-cts>" -D "SCRATCH=${CMAKE_BINARY_DIR}/machines"
  -P "${CMAKE_SOURCE_DIR}/tools/ci/machines_test.cmake")
add_test(NAME system.slurm COMMAND "${CMAKE_SOURCE_DIR}/tools/ci/slurm_test.sh" "$<TARGET_FILE:npu-cts>" "${CMAKE_BINARY_DIR}/slurm")
set_tests_properties(system.slurm PROPERTIES LABELS system SKIP_REGULAR_EXPRESSION "^skipped: " COST 20)
set_tests_properties(gate.package gate.tarball gate.ci gate.page gate.wheel gate.machines PROPERTIES LABELS gate)
set_tests_properties(gate.tarball PROPERTIES FIXTURES_SETUP tarball)
set_tests_properties(gate.ci gate.page gate.wheel gate.machines PROPERTIES FIXTURES_REQUIRED tarball)
set_tests_properties(gate.page gate.wheel PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped: ")
