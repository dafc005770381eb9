# What every target of the project has in common: warnings, sanitizers, and includes from the root
# of the repository ("codec/bits.h"), so that an include names the layer that it reaches into.
# -Wrestrict is off: g++ 12 reports it wrongly for operator+ of strings (GCC bug 105651).
# With sanitizers g++ warns of much that is not so: warnings are for the other builds.
function(tabiya_target target)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/tabiya>)
  if(TABIYA_SANITIZE)
    target_compile_options(${target} PRIVATE -w PUBLIC -fsanitize=${TABIYA_SANITIZE} -fno-omit-frame-pointer
                           -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${TABIYA_SANITIZE})
  else()
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                           $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
                           $<$<BOOL:${TABIYA_WERROR}>:-Werror>)
  endif()
endfunction()

# tabiya_library(name SOURCES... ): the static library tabiya_<name>, known as tabiya::<name>.
function(tabiya_library name)
  add_library(tabiya_${name} STATIC ${ARGN})
  add_library(tabiya::${name} ALIAS tabiya_${name})
  tabiya_target(tabiya_${name})
endfunction()

# tabiya_installed_library(name): the library, known as tabiya::<name> elsewhere too, with the headers of the
# folder that it is in.
function(tabiya_installed_library name)
  set_target_properties(tabiya_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(tabiya_${name} PUBLIC cxx_std_20)
  install(TARGETS tabiya_${name} EXPORT TabiyaTargets COMPONENT development)
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME folder)
  install(DIRECTORY . DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tabiya/${folder} COMPONENT development
          FILES_MATCHING PATTERN "*.h")
endfunction()

# tabiya_module(name SOURCE LIBRARIES...): lib/tabiya/<name>.so, a part of the program that it loads only where it is
# used (tools/cli/program_module.h), in the build tree and when installed. A Debian package of its own: tabiya-<name>.
function(tabiya_module name source)
  add_library(tabiya_${name} MODULE ${source})
  tabiya_target(tabiya_${name})
  target_link_libraries(tabiya_${name} PRIVATE ${ARGN})
  target_link_options(tabiya_${name} PRIVATE -Wl,--no-undefined)  # found out now, not by who loads it
  set_target_properties(tabiya_${name} PROPERTIES PREFIX "" OUTPUT_NAME ${name}
                        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib/tabiya)
  install(TARGETS tabiya_${name} LIBRARY DESTINATION lib/tabiya COMPONENT ${name})
  set_property(GLOBAL APPEND PROPERTY TABIYA_MODULES ${name})
  add_dependencies(tabiya tabiya_${name})
endfunction()

# tabiya_part_of_shared_library(name): the library goes into libtabiya.so (core/c), too, out of which its names are
# not seen.
function(tabiya_part_of_shared_library name)
  set_target_properties(tabiya_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                        VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# tabiya_test(name LIBRARIES... ): a GoogleTest program from <name>.cpp, linked to LIBRARIES, each of
# its tests known to CTest. In a folder that sets TABIYA_TESTS_OF_THREADS it is of those that the preset
# tsan builds (the target threaded_tests) and runs (the label threads).
function(tabiya_test name)
  add_executable(${name} ${name}.cpp)
  tabiya_target(${name})
  target_link_libraries(${name} PRIVATE ${ARGN} tabiya::shared_files GTest::gmock GTest::gtest_main)
  set(label "")
  if(TABIYA_TESTS_OF_THREADS)
    set(label LABELS threads)
    add_dependencies(threaded_tests ${name})
  endif()
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600 ${label})
endfunction()
