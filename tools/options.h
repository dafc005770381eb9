// Options that several commands share, so that they are named, checked and explained in one place.
#pragma once

#include "tools/output_file.h"

namespace CLI {
class App;
}

namespace tabiya::tools {

// --json
void add_json_option(CLI::App& app, bool& json);

// --threads N; sets `threads` to the number of processors at once.
void add_threads_option(CLI::App& app, int& threads);

// --out FILE (required unless `output.path` already holds a default) and --force
void add_output_options(CLI::App& app, OutputOptions& output);

}  // namespace tabiya::tools
