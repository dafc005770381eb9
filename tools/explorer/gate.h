// The gate before the HTTP library passes on only whole requests, which are bounded in bytes and in time.
//
// The library (cpp-httplib) bounds neither the number of header lines nor bodies without a stated length, and
// its timeout applies to each read. Here one thread reads all connections as their bytes come, each until its
// request is whole, and writes the answers; a few other threads compute them. Connections carry one request.
// If too many are open, the one that has been reading for longest is closed; if too many bytes of answers
// wait, the one that has waited for longest.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace tabiya::tools {

struct GateLimits {
  std::size_t head = std::size_t{16} << 10;  // bytes of the request line and the headers
  std::size_t body = std::size_t{64} << 10;  // bytes
  std::size_t connections = 64;
  std::size_t answers = std::size_t{64} << 20;  // bytes of those that wait to be taken
  int threads = 8;                              // that compute answers
  std::chrono::milliseconds reading{5'000};     // from the connection to the end of its request
  std::chrono::milliseconds writing{30'000};    // of an answer, in all
};

class Gate {
 public:
  // Returns the bytes of the answer to the bytes of a request. It is called from any thread.
  using Answer = std::function<std::string(const std::string& request)>;

  // Listens on 127.0.0.1 until the end of the gate. `port`: 0 for a free one. Throws Failure if the port is
  // not free; ThreadsRefused.
  Gate(int port, const GateLimits& limits, Answer answer);
  ~Gate();

  int port() const;

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
};

}  // namespace tabiya::tools
