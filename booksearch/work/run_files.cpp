#include "booksearch/work/run_files.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <utility>
#include <vector>

#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

namespace fs = std::filesystem;

struct KnownFile {
  std::string path;
  std::string name;

  bool operator==(const KnownFile&) const = default;
};

std::mutex files_mutex;
bool is_known = false;
std::vector<KnownFile> known_inputs, known_outputs;

void add_known(std::vector<KnownFile>& files, KnownFile file) {
  if (std::ranges::find(files, file) == files.end()) files.push_back(std::move(file));
}

const KnownFile* find_file(const std::vector<KnownFile>& files, const std::string& path) {
  const auto found =
      std::ranges::find_if(files, [&](const KnownFile& file) { return is_same_file(file.path, path); });
  return found == files.end() ? nullptr : &*found;
}

Error conflict_of(const KnownFile& output, const KnownFile& other) {
  if (!output.name.starts_with('-') || other.name.empty())
    return invalid(concat(output.path, ": is ", other.name.empty() ? "an input" : other.name,
                          " of this run, and would be written to; name another output"));
  return invalid(concat(output.name, " and ", other.name, " both name ", output.path, "; give ", output.name,
                        " another file"));
}

}  // namespace

bool is_device(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  if (a == "-" || b == "-" || is_device(a)) return false;
  return a == b || fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored) ||
         fs::equivalent(a, b, ignored);
}

RunFiles::RunFiles() {
  const std::lock_guard lock(files_mutex);
  is_known = true;
}

RunFiles::~RunFiles() {
  const std::lock_guard lock(files_mutex);
  is_known = false;
  known_inputs.clear();
  known_outputs.clear();
}

Status note_input(const std::string& path, const std::string& name) {
  const std::lock_guard lock(files_mutex);
  if (!is_known) return ok_status();
  if (const KnownFile* output = find_file(known_outputs, path)) return conflict_of(*output, {path, name});
  add_known(known_inputs, {path, name});
  return ok_status();
}

Status note_output(const std::string& path, const std::string& name) {
  const std::lock_guard lock(files_mutex);
  if (!is_known) return ok_status();
  if (const KnownFile* input = find_file(known_inputs, path)) return conflict_of({path, name}, *input);
  const KnownFile* output = find_file(known_outputs, path);
  if (output != nullptr && output->name != name) return conflict_of(*output, {path, name});
  add_known(known_outputs, {path, name});
  return ok_status();
}

void forget_input(const std::string& path) {
  const std::lock_guard lock(files_mutex);
  std::erase_if(known_inputs, [&](const KnownFile& file) { return is_same_file(file.path, path); });
}

Status check_is_no_input(const std::string& path) {
  const std::lock_guard lock(files_mutex);
  if (const KnownFile* input = find_file(known_inputs, path)) return conflict_of({path, ""}, *input);
  return ok_status();
}

}  // namespace tabiya::booksearch
