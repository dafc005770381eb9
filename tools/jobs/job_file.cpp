#include "tools/jobs/job_file.h"

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/jobs/toml_table.h"

namespace tabiya::tools {
namespace {

toml::table parse_toml(std::string_view text, const std::string& name) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw Failure(fmt::format("{}, line {}: {}", name, error.source().begin.line, error.description()));
  }
}

void read_filter(TomlTable table, booksearch::Job& job) {
  table.require("pool");
  table.require("keep");
  table.read("pool", job.pool);
  table.read("keep", job.keep);
  table.read("rounds", job.rounds);
  table.refuse_other_keys();
}

booksearch::Stage read_stage(TomlTable table) {
  booksearch::Stage stage;
  table.require("keep");
  table.require("depth");
  table.read("keep", stage.keep);
  table.read("depth", stage.depth);
  table.read("replies", stage.replies);
  table.read("shared", stage.shared);
  table.refuse_other_keys();
  return stage;
}

}  // namespace

JobFile parse_job_file(std::string_view text, const std::string& name) {
  const toml::table toml = parse_toml(text, name);
  TomlTable root(toml, name);
  JobFile file;
  root.require("game");
  root.read("game", file.job.game);
  root.read("seed", file.job.seed);
  root.read("evaluation", file.evaluation);
  root.read("table_mib", file.job.table_mib);
  read_filter(root.table("filter"), file.job);
  for (TomlTable& table : root.tables("stage")) file.job.stages.push_back(read_stage(std::move(table)));
  root.refuse_other_keys();
  if (const auto fault = booksearch::find_fault(file.job)) root.fail(fault->key, fault->message);
  return file;
}

}  // namespace tabiya::tools
