#include "tools/cli/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

#include <fmt/chrono.h>

#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

// The process that holds a lock on the file, as the kernel lists it: "1: FLOCK ADVISORY WRITE 17676
// fe:00:10952936 0 EOF", the device and the inode before the range. None if it is on another machine, or
// in a container that we do not see.
std::optional<pid_t> process_of(const struct stat& file) {
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    std::istringstream words(line);
    std::string number, kind, mode, access, place;
    pid_t process = 0;
    words >> number >> kind >> mode >> access >> process >> place;
    if (kind == "FLOCK" && process > 0 && place.ends_with(fmt::format(":{}", file.st_ino))) return process;
  }
  return std::nullopt;
}

// When the process began, from what /proc tells in ticks since the machine was started.
std::optional<std::time_t> start_of(pid_t process) {
  constexpr int kWordsBefore = 19;  // from the state, which follows the name in parentheses, to the start
  std::string text;
  std::getline(std::ifstream(fmt::format("/proc/{}/stat", process)), text);
  std::istringstream words(text.substr(std::min(text.size(), text.rfind(')') + 1)));
  std::string skipped;
  for (int i = 0; i < kWordsBefore; ++i) words >> skipped;
  double ticks = 0, uptime = 0;
  std::ifstream("/proc/uptime") >> uptime;
  if (!(words >> ticks) || uptime == 0) return std::nullopt;
  const double age = uptime - ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
  return std::time(nullptr) - static_cast<std::time_t>(age);
}

LockOwner owner_of(const struct stat& file) {
  LockOwner owner{process_of(file)};
  if (owner.process) owner.since = start_of(*owner.process);
  return owner;
}

// Tries for a while: a process that was killed a moment ago may still be on its way out.
bool try_lock(int descriptor) {
  constexpr auto kPause = std::chrono::milliseconds(20);
  constexpr int kTries = 50;
  for (int i = 0; i < kTries; ++i) {
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return true;
    std::this_thread::sleep_for(kPause);
  }
  return false;
}

// Whether `path` still names the file, which its last owner may have removed in the meantime.
bool is_named(const struct stat& file, const std::string& path) {
  struct stat named;
  return ::stat(path.c_str(), &named) == 0 && named.st_dev == file.st_dev && named.st_ino == file.st_ino;
}

}  // namespace

std::optional<LockOwner> lock_owner(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  struct stat file;
  const bool is_held = ::fstat(descriptor, &file) == 0 && S_ISREG(file.st_mode) &&
                       ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  return is_held ? std::optional(owner_of(file)) : std::nullopt;
}

std::string describe(const LockOwner& owner) {
  if (!owner.process) return "another process";
  if (!owner.since) return fmt::format("process {}", *owner.process);
  return fmt::format("process {} since {:%F %T}", *owner.process, fmt::localtime(*owner.since));
}

FileLock::FileLock(const std::string& path, const LockText& text) : path_(path) {
  for (;;) {
    descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    struct stat file;
    if (descriptor_ < 0 || ::fstat(descriptor_, &file) != 0)
      throw Failure(fmt::format("{}: cannot be written: {}; check free space and permissions", text.name,
                                std::strerror(errno)));
    const bool is_free = !S_ISREG(file.st_mode) || try_lock(descriptor_);
    if (is_free && is_named(file, path)) return;
    ::close(descriptor_);
    if (!is_free)
      throw Failure(
          fmt::format("{}: being {} by {}; {}", text.name, text.use, describe(owner_of(file)), text.remedy));
  }
}

FileLock::~FileLock() {
  struct stat file;
  const bool is_empty = ::fstat(descriptor_, &file) == 0 && S_ISREG(file.st_mode) && file.st_size == 0;
  if (is_empty && is_named(file, path_)) ::unlink(path_.c_str());
  ::close(descriptor_);
}

}  // namespace tabiya::tools
