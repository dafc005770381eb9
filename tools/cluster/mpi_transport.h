// How the program meets the module that speaks MPI: lib/tabiya/cluster.so, which is loaded by those runs
// alone that are started for a cluster, so that the program needs no MPI.
#pragma once

#include "booksearch/work/transport.h"

namespace tabiya::tools {

// Joins the other processes of the run; what is returned leaves them when it is deleted.
using MakeTransport = booksearch::Transport*();
inline constexpr const char* kTransportSymbol = "tabiya_make_transport_1";

}  // namespace tabiya::tools
