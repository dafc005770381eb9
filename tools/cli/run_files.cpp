#include "tools/cli/run_files.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/output_file.h"

namespace tabiya::tools {
namespace {

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

Failure conflict_of(const KnownFile& output, const KnownFile& other) {
  if (!output.name.starts_with('-') || other.name.empty())
    return Failure(fmt::format("{}: is {} of this run, and would be written to; name another output",
                               output.path, other.name.empty() ? "an input" : other.name));
  return Failure(fmt::format("{} and {} both name {}; give {} another file", output.name, other.name,
                             output.path, output.name));
}

}  // namespace

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

void note_input(const std::string& path, const std::string& name) {
  const std::lock_guard lock(files_mutex);
  if (!is_known) return;
  if (const KnownFile* output = find_file(known_outputs, path)) throw conflict_of(*output, {path, name});
  add_known(known_inputs, {path, name});
}

void note_output(const std::string& path, const std::string& name) {
  const std::lock_guard lock(files_mutex);
  if (!is_known) return;
  if (const KnownFile* input = find_file(known_inputs, path)) throw conflict_of({path, name}, *input);
  const KnownFile* output = find_file(known_outputs, path);
  if (output != nullptr && output->name != name) throw conflict_of(*output, {path, name});
  add_known(known_outputs, {path, name});
}

void forget_input(const std::string& path) {
  const std::lock_guard lock(files_mutex);
  std::erase_if(known_inputs, [&](const KnownFile& file) { return is_same_file(file.path, path); });
}

void check_is_no_input(const std::string& path) {
  const std::lock_guard lock(files_mutex);
  if (const KnownFile* input = find_file(known_inputs, path)) throw conflict_of({path, ""}, *input);
}

}  // namespace tabiya::tools
