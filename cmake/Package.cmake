# The Debian packages that `cpack` makes of what `cmake --install` writes.

# Their copyright file, made of LICENSE, and those of the packages whose headers are in the program.
file(READ LICENSE license)
string(REGEX MATCH "Copyright \\(c\\) ([^\n]*)\n+(.*)" license "${license}")
set(holders "${CMAKE_MATCH_1}")
string(STRIP "${CMAKE_MATCH_2}" terms)
string(REPLACE "\n\n" "\n.\n" terms "${terms}")
string(REPLACE "\n" "\n " terms " ${terms}")
configure_file(cmake/copyright.in ${PROJECT_BINARY_DIR}/copyright @ONLY)
foreach(package libcli11-dev nlohmann-json3-dev libtomlplusplus-dev)
  install(FILES /usr/share/doc/${package}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tabiya RENAME copyright.${package}
          OPTIONAL)
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tabiya)
set(CPACK_PACKAGE_VENDOR "The Tabiya developers")
set(CPACK_PACKAGE_CONTACT "The Tabiya developers <tabiya@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package begins its description with one
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL "")

# tabiya_package(COMPONENT NAME SECTION DESCRIPTION): the package of what is installed as that component.
function(tabiya_package component name section description)
  install(FILES ${PROJECT_BINARY_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component})
  string(TOUPPER ${component} upper)
  set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${component} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${description}" PARENT_SCOPE)
endfunction()

tabiya_package(program tabiya games "opening books and setup search for board games
Tabiya makes opening books of board games that begin with a setup phase, in which both
sides place their pieces as they like. It searches the setups for those that hold
against every reply, and keeps the best replies in a book; engines find them there.
It also analyses and plays these games, solves small ones, trains networks by
games of self-play, and lists balanced start positions for tests of engines.
This package holds the program with its network and book, and the shared library
through which engines in other languages open books and search.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "tabiya-dev")

tabiya_package(development tabiya-dev libdevel "opening books and setup search for board games: development files
Headers and static libraries with which programs in C++ open books and search, as
CMake finds them by find_package(Tabiya); and the header of the shared library.")
set(of_the_same_version "tabiya (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${of_the_same_version}, libtbb-dev, libsqlite3-dev, libzstd-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "g++, cmake")

tabiya_package(python python3-tabiya python "opening books and setup search for board games: Python module
The module tabiya opens books and networks and searches, by the shared library of the
package tabiya. It needs nothing that has to be compiled.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${of_the_same_version}, python3 (>= 3.9)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/python3_tabiya/prerm)

# A module is there where what it needs was found.
get_property(modules GLOBAL PROPERTY TABIYA_MODULES)
if(cluster IN_LIST modules)
  tabiya_package(cluster tabiya-cluster games "opening books and setup search for board games: many machines
With this package the program's long computations run as one on many machines, or on
many processes of one, by Open MPI: `mpirun -n 16 tabiya build JOB.toml`.")
  set(CPACK_DEBIAN_CLUSTER_PACKAGE_DEPENDS "${of_the_same_version}, openmpi-bin")
endif()
if(training IN_LIST modules)
  tabiya_package(training tabiya-training games "opening books and setup search for board games: training
With this package `tabiya train` trains networks, by libtorch.")
  set(CPACK_DEBIAN_TRAINING_PACKAGE_DEPENDS "${of_the_same_version}")
  set(CPACK_DEBIAN_TRAINING_PACKAGE_RECOMMENDS "libopenblas0-pthread")
endif()
include(CPack)
