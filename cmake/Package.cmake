# The Debian package that `cpack` makes of what `cmake --install` writes.

# Its copyright file, made of LICENSE, and those of the packages whose headers are in the program.
file(READ LICENSE license)
string(REGEX MATCH "Copyright \\(c\\) ([^\n]*)\n+(.*)" license "${license}")
set(holders "${CMAKE_MATCH_1}")
string(STRIP "${CMAKE_MATCH_2}" terms)
string(REPLACE "\n\n" "\n.\n" terms "${terms}")
string(REPLACE "\n" "\n " terms " ${terms}")
configure_file(cmake/copyright.in ${PROJECT_BINARY_DIR}/copyright @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tabiya)
foreach(package libcli11-dev nlohmann-json3-dev libtomlplusplus-dev)
  install(FILES /usr/share/doc/${package}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tabiya RENAME copyright.${package}
          OPTIONAL)
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tabiya)
set(CPACK_PACKAGE_VENDOR "The Tabiya developers")
set(CPACK_PACKAGE_CONTACT "The Tabiya developers <tabiya@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "opening books and setup search for board games")
set(CPACK_PACKAGE_DESCRIPTION "Tabiya makes opening books of board games that begin with a setup phase, in which both
sides place their pieces as they like. It searches the setups for those that hold
against every reply, and keeps the best replies in a book; engines find them there.
It also analyses and plays these games, solves small ones, trains networks by
games of self-play, and lists balanced start positions for tests of engines.
This package holds the program with its network and book, and the libraries and
headers with which other programs open books and search.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, libtbb-dev, libsqlite3-dev, libzstd-dev")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
