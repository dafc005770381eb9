// The candidates of a job whose judge grows lines (line_growth.h), and what is kept of them next to the list.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "tools/cli/computation.h"
#include "tools/openings/judges.h"
#include "tools/openings/line_growth.h"
#include "tools/openings/openings_files.h"

namespace tabiya::tools {

class GrownTree {
 public:
  // Throws Failure if the judge cannot be used.
  explicit GrownTree(const OpeningsJob& job);

  // Grows the lines, or goes on growing them. `go_on` says how an interrupted run is continued. Throws Failure.
  Candidates grow(const OpeningsFiles& files, const ComputationOptions& options, Computation& computation,
                  const std::string& go_on);

 private:
  const OpeningsJob& job_;
  LineGrowth growth_;
  JudgeKind judge_;
};

// What is known of the tree when nobody is asked.
struct KnownTree {
  std::size_t judged = 0;                  // positions
  std::optional<Candidates> candidates{};  // nothing while the lines grow
};
// Throws Failure if there is none, or that of another job.
KnownTree look_at_tree(const OpeningsJob& job, const OpeningsFiles& files);

}  // namespace tabiya::tools
