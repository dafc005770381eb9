# Compiling to WebAssembly with Debian's clang. There are no threads, and exceptions for the page's engine alone: cmake/wasm/
# says what they are instead.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_FLAGS_INIT "-fno-rtti -msimd128 -D_WASI_EMULATED_PROCESS_CLOCKS -isystem ${CMAKE_CURRENT_LIST_DIR}/wasm")
# The stack is what lies lowest, so that an overflow is a trap.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-lwasi-emulated-process-clocks -Wl,--stack-first,-z,stack-size=1048576")
