// The explorer as a web server for this machine alone.
//
// A page of another site must not read or start anything here, although the browser would let it send
// requests: so the name that a request calls us by has to be ours (a foreign name may be made to lead to
// 127.0.0.1), and what starts work needs a token that only our own page holds.
#pragma once

#include <memory>
#include <string>

#include "tools/explorer/api.h"

namespace tabiya::tools {

struct ServerOptions {
  int port = 0;        // 0: one that is free
  std::string folder;  // from which the page is served; empty: as it was built into the program
};

// Listens on 127.0.0.1 from its construction to its end.
class Server {
 public:
  // Throws Failure when the port cannot be had.
  Server(Api& api, const ServerOptions& options);
  ~Server();

  std::string address() const;  // "http://127.0.0.1:8080/"
  const std::string& token() const;

 private:
  class Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace tabiya::tools
