#include "tools/explorer/gate.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <list>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/thread_group.h"
#include "tools/cli/failure.h"
#include "tools/explorer/gate_request.h"

namespace tabiya::tools {
namespace gate {

using Clock = std::chrono::steady_clock;

class OpenSocket {
 public:
  explicit OpenSocket(int number = -1) : number_(number) {}
  OpenSocket(OpenSocket&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  OpenSocket& operator=(OpenSocket&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~OpenSocket() {
    if (number_ >= 0) ::close(number_);
  }
  int get() const { return number_; }

 private:
  int number_;
};

// The phases of a visit: it reads a request, waits for the answer, writes the answer, and then waits for the
// other side to close, since data that it still sends would otherwise take the answer away from it.
enum class VisitPhase { kReading, kAnswering, kWriting, kClosing };

struct Visit {
  OpenSocket socket;
  Clock::time_point deadline;
  VisitPhase phase = VisitPhase::kReading;
  std::string text{};         // the request so far, or the answer
  std::size_t written = 0;    // bytes of the answer
  std::size_t discarded = 0;  // bytes that came after the request
};

inline std::string refusal_of(const char* status) {
  return fmt::format("HTTP/1.1 {}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", status);
}

inline OpenSocket listen_on(int port) {
  OpenSocket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const int yes = 1;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool listens =
      socket.get() >= 0 &&
      ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
      ::listen(socket.get(), SOMAXCONN) == 0;
  if (!listens) throw Failure(fmt::format("--port {}: is not free; name another one", port));
  return socket;
}

}  // namespace gate

using namespace gate;

class Gate::Loop {
 public:
  Loop(int port, const GateLimits& limits, Answer answer)
      : limits_(limits),
        answer_(std::move(answer)),
        listener_(listen_on(port)),
        wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        threads_([this] { end(); }) {
    for (int i = 0; i < limits_.threads; ++i) threads_.start([this] { answer_requests(); });
    threads_.start([this] { run(); });
  }

  int port() const {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    ::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &size);
    return ntohs(address.sin_port);
  }

 private:
  void end() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    wake();
  }

  void wake() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &one, sizeof one);
  }

  // Runs in one thread, and does everything but answer_requests().
  void run() {
    while (!has_ended()) {
      try {
        turn();
      } catch (const std::bad_alloc&) {  // all begin anew, but those that others have in hand
        connections_.remove_if([](const Visit& each) { return each.phase != VisitPhase::kAnswering; });
      }
    }
  }

  void turn() {
    std::vector<pollfd> polled{{listener_.get(), POLLIN, 0}, {wake_.get(), POLLIN, 0}};
    std::vector<std::list<Visit>::iterator> those;
    for (auto each = connections_.begin(); each != connections_.end(); ++each) {
      if (each->phase == VisitPhase::kAnswering) continue;
      polled.push_back({each->socket.get(),
                        static_cast<short>(each->phase == VisitPhase::kWriting ? POLLOUT : POLLIN), 0});
      those.push_back(each);
    }
    ::poll(polled.data(), polled.size(), milliseconds_to_next());
    for (std::size_t i = 0; i < those.size(); ++i)
      if (polled[i + 2].revents != 0) serve(those[i]);
    take_answers();
    close_late();
    accept_new();
  }

  bool has_ended() {
    const std::lock_guard lock(mutex_);
    return ended_;
  }

  int milliseconds_to_next() const {
    constexpr std::chrono::milliseconds kLongest{1'000};
    auto wait = kLongest;
    for (const Visit& each : connections_)
      wait = std::min(wait, std::chrono::ceil<std::chrono::milliseconds>(each.deadline - Clock::now()));
    return static_cast<int>(std::max(wait, std::chrono::milliseconds(0)).count());
  }

  void accept_new() {
    for (;;) {
      OpenSocket socket(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
      if (socket.get() < 0) return;
      const int yes = 1;
      ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
      if (connections_.size() >= limits_.connections &&
          !drop_oldest(VisitPhase::kReading, VisitPhase::kClosing))
        continue;
      connections_.push_back({std::move(socket), Clock::now() + limits_.reading});
      serve(std::prev(connections_.end()));
    }
  }

  // Drops the oldest visit in one of these phases. Returns false if there is none.
  bool drop_oldest(VisitPhase one, VisitPhase other) {
    const auto longest = std::ranges::find_if(
        connections_, [&](const Visit& each) { return each.phase == one || each.phase == other; });
    if (longest == connections_.end()) return false;
    connections_.erase(longest);
    return true;
  }

  void close_late() {
    const auto now = Clock::now();
    connections_.remove_if(
        [&](const Visit& each) { return each.phase != VisitPhase::kAnswering && each.deadline <= now; });
  }

  void serve(std::list<Visit>::iterator connection) {
    bool goes_on = true;
    if (connection->phase == VisitPhase::kReading) goes_on = read(connection);
    if (goes_on && connection->phase == VisitPhase::kWriting) goes_on = write(*connection);
    if (goes_on && connection->phase == VisitPhase::kClosing) goes_on = discard(*connection);
    if (!goes_on) connections_.erase(connection);
  }

  // Returns false when the connection is of no more use.
  bool read(std::list<Visit>::iterator connection) {
    std::array<char, std::size_t{16} << 10> chunk;
    for (;;) {
      const ssize_t size = ::recv(connection->socket.get(), chunk.data(), chunk.size(), 0);
      if (size < 0 && errno == EINTR) continue;
      if (size < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
      connection->text.append(chunk.data(), static_cast<std::size_t>(size));
      const RequestSize request = size_of_request(connection->text, limits_.head, limits_.body);
      switch (request.state) {
        case RequestSize::State::kIncomplete:
          if (size == 0) return false;
          break;
        case RequestSize::State::kWhole:
          connection->text.resize(request.size);
          hand_over(connection);
          return true;
        case RequestSize::State::kRefused:
          begin_answer(*connection, refusal_of(request.refusal));
          return true;
      }
    }
  }

  bool write(Visit& connection) {
    while (connection.written < connection.text.size()) {
      const ssize_t size = ::send(connection.socket.get(), connection.text.data() + connection.written,
                                  connection.text.size() - connection.written, MSG_NOSIGNAL);
      if (size < 0 && errno == EINTR) continue;
      if (size < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
      connection.written += static_cast<std::size_t>(size);
    }
    constexpr std::chrono::seconds kPatience{1};
    connection.text = {};
    connection.phase = VisitPhase::kClosing;
    connection.deadline = Clock::now() + kPatience;
    ::shutdown(connection.socket.get(), SHUT_WR);
    return true;
  }

  static bool discard(Visit& connection) {
    constexpr std::size_t kMost = std::size_t{4} << 20;
    std::array<char, std::size_t{16} << 10> chunk;
    while (connection.discarded < kMost) {
      const ssize_t size = ::recv(connection.socket.get(), chunk.data(), chunk.size(), 0);
      if (size < 0 && errno == EINTR) continue;
      if (size <= 0) return size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
      connection.discarded += static_cast<std::size_t>(size);
    }
    return false;
  }

  std::size_t bytes_to_write() const {
    std::size_t bytes = 0;
    for (const Visit& each : connections_)
      if (each.phase == VisitPhase::kWriting) bytes += each.text.size();
    return bytes;
  }

  void begin_answer(Visit& connection, std::string answer) {
    while (bytes_to_write() + answer.size() > limits_.answers &&
           drop_oldest(VisitPhase::kWriting, VisitPhase::kWriting)) {
    }
    connection.text = std::move(answer);
    connection.phase = VisitPhase::kWriting;
    connection.deadline = Clock::now() + limits_.writing;
  }

  void hand_over(std::list<Visit>::iterator connection) {
    connection->phase = VisitPhase::kAnswering;
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(connection);
    }
    changed_.notify_one();
  }

  void take_answers() {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t size = ::read(wake_.get(), &count, sizeof count);
    std::vector<std::pair<std::list<Visit>::iterator, std::string>> answered;
    {
      const std::lock_guard lock(mutex_);
      answered.swap(answered_);
    }
    for (auto& [connection, answer] : answered) {
      begin_answer(*connection, std::move(answer));
      serve(connection);
    }
  }

  // Runs in the other threads.
  void answer_requests() {
    for (std::unique_lock lock(mutex_);;) {
      changed_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
      if (ended_) return;
      const auto connection = waiting_.front();
      waiting_.pop_front();
      lock.unlock();
      std::string answer = answer_to(connection->text);
      lock.lock();
      answered_.emplace_back(connection, std::move(answer));
      wake();
    }
  }

  std::string answer_to(const std::string& request) const {
    try {
      return answer_(request);
    } catch (const std::bad_alloc&) {
      return refusal_of("503 Service Unavailable");
    }
  }

  const GateLimits limits_;
  const Answer answer_;
  const OpenSocket listener_, wake_;
  std::list<Visit> connections_;  // the oldest first; of run()'s thread, but those that wait for an answer
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::list<Visit>::iterator> waiting_;
  std::vector<std::pair<std::list<Visit>::iterator, std::string>> answered_;
  bool ended_ = false;
  ThreadGroup threads_;  // last: they use the others
};

Gate::Gate(int port, const GateLimits& limits, Answer answer)
    : loop_(std::make_unique<Loop>(port, limits, std::move(answer))) {}
Gate::~Gate() = default;

int Gate::port() const { return loop_->port(); }

}  // namespace tabiya::tools
