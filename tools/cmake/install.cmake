# `cmake --install build/release --prefix DIR`: the command, the suite it starts, and the spec, found from the program's place.
include(GNUInstallDirs)
install(TARGETS npu-cts npu-cts-suite npu-cts-worker RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY "${CMAKE_SOURCE_DIR}/spec" DESTINATION "${CMAKE_INSTALL_DATADIR}/npu-cts")
# What a plugin is built with: the header, and find_package(npu-cts) for the target npu-cts::plugin.
install(FILES "${CMAKE_SOURCE_DIR}/tools/plugin/npu_cts_plugin.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES "${CMAKE_SOURCE_DIR}/tools/cmake/npu-cts-config.cmake" DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/npu-cts")
install(DIRECTORY "${CMAKE_SOURCE_DIR}/tools/plugin/template" DESTINATION "${CMAKE_INSTALL_DATADIR}/npu-cts")
install(FILES "${CMAKE_SOURCE_DIR}/tools/plugin/README.md" DESTINATION "${CMAKE_INSTALL_DATADIR}/npu-cts/template")
# What a torch_npu user runs.
install(FILES "${CMAKE_SOURCE_DIR}/tools/adapter/npu_cts_torch.py" "${CMAKE_SOURCE_DIR}/tools/adapter/README.md"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/npu-cts/adapter")

add_test(NAME gate.package COMMAND "${CMAKE_COMMAND}"
  -D "BUILD=${CMAKE_BINARY_DIR}" -D "PREFIX=${CMAKE_BINARY_DIR}/package" -P "${CMAKE_SOURCE_DIR}/tools/cmake/package_test.cmake")
set_tests_properties(gate.package PROPERTIES LABELS gate)
