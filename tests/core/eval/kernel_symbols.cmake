# Fails if a kernel's object defines anything for others but its table of kernels: an inline function that was
# compiled for instructions that a machine lacks could become the one that the whole program calls.
#   cmake -D NM=nm -D OBJECTS=a.o;b.o… -P kernel_symbols.cmake
set(found 0)
foreach(object IN LISTS OBJECTS)
  if(NOT object MATCHES "eval/kernels/(sse41|avx2|avx512)[.]cpp[.]o$")
    continue()
  endif()
  math(EXPR found "${found} + 1")
  execute_process(COMMAND ${NM} --defined-only --extern-only ${object} OUTPUT_VARIABLE symbols
                  COMMAND_ERROR_IS_FATAL ANY)
  string(STRIP "${symbols}" symbols)
  string(REPLACE "\n" ";" symbols "${symbols}")
  list(LENGTH symbols count)
  if(NOT count EQUAL 1 OR NOT symbols MATCHES "Kernels")
    message(FATAL_ERROR "${object} defines more than its table: ${symbols}")
  endif()
endforeach()
if(NOT found EQUAL 3)
  message(FATAL_ERROR "expected the objects of three kernels, found ${found}")
endif()
