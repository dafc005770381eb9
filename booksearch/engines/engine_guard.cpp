#include "booksearch/engines/engine_guard.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace tabiya::booksearch {
namespace {

// More engines than a match plays at a time, with two to a game.
constexpr std::size_t kMostGroups = 4'096;

// Tells the guard to watch a group, if the number is positive, or to forget it, if the number is negative.
void say(int socket, pid_t number) {
  while (::send(socket, &number, sizeof number, MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

// The main loop of the guard. Its process is a fork of a program with many threads, so it allocates nothing.
// When the socket closes, the program has ended.
[[noreturn]] void keep_watch(int socket) {
  ::setsid();  // signals to the program's group are not for us
  ::prctl(PR_SET_NAME, "tabiya-guard");
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) ::signal(signal, SIG_IGN);
  ::dup2(socket, 0);
  ::close_range(1, ~0u, 0);  // locks and streams of the program must not live on with us
  static std::array<pid_t, kMostGroups> groups;
  std::size_t count = 0;
  for (pid_t number = 0;;) {
    const ssize_t size = ::recv(0, &number, sizeof number, 0);
    if (size < 0 && errno == EINTR) continue;
    if (size != sizeof number) break;
    if (number > 0 && count < kMostGroups) groups[count++] = number;
    const auto end = groups.begin() + static_cast<std::ptrdiff_t>(count);
    if (const auto found = std::find(groups.begin(), end, -number); number < 0 && found != end)
      *found = groups[--count];
  }
  for (std::size_t i = 0; i < count; ++i) ::kill(-groups[i], SIGKILL);
  ::_exit(0);
}

}  // namespace

const EngineGuard& EngineGuard::of_program() {
  static const EngineGuard guard;
  return guard;
}

EngineGuard::EngineGuard() {
  int ends[2];
  const bool is_connected = ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0;
  const pid_t guard = is_connected ? ::fork() : -1;
  if (guard == 0) {
    ::close(ends[1]);
    keep_watch(ends[0]);
  }
  if (guard < 0) error_ = errno;
  if (is_connected) ::close(ends[0]);
  if (guard < 0 && is_connected) ::close(ends[1]);
  if (guard >= 0) socket_ = ends[1];
}

void EngineGuard::watch(pid_t leader) const { say(socket_, leader); }

void EngineGuard::forget(pid_t leader) const { say(socket_, -leader); }

}  // namespace tabiya::booksearch
