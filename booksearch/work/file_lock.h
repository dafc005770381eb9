// Keeps the file of a resumable run to one process at a time. The lock ends with the process that holds it, however that
// ends.
#pragma once

#include <sys/types.h>

#include <ctime>
#include <optional>
#include <string>

#include "codec/result.h"

namespace tabiya::booksearch {

// How a message calls a locked file, what is done with it, and what to do then.
struct LockText {
  std::string name;             // "games.tbd"
  std::string use = "written";  // "being written by process 12"
  std::string remedy = "wait for its end, or choose another --out";
};

// Who holds a lock, as far as it can be seen: neither on another machine, nor in a container of its own.
struct LockOwner {
  std::optional<pid_t> process{};
  std::optional<std::time_t> since{};  // when the process began
};

// Who holds the lock of the file; none if nobody does, or there is no such file.
std::optional<LockOwner> lock_owner(const std::string& path);

// "process 12 since 2026-05-01 12:00:00", or "another process"
std::string describe(const LockOwner& owner);

class FileLock {
 public:
  // Makes the file, empty, if there is none. Errors: another process holds it, and which; or it cannot be made. What is no
  // regular file, such as a device, is not locked.
  static Result<FileLock> acquire(const std::string& path, const LockText& text);
  // A file that is still empty is removed: nobody has anything of it.
  ~FileLock();
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;

 private:
  FileLock(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::string path_;
  int descriptor_ = -1;  // -1 where another object has taken the lock over
};

}  // namespace tabiya::booksearch
