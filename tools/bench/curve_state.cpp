#include "tools/bench/curve_state.h"

#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

using booksearch::CurveJudgement;
using booksearch::CurveRow;
using nlohmann::ordered_json;

// What rows and judgements have in common.
void add_row(const booksearch::Row& row, double seconds, ordered_json& line) {
  line["red"] = row.red;
  line["reply"] = row.reply;
  line["red_value"] = row.red_value;
  line["nodes"] = row.nodes;
  line["improvement"] = row.improvement;
  line["seconds"] = seconds;
}

booksearch::Row row_of(const ordered_json& line) {
  return {line.at("red").get<SetupId>(), line.at("reply").get<SetupId>(), line.at("red_value").get<Score>(),
          line.at("nodes").get<std::uint64_t>(), line.at("improvement").get<Score>()};
}

ordered_json json_of(const CurveRow& row) {
  ordered_json line{{"depth", row.list.depth}, {"candidates", row.list.replies}, {"shared", row.list.shared},
                    {"sieve", row.list.sieve}, {"near", row.list.near},          {"round", row.round}};
  add_row(row.row, row.seconds, line);
  return line;
}

ordered_json json_of(const CurveJudgement& judgement) {
  ordered_json line{{"judge_of_depth", judgement.depth}};
  add_row(judgement.best, judgement.seconds, line);
  line["values"] = judgement.values;
  return line;
}

}  // namespace

CurveState::CurveState(const std::string& path, const booksearch::CurveTask& task,
                       const ordered_json& question)
    : reds_(task.reds.begin(), task.reds.end()), replies_(task.replies.begin(), task.replies.end()) {
  if (path.empty()) return;
  log_.emplace(LogOptions{path, true, false, "--state", "remove it"}, question, "recall curve",
               [this](const ordered_json& line) { read(line); });
}

booksearch::CurveObserver CurveState::observer() {
  if (!log_) return {};
  return {[this](const CurveRow& row) { log_->add(json_of(row)); },
          [this](const CurveJudgement& judgement) { log_->add(json_of(judgement)); }};
}

void CurveState::read(const ordered_json& line) {
  const booksearch::Row row = row_of(line);
  if (!reds_.contains(row.red) || !replies_.contains(row.reply))
    throw Failure("there is no such pair; remove the file");
  const double seconds = line.at("seconds").get<double>();
  if (line.contains("judge_of_depth")) {
    found_.judgements.push_back({line.at("judge_of_depth").get<int>(), row,
                                 line.at("values").get<std::vector<std::pair<SetupId, Score>>>(), seconds});
  } else {
    const booksearch::JobStage list{.depth = line.at("depth").get<int>(),
                                    .replies = line.at("candidates").get<std::uint32_t>(),
                                    .shared = line.at("shared").get<std::uint32_t>(),
                                    .sieve = line.at("sieve").get<std::uint32_t>(),
                                    .near = line.at("near").get<std::uint32_t>()};
    found_.rows.push_back({list, line.at("round").get<std::size_t>(), row, seconds});
  }
}

}  // namespace tabiya::tools
