// A client of the explorer that sends what it likes.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <utility>

namespace tabiya::tools {

// With a port of this machine.
class Connection {
 public:
  explicit Connection(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const timeval patience{.tv_sec = 30, .tv_usec = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
      ADD_FAILURE() << "no connection";
  }
  Connection(Connection&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
  Connection& operator=(Connection&&) = delete;
  ~Connection() {
    if (socket_ >= 0) ::close(socket_);
  }

  // The other side may have closed before it has heard all.
  // False when nothing could be sent.
  bool send(const std::string& bytes) const {
    return ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) >= 0;
  }
  void say_no_more() const { ::shutdown(socket_, SHUT_WR); }

  // Until the other side closes, or falls silent.
  std::string receive() const {
    std::string answer;
    char buffer[4096];
    for (ssize_t size; (size = ::recv(socket_, buffer, sizeof buffer, 0)) > 0;)
      answer.append(buffer, static_cast<std::size_t>(size));
    return answer;
  }

 private:
  int socket_;
};

// Sends bytes and returns what comes back.
inline std::string exchange(int port, const std::string& bytes, bool wait = true) {
  const Connection connection(port);
  connection.send(bytes);
  if (!wait) connection.say_no_more();
  return connection.receive();
}

}  // namespace tabiya::tools
