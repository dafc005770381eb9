#include "tools/cli/options.h"

#include <algorithm>
#include <thread>

namespace tabiya::tools {

void add_json_option(CommandLine& app, bool& json) {
  app.add_flag("--json", json, "Print JSON, one object a line");
}

void add_threads_option(CommandLine& app, int& threads) {
  constexpr int kMaxThreads = 1024;
  threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMaxThreads);
  app.add_option("--threads", threads, "How many threads compute; the results do not depend on it")
      .type_name("N")
      .whole_number(1, kMaxThreads)
      .capture_default_str();
}

namespace {

void add_output(CommandLine& app, OutputOptions& output, const char* meaning) {
  CommandOption out = app.add_option("--out", output.path, meaning).type_name("FILE");
  if (output.path.empty()) {
    out.required();
  } else {
    out.capture_default_str();
  }
  app.add_flag("--force", output.force, "Replace a file that is already there");
}

}  // namespace

void add_output_options(CommandLine& app, OutputOptions& output) {
  add_output(app, output, "Where to write; - is standard output");
}

void add_file_output_options(CommandLine& app, OutputOptions& output) {
  add_output(app, output, "Where to write");
}

void add_log_options(CommandLine& app, LogOptions& log) {
  const CommandOption resume = app.add_flag("--resume", log.resume, "Go on with the file");
  app.add_flag("--force", log.force, "Replace the file").excludes(resume);
}

}  // namespace tabiya::tools
