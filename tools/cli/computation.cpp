#include "tools/cli/computation.h"

#include "tools/cli/options.h"

namespace tabiya::tools {

void add_computation_options(CommandLine& app, ComputationOptions& options) {
  add_threads_option(app, options.threads);
  add_progress_option(app, options.progress);
}

}  // namespace tabiya::tools
