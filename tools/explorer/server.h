// The explorer as a web server for this machine alone.
//
// A page of another site must not read or start anything here, although the browser would let it send
// requests. So the host name in a request must be ours (a foreign name may be made to lead to 127.0.0.1), and
// requests that start work need a token. Only the person who started the program learns the token: it is in
// the address that is printed, and in nothing that is served. The gate (gate.h) bounds the cost of a request.
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
  // Throws Failure if the port is not available, and ThreadsRefused.
  Server(Api& api, const ServerOptions& options);
  ~Server();

  std::string address() const;             // "http://127.0.0.1:8080/"
  std::string address_with_token() const;  // "http://127.0.0.1:8080/#token=0123…": the page keeps the token
  const std::string& token() const;

 private:
  class Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace tabiya::tools
