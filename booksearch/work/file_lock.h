// Keeps the file of a resumable run to one process at a time. The lock ends with the process that holds it, however that
// ends.
#pragma once

#include <sys/types.h>

#include <ctime>
#include <optional>
#include <string>

#include "codec/result.h"

namespace tabiya::booksearch {

// The words of a message about a locked file: its name, its use, and the remedy.
struct LockText {
  std::string name;             // "games.tbd"
  std::string use = "written";  // "being written by process 12"
  std::string remedy = "wait for its end, or choose another --out";
};

// The holder of a lock. Its process is unknown if it runs on another machine, or in a container of its own.
struct LockOwner {
  std::optional<pid_t> process{};
  std::optional<std::time_t> since{};  // when the process began
};

// Returns the holder of the file's lock; nothing if nobody holds it, or if there is no such file.
std::optional<LockOwner> lock_owner(const std::string& path);

// Returns "process 12 since 2026-05-01 12:00:00", or "another process".
std::string describe(const LockOwner& owner);

class FileLock {
 public:
  // Makes the file, empty, if there is none. Only regular files are locked, and not devices. Errors: another
  // process holds the lock (the message tells which one); the file cannot be made.
  static Result<FileLock> acquire(const std::string& path, const LockText& text);
  // Removes the file if it is still empty, as it is of no use to anybody.
  ~FileLock();
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;

 private:
  FileLock(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::string path_;
  int descriptor_ = -1;  // -1 where another object has taken the lock over
};

}  // namespace tabiya::booksearch
