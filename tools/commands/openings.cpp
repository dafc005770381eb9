#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "booksearch/openings/judge_pool.h"
#include "booksearch/openings/judgement_store.h"
#include "booksearch/openings/window_search.h"
#include "tools/cli/command.h"
#include "tools/cli/computation.h"
#include "tools/cli/duration.h"
#include "tools/cli/failure.h"
#include "tools/cli/file_lock.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/openings/candidates.h"
#include "tools/openings/judges.h"
#include "tools/openings/opening_list.h"
#include "tools/openings/openings_job.h"

namespace tabiya::tools {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string job;
  OutputOptions output;
  std::string format;  // empty: as the name of the output says
  std::optional<double> error;
  std::optional<int> plies;
  std::optional<std::chrono::seconds> budget;
  bool resume = false;
  bool json = false;
  ComputationOptions computation;

  std::string state() const { return output.path + ".job"; }
};

OpeningsJob load_job(const Options& options) {
  OpeningsJob job = parse_openings_job(read_input(options.job, kMaxTextInput), input_name(options.job));
  if (options.error) job.error = *options.error;
  if (options.plies) job.plies = *options.plies;
  return job;
}

// What was judged earlier is kept unless the options say what to do with it.
void make_room(const Options& options) {
  if (options.output.path == "-")
    throw Failure("openings: what was judged is kept beside the list; give --out a file");
  if (options.resume) return;
  check_output(options.output);
  const std::string state = options.state();
  if (fs::exists(state) && !fs::is_empty(state) && !options.output.force)
    throw Failure(
        fmt::format("{}: already exists; add --resume to go on with it, or --force to begin anew", state));
  for (const char* suffix : {"", "-wal", "-shm"}) {
    std::error_code error;
    fs::remove(state + suffix, error);
    if (error) throw Failure(fmt::format("{}{}: cannot remove: {}", state, suffix, error.message()));
  }
}

// All that the numbers of candidates and stages stand for. The window may change when a job is resumed.
std::string canonical_text(const OpeningsJob& job, const Candidates& candidates) {
  std::string text =
      fmt::format("{} {}, {} positions {:016x}", job.game, game_named(job.game, "game").rules_version(),
                  candidates.size(), candidates.checksum());
  for (const UciLimits& limits : job.stages) text += ", " + limits.command();
  return text;
}

booksearch::WindowResult search(const Options& options, const OpeningsJob& job, const Candidates& candidates,
                                const JudgeKind& judge) {
  const std::string state = options.state();
  const std::string go_on =
      fmt::format("go on with `tabiya openings {} --out {} --resume`", options.job, options.output.path);
  booksearch::JudgementStore store =
      take(booksearch::JudgementStore::open(state, {canonical_text(job, candidates), judge.identity}), state,
           "go on with what it was begun with, or begin anew with --force");
  booksearch::JudgePool pool(options.computation.threads, judge.make);
  const booksearch::WindowTask task{candidates.size(), job.stages.size(), job.window, job.error};
  Computation computation(options.computation);
  if (options.budget) computation.set_budget(*options.budget);
  auto result = computation.run(
      [&](const booksearch::Control& control) {
        return booksearch::search_window(task, pool, store, control);
      },
      go_on);
  if (result) return std::move(result).value();
  if (result.error().code == ErrorCode::kInvalid) throw Failure(result.error().message + "; " + go_on);
  return take(std::move(result), state, go_on);
}

std::size_t count_belonging(const booksearch::WindowResult& result) {
  std::size_t count = 0;
  for (const booksearch::Verdict& verdict : result.verdicts) count += verdict.belongs() ? 1 : 0;
  return count;
}

void print_facts(const Options& options, const OpeningsJob& job, const booksearch::WindowResult& result,
                 std::size_t written, const std::string& judge) {
  const std::size_t candidates = result.verdicts.size(), belonging = count_belonging(result);
  const double nodes_a_candidate = static_cast<double>(result.nodes) / static_cast<double>(candidates);
  if (options.json) {
    print_json({{"list", options.output.path},
                {"written", written},
                {"belonging", belonging},
                {"candidates", candidates},
                {"expected_error", result.expected_error},
                {"searched", result.searched},
                {"nodes", result.nodes},
                {"judge", judge}});
  } else {
    std::string searched;
    for (const std::uint64_t count : result.searched)
      searched += fmt::format("{}{}", searched.empty() ? "" : ", then ", count);
    print_line("{}: {} positions of {} that belong, out of {}; {:.1f} % wrong decisions are expected",
               options.output.path, written, belonging, candidates, 100 * result.expected_error);
    print_line("{} has searched {} of them: {:.0f} nodes a position", judge, searched, nodes_a_candidate);
  }
  if (result.expected_error > job.error)
    print_note(
        fmt::format("the time was over before the share of wrong decisions had come down to {:.1f} %; "
                    "--resume goes on",
                    100 * job.error));
  if (written < job.wanted)
    print_note(
        fmt::format("{} positions were wanted; more pairs, or a wider window, may give them", job.wanted));
}

int run_openings(const Options& options) {
  const OpeningsJob job = load_job(options);
  const Candidates candidates(job);
  const JudgeKind judge = choose_judge(job, candidates);
  make_room(options);
  const FileLock lock(options.state(), {options.state()});
  const booksearch::WindowResult result = search(options, job, candidates, judge);
  const std::vector<std::uint32_t> chosen = chosen_openings(job, candidates, result);
  const OpeningFormat format = opening_format(options.format, options.output.path);
  write_output({options.output.path, options.output.force || options.resume},
               opening_text(format, job, candidates, result, chosen, judge.name));
  print_facts(options, job, result, chosen.size(), judge.name);
  return kSuccess;
}

void add_job_options(CommandLine& app, const std::shared_ptr<Options>& options) {
  app.add_option("JOB", options->job, "The job file; - is standard input").required().type_name("FILE");
  add_output_options(app, options->output);
  app.add_flag("--resume", options->resume,
               "Go on with what was judged by an earlier run, and replace its list");
  app.add_option("--format", options->format,
                 "How the list is written; without it, as the name of the file ends, or epd")
      .one_of({"epd", "fen", "csv"});
  app.add_option_function(
         "--error", [options](const std::string& text) { options->error = std::stod(text); },
         "Wrong decisions that are allowed, as a share of the positions that belong; instead of the job's")
      .type_name("SHARE")
      .range(0, 1);
  app.add_option_function(
         "--plies", [options](const std::string& text) { options->plies = std::stoi(text); },
         "Moves played at random from each pair of setups; instead of the job's")
      .type_name("N")
      .whole_number(0, 3);
  app.add_option_function(
         "--budget", [options](const std::string& text) { options->budget = parse_duration(text); },
         "Write what is known when so much time is over, as in 90s, 30m, 1h30m")
      .type_name("TIME")
      .check([](const std::string& text) {
        return parse_duration(text) ? "" : "'" + text + "' is no time such as 90s, 30m or 1h30m";
      });
}

}  // namespace

CommandRun openings(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_job_options(app, options);
  add_computation_options(app, options->computation);
  add_json_option(app, options->json);
  app.add_help_topic("--help-job", "Print all keys of job files with their defaults, and exit",
                     openings_job_reference);
  app.footer(
      "Start positions whose score, chances of a draw or expected score lies in a window. All are searched\n"
      "shallowly, and deeper only those whose place in or out of the window is not sure by then. What was\n"
      "judged is kept in FILE.job: the job may be killed at any moment, and resumed to the same list.\n"
      "Example: tabiya openings data/jobs/dfrc.toml --out dfrc.epd");
  return [options] { return run_openings(*options); };
}

}  // namespace tabiya::tools
