#include "booksearch/work/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>

#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

// Returns the process that holds a lock on the file, as the kernel lists it: "1: FLOCK ADVISORY WRITE 17676
// fe:00:10952936 0 EOF", with the device and the inode before the range. Returns nothing if the process is on
// another machine, or in a container that we do not see.
std::optional<pid_t> process_of(const struct stat& file) {
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    std::istringstream words(line);
    std::string number, kind, mode, access, place;
    pid_t process = 0;
    words >> number >> kind >> mode >> access >> process >> place;
    if (kind == "FLOCK" && process > 0 && place.ends_with(concat(':', file.st_ino))) return process;
  }
  return std::nullopt;
}

// Returns the time at which the process began. /proc tells it in ticks since the machine was started.
std::optional<std::time_t> start_of(pid_t process) {
  constexpr int kWordsBefore = 19;  // from the state, which follows the name in parentheses, to the start
  std::string text;
  std::getline(std::ifstream(concat("/proc/", process, "/stat")), text);
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

// True if `path` still names the file, which its last owner may have removed in the meantime.
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
  if (!owner.since) return concat("process ", *owner.process);
  char text[32];
  std::tm local = {};
  ::localtime_r(&*owner.since, &local);
  std::strftime(text, sizeof text, "%F %T", &local);
  return concat("process ", *owner.process, " since ", std::string_view(text));
}

Result<FileLock> FileLock::acquire(const std::string& path, const LockText& text) {
  for (;;) {
    FileLock lock(path, ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    struct stat file;
    if (lock.descriptor_ < 0 || ::fstat(lock.descriptor_, &file) != 0)
      return Error{ErrorCode::kIo,
                   concat(text.name, ": cannot be written: ", std::strerror(errno),
                          "; check free space and permissions"),
                   {}};
    const bool is_free = !S_ISREG(file.st_mode) || try_lock(lock.descriptor_);
    if (is_free && is_named(file, path)) return lock;
    ::close(std::exchange(lock.descriptor_, -1));  // which leaves the file as it is
    if (!is_free)
      return invalid(
          concat(text.name, ": being ", text.use, " by ", describe(owner_of(file)), "; ", text.remedy));
  }
}

FileLock::FileLock(FileLock&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

FileLock::~FileLock() {
  if (descriptor_ < 0) return;
  struct stat file;
  const bool is_empty = ::fstat(descriptor_, &file) == 0 && S_ISREG(file.st_mode) && file.st_size == 0;
  if (is_empty && is_named(file, path_)) ::unlink(path_.c_str());
  ::close(descriptor_);
}

}  // namespace tabiya::booksearch
