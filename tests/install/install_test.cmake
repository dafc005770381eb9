# Installs BUILD into FOLDER, builds the example of SOURCES against that and nothing else, and compares what it says
# with what the installed program says of the same pair.
function(run result)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(${result} ${output} PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${FOLDER})
run(ignored ${CMAKE_COMMAND} --install ${BUILD} --prefix ${FOLDER}/prefix)
run(ignored ${CMAKE_COMMAND} -S ${SOURCES}/data/examples/player -B ${FOLDER}/build -G ${GENERATOR}
    -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_PREFIX_PATH=${FOLDER}/prefix -D CMAKE_BUILD_TYPE=Release)
file(STRINGS ${FOLDER}/build/CMakeCache.txt found REGEX "^Tabiya_DIR")
if(NOT found MATCHES "${FOLDER}/prefix")
  message(FATAL_ERROR "another Tabiya was found: ${found}")
endif()
run(ignored ${CMAKE_COMMAND} --build ${FOLDER}/build)

set(tabiya ${FOLDER}/prefix/bin/tabiya)
set(data ${FOLDER}/prefix/share/tabiya/data)
run(entry ${tabiya} book list ${data}/books/default.tbp --first 1 --json)
string(JSON red GET ${entry} red)
string(JSON reply GET ${entry} reply)
string(JSON wire GET ${entry} reply_wire)
run(value ${tabiya} eval startpos --moves "${red} ${wire}" --json)
string(JSON value GET ${value} eval)
run(lines ${tabiya} analyse startpos --moves "${red} ${wire}" --nodes 20000 --json)
string(REGEX MATCH "[^\n]*$" line "${lines}")
string(JSON move GET ${line} pv 0)
string(JSON score GET ${line} score)
string(JSON depth GET ${line} depth)

# The shipped book is a zstd frame, and zstd is none of the core's.
run(ignored ${tabiya} unpack ${data}/books/default.tbp --out ${FOLDER}/book.tbk)
run(said ${FOLDER}/build/player ${FOLDER}/book.tbk ${data}/nets/default.tbp ${red})
set(expected "reply ${reply}\nvalue ${value}\nmove ${move}, ${score} after ${depth} plies")
if(NOT said STREQUAL expected)
  message(FATAL_ERROR "the example says\n${said}\nand the program\n${expected}")
endif()
