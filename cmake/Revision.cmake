# Writes to FILE, where it is not there yet: the commit that SOURCES are of, as a definition for C++.
set(commit unknown)
if(EXISTS ${SOURCES}/.git)  # and not the repository that an unpacked archive may lie in
  set(git git --no-optional-locks -C ${SOURCES})
  execute_process(COMMAND ${git} describe --always --exclude=* --abbrev=12 --dirty RESULT_VARIABLE failure
                  OUTPUT_VARIABLE described ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND ${git} log -1 --format=%cs OUTPUT_VARIABLE date ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(failure STREQUAL "0")
    string(REGEX REPLACE "-dirty$" "" commit "${described}")
    string(APPEND commit " of ${date}")
    if(NOT commit STREQUAL "${described} of ${date}")
      string(APPEND commit ", with changes")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${FILE} CONTENT "#define TABIYA_COMMIT \"${commit}\"\n")
