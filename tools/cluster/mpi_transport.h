// The interface between the program and the module that speaks MPI: lib/tabiya/cluster.so. Only runs that are
// started for a cluster load it, so that the program needs no MPI.
#pragma once

#include "booksearch/work/transport.h"

namespace tabiya::tools {

// Joins the other processes of the run. The transport leaves them when it is deleted.
using MakeTransport = booksearch::Transport*();
inline constexpr const char* kTransportSymbol = "tabiya_make_transport_1";

}  // namespace tabiya::tools
