// Builds of the tiny job by the program, as tests of `build` share them.
#pragma once

#include "tests/support/checkout.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools {

inline const std::string kTinyJob = test::source_path("tests/tools/commands/tiny.toml");

inline ProgramRun build(const TemporaryFolder& folder, const std::vector<std::string>& options) {
  return run_tabiya(joined({"build", kTinyJob, "--out", folder.path("out")}, options));
}

// A command that builds with these options, for a shell.
inline std::string in_shell(const TemporaryFolder& folder, const std::string& options) {
  return "\"$TABIYA\" build '" + kTinyJob + "' --out '" + folder.path("out") + "' " + options;
}

// One build in a fresh folder, which several tests compare with.
inline const std::string& undisturbed_book() {
  static const std::string book = [] {
    const TemporaryFolder folder;
    EXPECT_EQ(build(folder, {"--threads", "1"}).exit_code, 0);
    return read_file(folder.path("out/tiny.tbk"));
  }();
  return book;
}

}  // namespace tabiya::tools
