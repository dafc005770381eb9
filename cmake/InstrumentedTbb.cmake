# oneTBB compiled with the thread sanitizer, in the place of the installed library: that one's synchronisation
# the sanitizer does not see, so that all that a task reads would count as a race with who spawned it.
#
# The sources are those of Debian's package, unless TABIYA_TBB_SOURCE names a folder with them.
set(TABIYA_TBB_SOURCE "" CACHE PATH "The sources of oneTBB for the thread sanitizer; empty for Debian's")
set(folder ${TABIYA_TBB_SOURCE})
if(NOT folder)
  set(folder ${PROJECT_BINARY_DIR}/onetbb)
  if(NOT EXISTS ${folder})
    message(STATUS "Fetching the sources of oneTBB")
    execute_process(COMMAND ${PROJECT_SOURCE_DIR}/cmake/debian_source onetbb ${folder} COMMAND_ERROR_IS_FATAL ANY)
  endif()
endif()

file(GLOB sources ${folder}/src/tbb/*.cpp)
if(NOT sources)
  message(FATAL_ERROR "${folder} holds no sources of oneTBB; set TABIYA_TBB_SOURCE to a folder that does")
endif()
find_package(Threads REQUIRED)
add_library(tbb STATIC EXCLUDE_FROM_ALL ${sources})
add_library(TBB::tbb ALIAS tbb)
target_include_directories(tbb SYSTEM PUBLIC ${folder}/include)
target_compile_definitions(tbb PRIVATE __TBB_BUILD)
target_compile_options(tbb PRIVATE -w -fsanitize=thread $<$<STREQUAL:${CMAKE_SYSTEM_PROCESSOR},x86_64>:-mrtm -mwaitpkg>)
target_link_libraries(tbb PUBLIC Threads::Threads ${CMAKE_DL_LIBS})
# find_package(TBB) is content with it.
file(WRITE ${CMAKE_FIND_PACKAGE_REDIRECTS_DIR}/tbb-config.cmake "")
