#include "booksearch/engines/engine_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "booksearch/work/run_files.h"
#include "codec/text.h"

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

// Kills the engines of a program that ends without a chance to do it itself: by SIGKILL, SIGHUP or SIGQUIT.
//
// The system kills a child with its parent where it is asked to (PR_SET_PDEATHSIG), but not the processes
// that the child has started, such as the engine behind a script. So a process of our own waits for our end,
// and then kills the process group of each engine that still runs. It does not reach processes that leave
// their group (`setsid`, a shell with job control).
class EngineGuard {
 public:
  // Returns the guard of this program. The first call starts it.
  static const EngineGuard& of_program() {
    static const EngineGuard guard;
    return guard;
  }

  // The errno that tells why the guard could not be started; 0 if it was started. Without a guard, watch()
  // and forget() do nothing.
  int error() const { return error_; }

  // Watches the process group that `leader` leads. The leader calls it before it can start anything. It calls
  // nothing that must not be called between fork() and exec().
  void watch(pid_t leader) const { say(socket_, leader); }
  // Ends the watch of a group. It is called before the leader is waited for: its number may belong to another
  // process afterwards.
  void forget(pid_t leader) const { say(socket_, -leader); }

 private:
  EngineGuard() {
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

  int socket_ = -1;
  int error_ = 0;
};

using namespace std::chrono_literals;

constexpr std::size_t kMostErrorText = 2000;
constexpr std::chrono::milliseconds kLongestWait = 200ms;  // between two questions whether to stop

// The child runs this between fork() and exec(). It becomes the leader of a process group, so that all
// processes that it starts can be killed with it, and it is killed itself when the thread that started it
// ends, even by SIGKILL. It writes errno to `report` if it cannot become the engine.
[[noreturn]] void become(char* const* argv, int socket, int errors, int report, pid_t parent,
                         const EngineGuard& guard) {
  ::setpgid(0, 0);
  guard.watch(::getpid());
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // it ended before it could be watched
  const bool redirected = ::dup2(socket, STDIN_FILENO) >= 0 && ::dup2(socket, STDOUT_FILENO) >= 0 &&
                          ::dup2(errors, STDERR_FILENO) >= 0;
  if (redirected) ::execvp(argv[0], argv);
  const int error = errno;
  [[maybe_unused]] const ssize_t written = ::write(report, &error, sizeof error);
  ::_exit(1);
}

// Returns errno.
int spawn(const std::vector<std::string>& command, int socket, int errors, const EngineGuard& guard,
          pid_t& pid) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  int report[2];
  if (::pipe2(report, O_CLOEXEC) != 0) return errno;
  const pid_t parent = ::getpid();
  pid = ::fork();
  if (pid == 0) become(argv.data(), socket, errors, report[1], parent, guard);
  int error = pid < 0 ? errno : 0;
  ::close(report[1]);
  // The end of the report comes with exec().
  while (pid > 0 && ::read(report[0], &error, sizeof error) < 0 && errno == EINTR) {
  }
  ::close(report[0]);
  if (pid > 0 && error != 0) {
    guard.forget(pid);
    ::waitpid(pid, nullptr, 0);
  }
  return error;
}

}  // namespace

Result<std::vector<std::string>> split_command(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (const char c : text) {
    if (quote == 0 && (c == ' ' || c == '\t')) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else {
      words.back() += c;
    }
  }
  if (quote != 0) return invalid(concat("engine '", text, "': a quote is not closed"));
  if (words.empty()) return invalid("an engine needs a command");
  return words;
}

Status note_engine_files(const std::vector<std::string>& command) {
  for (const std::string& word : command) {
    const std::string path = word.substr(word.find('=') + 1);  // npos + 1 is 0
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) continue;
    if (Status noted = note_input(path); !noted) return noted;
  }
  return ok_status();
}

Result<std::unique_ptr<EngineProcess>> EngineProcess::start(const std::vector<std::string>& command) {
  const auto cannot = [](std::string what, int error) {
    return Error{ErrorCode::kIo, concat(what, ": ", std::strerror(error)), {}};
  };
  const EngineGuard& guard = EngineGuard::of_program();
  if (guard.error() != 0)
    return Error{
        ErrorCode::kIo,
        concat("engines cannot be watched over: ", std::strerror(guard.error()), "; allow more processes"),
        {}};
  int ends[2];
  int error_ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return cannot("cannot talk to an engine", errno);
  if (::pipe2(error_ends, O_CLOEXEC) != 0) {
    const int error = errno;
    ::close(ends[0]);
    ::close(ends[1]);
    return cannot("cannot talk to an engine", error);
  }
  pid_t pid = -1;
  const int error = spawn(command, ends[1], error_ends[1], guard, pid);
  ::close(ends[1]);
  ::close(error_ends[1]);
  ::fcntl(error_ends[0], F_SETFL, O_NONBLOCK);  // the engine's end stays as it is
  if (error != 0) {
    ::close(ends[0]);
    ::close(error_ends[0]);
    return cannot(concat("cannot run the engine '", command.front(), "'"), error);
  }
  return std::unique_ptr<EngineProcess>(new EngineProcess(pid, ends[0], error_ends[0]));
}

EngineProcess::~EngineProcess() {
  ::close(socket_);
  if (errors_ >= 0) ::close(errors_);
  ::kill(-pid_, SIGKILL);
  EngineGuard::of_program().forget(pid_);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool EngineProcess::send(std::string_view line) {
  const std::string text = std::string(line) + '\n';
  return ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT) ==
         static_cast<ssize_t>(text.size());
}

EngineProcess::ReadResult EngineProcess::read_line(Clock::time_point deadline,
                                                   const std::function<bool()>& stop) {
  for (;;) {
    if (stop && stop()) return {ReadStatus::kStopped, {}};
    if (const auto end = buffer_.find('\n'); end != buffer_.npos) {
      std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return {ReadStatus::kLine, std::move(line)};
    }
    if (buffer_.size() > kMaxLine) return {ReadStatus::kTooLong, {}};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    std::array<pollfd, 2> ready{
        {{socket_, POLLIN, 0}, {errors_, POLLIN, 0}}};  // negative ones are passed over
    ::poll(ready.data(), ready.size(), static_cast<int>(std::clamp(left, 0ms, kLongestWait).count()));
    if (ready[1].revents != 0) read_errors();
    if (ready[0].revents == 0) {
      if (Clock::now() >= deadline) return {ReadStatus::kTimeout, {}};
      continue;
    }
    char chunk[kMaxLine];
    const ssize_t size = ::recv(socket_, chunk, sizeof chunk, MSG_DONTWAIT);
    if (size > 0) {
      buffer_.append(chunk, static_cast<std::size_t>(size));
    } else if (size == 0 || (errno != EINTR && errno != EAGAIN)) {
      return {ReadStatus::kClosed, {}};
    }
  }
}

// Reads as much as a pipe holds, so that the engine need not wait before it plays, but no more, since it may
// go on writing.
void EngineProcess::read_errors() {
  if (errors_ < 0) return;
  std::array<char, std::size_t{64} << 10> chunk;
  const ssize_t size = ::read(errors_, chunk.data(), chunk.size());
  if (size > 0) {
    error_text_.append(chunk.data(), static_cast<std::size_t>(size));
    if (error_text_.size() > kMostErrorText) error_text_.erase(0, error_text_.size() - kMostErrorText);
  } else if (size == 0 || (errno != EINTR && errno != EAGAIN)) {
    ::close(errors_);
    errors_ = -1;
  }
}

std::string EngineProcess::last_words() {
  read_errors();
  const auto end = error_text_.find_last_not_of(" \t\r\n");
  if (end == error_text_.npos) return {};
  const auto begin = error_text_.find_last_of('\n', end) + 1;  // npos + 1 is 0
  return error_text_.substr(begin, end + 1 - begin);
}

void EngineProcess::quit() {
  if (!send("Quit")) return;
  const auto deadline = Clock::now() + 500ms;
  while (Clock::now() < deadline && read_line(deadline).status == ReadStatus::kLine) {
  }
}

}  // namespace tabiya::booksearch
