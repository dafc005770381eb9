# What every target of the project has in common: warnings, sanitizers, and includes from the root
# of the repository ("codec/bits.h"), so that an include names the layer that it reaches into.
# -Wrestrict is off: g++ 12 reports it wrongly for operator+ of strings (GCC bug 105651).
# -Wshorten-64-to-32 is off: in WebAssembly sizes have 32 bits.
# With sanitizers g++ warns of much that is not so: warnings are for the other builds. What it adds for null, vptr, alignment
# and pointer-overflow takes a third of the time to compile; the address sanitizer reports null pointers and what lies outside
# of an object, and the fuzzers, by clang, have all four.
function(tabiya_target target)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/tabiya>)
  if(TABIYA_SANITIZE)
    target_compile_options(${target} PRIVATE -w PUBLIC -fsanitize=${TABIYA_SANITIZE} -fno-omit-frame-pointer
                           -fno-sanitize-recover=all
                           $<$<CXX_COMPILER_ID:GNU>:-fno-sanitize=null,vptr,alignment,pointer-overflow>)
    target_link_options(${target} PUBLIC -fsanitize=${TABIYA_SANITIZE})
  else()
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                           $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<BOOL:${TABIYA_WASM}>:-Wno-shorten-64-to-32>
                           $<$<BOOL:${TABIYA_WERROR}>:-Werror>)
  endif()
endfunction()

# How code is compiled in which little time is spent; that in which less is spent than it takes to optimise it: the tests of
# tools/, what makes the corpus of the fuzzers, and tools/ itself under sanitizers.
set(TABIYA_OPTIONS_OF_COLD_CODE $<$<CONFIG:Release>:-O1;-finline-small-functions>)
set(TABIYA_UNOPTIMISED $<$<NOT:$<BOOL:${TABIYA_FUZZERS}>>:-O0>)
set(TABIYA_OPTIONS_OF_TOOLS ${TABIYA_OPTIONS_OF_COLD_CODE})
if(TABIYA_SANITIZE)
  set(TABIYA_OPTIONS_OF_TOOLS ${TABIYA_UNOPTIMISED})
endif()

# tabiya_library(name SOURCES... ): the static library tabiya_<name>, known as tabiya::<name>.
function(tabiya_library name)
  add_library(tabiya_${name} STATIC ${ARGN})
  add_library(tabiya::${name} ALIAS tabiya_${name})
  tabiya_target(tabiya_${name})
endfunction()

# tabiya_export(name): the library is installed, known as tabiya::<name> elsewhere too.
function(tabiya_export name)
  set_target_properties(tabiya_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(tabiya_${name} PUBLIC cxx_std_20)
  install(TARGETS tabiya_${name} EXPORT TabiyaTargets COMPONENT development)
endfunction()

# tabiya_installed_library(name): the same, with the headers of the folder that it is in.
function(tabiya_installed_library name)
  tabiya_export(${name})
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME folder)
  install(DIRECTORY . DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tabiya/${folder} COMPONENT development
          FILES_MATCHING PATTERN "*.h")
endfunction()

# tabiya_module(name SOURCE LIBRARIES...): lib/tabiya/<name>.so, a part of the program that it loads only where it is
# used (tools/cli/version.h), in the build tree and when installed. A Debian package of its own: tabiya-<name>.
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
  if(TABIYA_WASM)
    return()
  endif()
  set_target_properties(tabiya_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                        VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# tabiya_test(name LIBRARIES... [THREADS] [UNSANITIZED] [DEFINITIONS ...] [DEPENDS targets...]): <name>.cpp joins the
# GoogleTest program of its folder, tests/core/board -> core_board_tests, which is one test of CTest, or as many as
# TABIYA_TEST_SHARDS says in that folder.
#   THREADS      It runs on threads, and joins <folder>_threads_tests: the preset tsan builds these programs (the target
#                threaded_tests) and runs them (the label threads).
#   UNSANITIZED  It starts compilers, shells or browsers; builds with sanitizers leave it out.
# Each source has a namespace of its own, named as the file, since several are compiled at a time (tabiya_unite).
function(tabiya_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "THREADS;UNSANITIZED" "" "DEFINITIONS;DEPENDS")
  if(arg_UNSANITIZED AND TABIYA_SANITIZE)
    return()
  endif()
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/tests OUTPUT_VARIABLE folder)
  string(REPLACE "/" "_" program ${folder})
  if(program STREQUAL ".")
    set(program project)
  endif()
  if(arg_THREADS)
    string(APPEND program _threads)
  endif()
  if(NOT TARGET ${program}_tests)
    add_executable(${program}_tests)
    tabiya_target(${program}_tests)
    if(program MATCHES "^tools")
      target_compile_options(${program}_tests PRIVATE ${TABIYA_UNOPTIMISED})
    else()
      target_compile_options(${program}_tests PRIVATE ${TABIYA_OPTIONS_OF_COLD_CODE})
    endif()
    set_target_properties(${program}_tests PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL tabiya_unite ${program}_tests)")
    target_link_libraries(${program}_tests PRIVATE tabiya::checkout GTest::gmock GTest::gtest_main)
    set(shards ${TABIYA_TEST_SHARDS})
    if(NOT shards)
      set(shards 1)
    endif()
    foreach(shard RANGE 1 ${shards})
      math(EXPR index "${shard} - 1")
      set(test ${program})
      if(shards GREATER 1)
        set(test ${program}_${shard}_of_${shards})
      endif()
      add_test(NAME ${test} COMMAND ${program}_tests)
      set_tests_properties(${test} PROPERTIES TIMEOUT 2400 COST ${shards}0
                           ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index}")
      if(arg_THREADS)
        set_tests_properties(${test} PROPERTIES LABELS threads)
      endif()
    endforeach()
    if(arg_THREADS)
      add_dependencies(threaded_tests ${program}_tests)
    endif()
  endif()
  target_sources(${program}_tests PRIVATE ${name}.cpp)
  target_link_libraries(${program}_tests PRIVATE ${arg_UNPARSED_ARGUMENTS})
  target_compile_definitions(${program}_tests PRIVATE ${arg_DEFINITIONS})
  if(arg_DEPENDS)
    add_dependencies(${program}_tests ${arg_DEPENDS})
  endif()
endfunction()

# tabiya_unite(target): compiles its sources several at a time, those of a folder together, since parsing what they include
# takes most of the time. A source with definitions of its own, or with the property SKIP_UNITY_BUILD_INCLUSION, stays
# alone. Not by CMake's UNITY_BUILD, whose files name their sources by absolute paths, so that no other checkout finds them
# in the compiler's cache.
function(tabiya_unite target)
  if(NOT TABIYA_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  get_target_property(base ${target} SOURCE_DIR)
  set(groups "")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${base} NORMALIZE)
    foreach(property SKIP_UNITY_BUILD_INCLUSION GENERATED COMPILE_DEFINITIONS COMPILE_OPTIONS)
      get_source_file_property(${property} ${source} TARGET_DIRECTORY ${target} ${property})
    endforeach()
    if(SKIP_UNITY_BUILD_INCLUSION OR GENERATED OR COMPILE_DEFINITIONS OR NOT source MATCHES "\\.cpp$")
      continue()
    endif()
    cmake_path(GET source PARENT_PATH folder)
    string(MD5 group "${folder} ${COMPILE_OPTIONS}")
    list(APPEND groups ${group})
    list(APPEND sources_of_${group} ${source})
    set(options_of_${group} "${COMPILE_OPTIONS}")
  endforeach()
  list(REMOVE_DUPLICATES groups)
  foreach(group IN LISTS groups)
    tabiya_unite_group(${target} "${options_of_${group}}" ${sources_of_${group}})
  endforeach()
endfunction()

# tabiya_unite_group(target options SOURCES...): eight of the sources, 16 where they are tests, to a file that includes them,
# compiled with the options.
function(tabiya_unite_group target options)
  set(sources ${ARGN})
  set(at_a_time 8)
  if(target MATCHES "_tests$")
    set(at_a_time 16)
  endif()
  list(LENGTH sources left)
  while(left GREATER 1)
    list(SUBLIST sources 0 ${at_a_time} batch)
    list(REMOVE_ITEM sources ${batch})
    list(LENGTH sources left)
    set(includes "")
    foreach(source IN LISTS batch)
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
      string(APPEND includes "#include \"${name}\"\n")
    endforeach()
    list(GET batch 0 first)
    cmake_path(RELATIVE_PATH first BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
    set(file ${PROJECT_BINARY_DIR}/united/${target}/${name})
    file(CONFIGURE OUTPUT ${file} CONTENT "${includes}")
    target_sources(${target} PRIVATE ${file})
    set_source_files_properties(${batch} TARGET_DIRECTORY ${target} PROPERTIES HEADER_FILE_ONLY ON)
    if(options)
      set_source_files_properties(${file} TARGET_DIRECTORY ${target} PROPERTIES COMPILE_OPTIONS "${options}")
    endif()
  endwhile()
endfunction()
