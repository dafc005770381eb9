#include "tools/cli/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

namespace fs = std::filesystem;

Failure cannot_write(const fs::path& path) {
  return Failure(fmt::format("{}: cannot write: {}", path.string(), std::strerror(errno)));
}

Failure already_exists(const fs::path& path) {
  return Failure(fmt::format("{}: already exists; add --force to replace it", path.string()));
}

// A file open for writing; with `temporary`, one that is removed unless it has been renamed.
class Descriptor {
 public:
  Descriptor(fs::path path, int flags, bool temporary)
      : path_(std::move(path)), descriptor_(::open(path_.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) throw cannot_write(path_);
    remove_ = temporary;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    ::close(descriptor_);
    if (remove_) ::unlink(path_.c_str());
  }

  void write(std::string_view content) {
    while (!content.empty()) {
      const ssize_t written = ::write(descriptor_, content.data(), content.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0 && errno == EPIPE) throw BrokenPipe{};
      if (written < 0) throw cannot_write(path_);
      content.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  // Without `replace` the name must be free: a hard link fails where rename() would overwrite.
  void publish(const fs::path& target, bool replace) {
    if (::fsync(descriptor_) != 0) throw cannot_write(path_);
    if (replace) {
      if (::rename(path_.c_str(), target.c_str()) != 0) throw cannot_write(target);
      remove_ = false;
    } else if (::link(path_.c_str(), target.c_str()) != 0) {
      throw errno == EEXIST ? already_exists(target) : cannot_write(target);
    }
  }

 private:
  fs::path path_;
  int descriptor_;
  bool remove_ = false;
};

// Makes a rename last through a power cut. Not every file system can; then there is nothing to be done.
void sync_directory(const fs::path& directory) {
  const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

bool is_device(fs::file_status status) {
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

}  // namespace

void check_output(const OutputOptions& options) {
  if (options.path == "-") return;
  std::error_code ignored;
  const fs::path path(options.path);
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status)) throw Failure(fmt::format("{}: is a directory; name a file", options.path));
  if (fs::is_regular_file(status) && !options.force) throw already_exists(path);
  const fs::path directory = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (!is_device(status) && ::access(directory.c_str(), W_OK) != 0) throw cannot_write(path);
}

void write_output(const OutputOptions& options, std::string_view content) {
  if (options.path == "-") return print(content);
  check_output(options);
  std::error_code ignored;
  fs::path target(options.path);
  if (is_device(fs::status(target, ignored))) return Descriptor(target, 0, false).write(content);
  if (fs::is_symlink(target, ignored) && fs::exists(target, ignored)) target = fs::canonical(target);

  const fs::path temporary = target.string() + fmt::format(".tmp-{}", ::getpid());
  Descriptor file(temporary, O_CREAT | O_EXCL, true);
  file.write(content);
  file.publish(target, options.force);
  sync_directory(target.has_parent_path() ? target.parent_path() : fs::path("."));
}

}  // namespace tabiya::tools
