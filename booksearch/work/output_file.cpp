#include "booksearch/work/output_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <random>

#include "booksearch/work/run_files.h"
#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

namespace fs = std::filesystem;

Error cannot_write(const fs::path& path) {
  return {ErrorCode::kIo, concat(path.string(), ": cannot write: ", std::strerror(errno)), {}};
}

Error already_exists(const fs::path& path) {
  return invalid(concat(path.string(), ": already exists; add --force to replace it"));
}

Status write_all(int descriptor, std::string_view content, const fs::path& path) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE)
      return Error{ErrorCode::kClosed, concat(path.string(), ": its reader has closed it"), {}};
    if (written < 0) return cannot_write(path);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return ok_status();
}

class Descriptor {
 public:
  explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  int get() const { return descriptor_; }
  void reset(int descriptor) {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = descriptor;
  }

 private:
  int descriptor_;
};

constexpr const char* kOpenFiles = "/proc/self/fd";
constexpr std::string_view kTemporary = ".tabiya-tmp-";  // between the target's name and random letters

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// A temporary file with the target's future content, in its folder. Where the system allows it, the file has
// no name until it is whole, so that a killed run leaves nothing. A named one is locked: a named one without
// a lock is stale.
class Temporary {
 public:
  static Result<std::unique_ptr<Temporary>> make(const fs::path& target) {
    auto made = std::unique_ptr<Temporary>(new Temporary(target));
    if (made->file_.get() < 0 && !made->create_named()) return cannot_write(target);
    ::flock(made->descriptor(), LOCK_EX | LOCK_NB);
    return made;
  }
  ~Temporary() {
    if (!name_.empty()) ::unlink(name_.c_str());
  }

  int descriptor() const { return file_.get(); }

  // Without `replace` the name must be free: a hard link fails where rename() would overwrite.
  Status publish(bool replace) {
    if (::fsync(descriptor()) != 0) return cannot_write(target_);
    if (!replace && !link_as(target_))
      return errno == EEXIST ? already_exists(target_) : cannot_write(target_);
    if (!replace) return ok_status();
    while (name_.empty()) {
      const std::string name = random_name();
      if (link_as(name)) {
        name_ = name;
      } else if (errno != EEXIST) {
        return cannot_write(target_);
      }
    }
    if (::rename(name_.c_str(), target_.c_str()) != 0) return cannot_write(target_);
    name_.clear();
    return ok_status();
  }

 private:
  explicit Temporary(const fs::path& target) : target_(target), file_(open_nameless(folder_of(target))) {}

  static int open_nameless(const fs::path& folder) {
    if (::access(kOpenFiles, X_OK) != 0) return -1;  // it could never get a name
    return ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  }

  std::string random_name() const {
    return concat(target_.string(), kTemporary, hexadecimal(std::random_device{}(), 8));
  }

  bool link_as(const fs::path& path) const {
    if (!name_.empty()) return ::link(name_.c_str(), path.c_str()) == 0;
    const std::string self = concat(kOpenFiles, '/', descriptor());
    return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
  }

  bool create_named() {
    for (;;) {
      name_ = random_name();
      file_.reset(::open(name_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666));
      if (file_.get() >= 0) return true;
      name_.clear();
      if (errno != EEXIST) return false;
    }
  }

  fs::path target_;
  Descriptor file_;
  std::string name_;  // empty as long as it has none
};

// Removes the temporary files that killed runs have left.
void remove_stale_temporaries(const fs::path& target) {
  std::error_code ignored;
  const std::string beginning = target.filename().string() + std::string(kTemporary);
  for (const auto& entry : fs::directory_iterator(folder_of(target), ignored)) {
    if (!entry.path().filename().string().starts_with(beginning)) continue;
    const Descriptor file(::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (file.get() >= 0 && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0) ::unlink(entry.path().c_str());
  }
}

// Makes a rename last through a power cut. Not every file system can; then there is nothing to be done.
void sync_directory(const fs::path& directory) {
  const Descriptor folder(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() >= 0) ::fsync(folder.get());
}

}  // namespace

bool has_content(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) > 0;
}

class OutputFile::Target {
 public:
  virtual ~Target() = default;
  virtual Status write(std::string_view content) = 0;
  virtual Status commit() = 0;

  static Result<std::unique_ptr<Target>> make(fs::path path, bool replace);
};

namespace {

// A device or a pipe, which is written to directly.
class DeviceTarget final : public OutputFile::Target {
 public:
  DeviceTarget(fs::path path, int device) : path_(std::move(path)), device_(device) {}
  Status write(std::string_view content) override { return write_all(device_.get(), content, path_); }
  Status commit() override { return ok_status(); }

 private:
  fs::path path_;
  Descriptor device_;
};

class FileTarget final : public OutputFile::Target {
 public:
  FileTarget(fs::path path, bool replace, std::unique_ptr<Temporary> file)
      : path_(std::move(path)), replace_(replace), file_(std::move(file)) {}
  Status write(std::string_view content) override { return write_all(file_->descriptor(), content, path_); }
  Status commit() override {
    if (Status published = file_->publish(replace_); !published) return published;
    sync_directory(folder_of(path_));
    return ok_status();
  }

 private:
  fs::path path_;
  bool replace_;
  std::unique_ptr<Temporary> file_;
};

}  // namespace

Result<std::unique_ptr<OutputFile::Target>> OutputFile::Target::make(fs::path path, bool replace) {
  std::error_code ignored;
  if (is_device(path)) {
    const int device = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (device < 0) return cannot_write(path);
    return std::unique_ptr<Target>(std::make_unique<DeviceTarget>(std::move(path), device));
  }
  if (fs::is_symlink(path, ignored) && fs::exists(path, ignored)) path = fs::canonical(path);
  remove_stale_temporaries(path);
  auto file = Temporary::make(path);
  if (!file) return file.error();
  return std::unique_ptr<Target>(
      std::make_unique<FileTarget>(std::move(path), replace, std::move(file).value()));
}

Result<OutputFile> OutputFile::open(const std::string& path, bool replace) {
  if (Status checked = check_output_file(path, replace); !checked) return checked.error();
  auto target = Target::make(path, replace);
  if (!target) return target.error();
  return OutputFile(std::move(target).value());
}

OutputFile::OutputFile(std::unique_ptr<Target> target) : target_(std::move(target)) {}
OutputFile::~OutputFile() = default;
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;

Status OutputFile::write(std::string_view piece) {
  constexpr std::size_t kBuffer = std::size_t{1} << 16;
  if (buffer_.size() + piece.size() < kBuffer) {
    buffer_.append(piece);
    return ok_status();
  }
  if (Status flushed = flush(); !flushed) return flushed;
  return target_->write(piece);
}

Status OutputFile::flush() {
  const Status written = target_->write(buffer_);
  buffer_.clear();
  return written;
}

Status OutputFile::commit() {
  if (Status flushed = flush(); !flushed) return flushed;
  return target_->commit();
}

Status write_file(const std::string& path, bool replace, std::string_view content) {
  Result<OutputFile> file = OutputFile::open(path, replace);
  if (!file) return file.error();
  if (Status written = file->write(content); !written) return written;
  return file->commit();
}

Status check_output_file(const std::string& path, bool replace) {
  if (Status checked = check_is_no_input(path); !checked) return checked;
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status)) return invalid(concat(path, ": is a directory; name a file"));
  if (fs::is_regular_file(status) && !replace) return already_exists(path);
  if (!fs::exists(status) && fs::is_symlink(path, ignored))
    return invalid(
        concat(path, ": is a link to a file that is not there; name that file, or remove the link"));
  if (!is_device(path) && ::access(folder_of(path).c_str(), W_OK) != 0) return cannot_write(path);
  return ok_status();
}

Status check_growing_file(const std::string& path, const std::string& option) {
  if (path == "-")
    return invalid(option + ": the run continues from this file, so it cannot be standard output");
  const fs::path folder = fs::absolute(path).parent_path();
  if (!fs::is_directory(folder))
    return invalid(concat(path, ": cannot be written: ", folder.string(), " is not a folder"));
  if (fs::exists(path) && !fs::is_regular_file(path))
    return invalid(concat(path, ": is not a regular file, which a run could continue from"));
  return ok_status();
}

}  // namespace tabiya::booksearch
