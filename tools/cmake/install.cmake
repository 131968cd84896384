# `cmake --install build/release --prefix DIR`: the command, the suite it starts, and the law, found from the program's place.
include(GNUInstallDirs)
install(TARGETS npu-cts npu-cts-suite RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY "${CMAKE_SOURCE_DIR}/spec" DESTINATION "${CMAKE_INSTALL_DATADIR}/npu-cts")

add_test(NAME gate.package COMMAND "${CMAKE_COMMAND}"
  -D "BUILD=${CMAKE_BINARY_DIR}" -D "PREFIX=${CMAKE_BINARY_DIR}/package" -P "${CMAKE_SOURCE_DIR}/tools/cmake/package_test.cmake")
set_tests_properties(gate.package PROPERTIES LABELS gate)
