#include "tools/cli/output_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <random>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/print.h"
#include "tools/cli/run_files.h"

namespace tabiya::tools {
namespace {

namespace fs = std::filesystem;

Failure cannot_write(const fs::path& path) {
  return Failure(fmt::format("{}: cannot write: {}", path.string(), std::strerror(errno)));
}

Failure already_exists(const fs::path& path) {
  return Failure(fmt::format("{}: already exists; add --force to replace it", path.string()));
}

void write_all(int descriptor, std::string_view content, const fs::path& path) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) throw BrokenPipe{};
    if (written < 0) throw cannot_write(path);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
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

 private:
  int descriptor_;
};

constexpr const char* kOpenFiles = "/proc/self/fd";
constexpr std::string_view kTemporary = ".tabiya-tmp-";  // between the target's name and random letters

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// What will be the target's content, in its folder. Where the system can, it has no name until it is whole,
// so that nothing is left of a run that is killed. While it has one, it is locked: one without a lock is
// stale.
class Temporary {
 public:
  explicit Temporary(const fs::path& target) : target_(target), nameless_(open_nameless(folder_of(target))) {
    if (nameless_.get() < 0) named_.emplace(create_named());
    ::flock(descriptor(), LOCK_EX | LOCK_NB);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    if (!name_.empty()) ::unlink(name_.c_str());
  }

  int descriptor() const { return named_ ? named_->get() : nameless_.get(); }

  // Without `replace` the name must be free: a hard link fails where rename() would overwrite.
  void publish(bool replace) {
    if (::fsync(descriptor()) != 0) throw cannot_write(target_);
    if (!replace && !link_as(target_))
      throw errno == EEXIST ? already_exists(target_) : cannot_write(target_);
    if (!replace) return;
    while (name_.empty()) {
      const std::string name = random_name();
      if (link_as(name)) {
        name_ = name;
      } else if (errno != EEXIST) {
        throw cannot_write(target_);
      }
    }
    if (::rename(name_.c_str(), target_.c_str()) != 0) throw cannot_write(target_);
    name_.clear();
  }

 private:
  static int open_nameless(const fs::path& folder) {
    if (::access(kOpenFiles, X_OK) != 0) return -1;  // it could never get a name
    return ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  }

  std::string random_name() const {
    return target_.string() + std::string(kTemporary) + fmt::format("{:08x}", std::random_device{}());
  }

  bool link_as(const fs::path& path) const {
    if (!name_.empty()) return ::link(name_.c_str(), path.c_str()) == 0;
    const std::string self = fmt::format("{}/{}", kOpenFiles, descriptor());
    return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
  }

  int create_named() {
    for (;;) {
      name_ = random_name();
      const int descriptor = ::open(name_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
      if (descriptor >= 0) return descriptor;
      name_.clear();
      if (errno != EEXIST) throw cannot_write(target_);
    }
  }

  fs::path target_;
  Descriptor nameless_;
  std::optional<Descriptor> named_;
  std::string name_;  // empty as long as it has none
};

// Those that runs have left which were killed.
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

bool is_device(fs::file_status status) {
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

}  // namespace

bool has_content(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) > 0;
}

class OutputTarget {
 public:
  virtual ~OutputTarget() = default;
  virtual void write(std::string_view content) = 0;
  virtual void commit() = 0;
};

namespace {

// A device or a pipe, which is written to as it is.
class DeviceTarget final : public OutputTarget {
 public:
  explicit DeviceTarget(const fs::path& path)
      : path_(path), device_(::open(path.c_str(), O_WRONLY | O_CLOEXEC)) {
    if (device_.get() < 0) throw cannot_write(path);
  }
  void write(std::string_view content) override { write_all(device_.get(), content, path_); }
  void commit() override {}

 private:
  fs::path path_;
  Descriptor device_;
};

class FileTarget final : public OutputTarget {
 public:
  FileTarget(const fs::path& path, bool replace) : path_(path), replace_(replace), file_(path) {}
  void write(std::string_view content) override { write_all(file_.descriptor(), content, path_); }
  void commit() override {
    file_.publish(replace_);
    sync_directory(folder_of(path_));
  }

 private:
  fs::path path_;
  bool replace_;
  Temporary file_;
};

std::unique_ptr<OutputTarget> make_target(const OutputOptions& options) {
  check_output(options);
  std::error_code ignored;
  fs::path path(options.path);
  if (is_device(fs::status(path, ignored))) return std::make_unique<DeviceTarget>(path);
  if (fs::is_symlink(path, ignored) && fs::exists(path, ignored)) path = fs::canonical(path);
  remove_stale_temporaries(path);
  return std::make_unique<FileTarget>(path, options.force);
}

}  // namespace

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  if (a == "-" || b == "-" || is_device(fs::status(a, ignored))) return false;
  return a == b || fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored) ||
         fs::equivalent(a, b, ignored);
}

void check_output(const OutputOptions& options, bool json) {
  if (json && options.path == "-")
    throw Failure("--json and --out - both need standard output; give --out a file");
  if (options.path == "-") return;
  check_is_no_input(options.path);
  std::error_code ignored;
  const fs::path path(options.path);
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status)) throw Failure(fmt::format("{}: is a directory; name a file", options.path));
  if (fs::is_regular_file(status) && !options.force) throw already_exists(path);
  if (!is_device(status) && ::access(folder_of(path).c_str(), W_OK) != 0) throw cannot_write(path);
}

const std::string& check_growing_output(const std::string& path, const std::string& option) {
  if (path == "-")
    throw Failure(option + ": the run continues from this file, so it cannot be standard output");
  const fs::path folder = fs::absolute(path).parent_path();
  if (!fs::is_directory(folder))
    throw Failure(fmt::format("{}: cannot be written: {} is not a folder", path, folder.string()));
  if (fs::exists(path) && !fs::is_regular_file(path))
    throw Failure(fmt::format("{}: is not a regular file, which a run could continue from", path));
  return path;
}

PiecewiseOutput::PiecewiseOutput(const OutputOptions& options)
    : target_(options.path == "-" ? nullptr : make_target(options)) {}

PiecewiseOutput::~PiecewiseOutput() = default;

void PiecewiseOutput::write(std::string_view piece) {
  constexpr std::size_t kBuffer = std::size_t{1} << 16;
  if (buffer_.size() + piece.size() >= kBuffer) {
    flush();
    put(piece);
  } else {
    buffer_.append(piece);
  }
}

void PiecewiseOutput::put(std::string_view bytes) {
  if (bytes.empty()) return;
  target_ == nullptr ? print(bytes) : target_->write(bytes);
}

void PiecewiseOutput::flush() {
  put(buffer_);
  buffer_.clear();
}

void PiecewiseOutput::commit() {
  flush();
  if (target_ != nullptr) target_->commit();
}

void write_output(const OutputOptions& options, std::string_view content) {
  if (options.path == "-") return print(content);
  PiecewiseOutput output(options);
  output.write(content);
  output.commit();
}

}  // namespace tabiya::tools
