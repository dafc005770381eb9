# Builds the core of SOURCES and the engine of exported pages as WebAssembly, where `./quickstart wasm` does, and runs them in Node:
# the tests of the kernels, and searches and answers that are compared with those of the program TABIYA. FOLDER is for files.
cmake_minimum_required(VERSION 3.25)

find_program(NODE node)
if(NOT NODE)
  message(NOTICE "skipped: there is no node")
  return()
endif()
file(WRITE ${FOLDER}/probe.cpp "#include <vector>\nint main() { return std::vector<int>(1)[0]; }\n")
execute_process(COMMAND clang++-19 --target=wasm32-wasi -fno-exceptions ${FOLDER}/probe.cpp -o ${FOLDER}/probe.wasm
                RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
if(NOT failed EQUAL 0)
  message(NOTICE "skipped: there is no clang-19 for WebAssembly")
  return()
endif()

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
set(build ${SOURCES}/build/wasm)
run(${CMAKE_COMMAND} --preset wasm -S ${SOURCES})
run(${CMAKE_COMMAND} --build ${build} --target tabiya_c page_engine kernels_test.wasm)
run(${NODE} --no-warnings ${CMAKE_CURRENT_LIST_DIR}/run_program.mjs ${build}/tests/wasm/kernels_test.wasm)
run(${TABIYA} unpack ${SOURCES}/data/books/default.tbp --out ${FOLDER}/book.tbk --force)
run(${NODE} ${CMAKE_CURRENT_LIST_DIR}/module_test.mjs ${build}/core/c/tabiya.wasm ${TABIYA} ${SOURCES} ${FOLDER}/book.tbk)
file(REMOVE_RECURSE ${FOLDER}/page)
run(${TABIYA} explore shipped --export ${FOLDER}/page)
run(${NODE} ${CMAKE_CURRENT_LIST_DIR}/answers_test.mjs ${build}/tools/explorer/engine/engine.wasm ${TABIYA} ${FOLDER}/page)
