// What a measurement of a recall curve has found so far, in a file, so that a run that was stopped is gone on
// with.
#pragma once

#include <optional>
#include <string>
#include <unordered_set>

#include <nlohmann/json.hpp>

#include "booksearch/recall_curve.h"
#include "tools/cli/line_log.h"

namespace tabiya::tools {

// JSON lines with checksums (line_log.h): what is measured, then each row and each judgement.
class CurveState {
 public:
  // Reads the file if it is there; without a path, nothing is read or kept. `question` says all that must be
  // the same to go on. Throws Failure where the file is none, damaged, or of another question.
  CurveState(const std::string& path, const booksearch::CurveTask& task,
             const nlohmann::ordered_json& question);

  const booksearch::CurveFindings& found() const { return found_; }

  // Keeps what it sees: the file holds it before it goes on.
  booksearch::CurveObserver observer();

 private:
  void read(const nlohmann::ordered_json& line);

  std::unordered_set<SetupId> reds_, replies_;
  booksearch::CurveFindings found_;
  std::optional<LineLog> log_;
};

}  // namespace tabiya::tools
