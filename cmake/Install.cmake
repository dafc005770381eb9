# What `cmake --install` writes beside the program and the libraries: the data, and what find_package(Tabiya) reads.
install(DIRECTORY data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tabiya/data USE_SOURCE_PERMISSIONS)
# The Python module and its example.
install(DIRECTORY tools/python/tabiya DESTINATION lib/python3/dist-packages COMPONENT python PATTERN __pycache__ EXCLUDE)
install(DIRECTORY tools/python/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/python3-tabiya COMPONENT python)
# What makes exported pages live, where the preset wasm has built it (page_engine_path() in tools/assets/shipped.h).
install(FILES build/wasm/tools/explorer/engine/engine.js DESTINATION ${CMAKE_INSTALL_DATADIR}/tabiya/explorer OPTIONAL)

# A build with sanitizers is not installed for others: it may hold a oneTBB of its own.
if(TABIYA_SANITIZE)
  return()
endif()

include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Tabiya)
install(EXPORT TabiyaTargets NAMESPACE tabiya:: DESTINATION ${package_folder} COMPONENT development)
configure_package_config_file(cmake/TabiyaConfig.cmake.in ${PROJECT_BINARY_DIR}/TabiyaConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
# Before 1.0 any minor version may change what is declared.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/TabiyaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/TabiyaConfig.cmake ${PROJECT_BINARY_DIR}/TabiyaConfigVersion.cmake
        DESTINATION ${package_folder} COMPONENT development)
