#include "tools/bench/bench.h"

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "booksearch/work/parallel.h"
#include "tools/bench/languages.h"
#include "tools/bench/recall_curve.h"
#include "tools/bench/shrinking_curve.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/nearest_name.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

struct BenchCommandOptions {
  std::string name;
  BenchOptions bench;
  CurveOptions curve;
  ShrinkingCurveOptions shrinking;
  bool all = false;
  bool languages = false;
  bool json = false;
};

const Bench* find_bench(const std::string& name) {
  for (const Bench& bench : bench_table())
    if (bench.name == name) return &bench;
  return nullptr;
}

int list_benches(bool json) {
  for (const Bench& bench : bench_table()) {
    print_json_or_line(json, {{"name", bench.name}, {"summary", bench.summary}}, "{:<12}{}", bench.name,
                       bench.summary);
  }
  return kSuccess;
}

int run_bench(const Bench& bench, const BenchOptions& options, int threads, bool json) {
  std::vector<BenchFigure> figures;
  booksearch::with_threads(threads, [&] { figures = bench.run(options); });
  Json object{{"bench", bench.name}};
  for (const BenchFigure& figure : figures) object[figure.name] = figure.value;
  if (json) {
    print_json(object);
  } else {
    for (const BenchFigure& figure : figures) print_line("{:<40}{:>16.3f}", figure.name, figure.value);
  }
  return kSuccess;
}

int run(const BenchCommandOptions& options) {
  if (!options.curve.depths.empty()) {
    if (options.name != "recall") throw Failure("bench: --depths is of `bench recall`");
    run_recall_curve(options.bench, options.curve, options.json);
    return kSuccess;
  }
  if (!options.bench.against.empty() && options.name != "search")
    throw Failure("bench: --against is of `bench search`");
  if (options.languages) {
    if (options.name != "codec") throw Failure("bench: --languages is of `bench codec`");
    print_language_table(options.bench.book, options.bench.network, options.json);
    return kSuccess;
  }
  if (options.name.empty() && !options.shrinking.rows.empty()) {
    show_trials(options.shrinking.rows, options.bench.picture, options.json);
    return kSuccess;
  }
  if (options.shrinking.wants_curve()) {
    if (options.name != "codec") throw Failure("bench: --sizes, --networks and --rows are of `bench codec`");
    run_shrinking_curve(options.bench, options.shrinking, options.curve.computation, options.json);
    return kSuccess;
  }
  if (options.all) {
    print_all_figures(options.bench, options.json);
    return kSuccess;
  }
  return options.name.empty() ? list_benches(options.json)
                              : run_bench(*find_bench(options.name), options.bench,
                                          options.curve.computation.threads, options.json);
}

void add_recall_options(CommandLine& app, BenchOptions& options) {
  app.add_option("--replies", options.replies,
                 "File of reasonable setups, one per line. By default, the best of a sample")
      .type_name("FILE");
  app.add_option("--candidates", options.candidates, "Number of candidate replies. 0: several numbers")
      .whole_number(0, 1'000'000);
  app.add_option("--sample", options.sample, "Number of reds to draw").whole_number(1, 1'000'000).rare();
  app.add_option("--seed", options.seed, "Seed of the sample").whole_number().rare();
  app.add_option("--depth", options.depth, "Search depth in plies").whole_number(1, 100);
}

}  // namespace

CommandRun bench(CommandLine& app) {
  const auto options = std::make_shared<BenchCommandOptions>();
  std::vector<std::string> names;
  for (const Bench& bench : bench_table()) names.emplace_back(bench.name);
  app.add_option("NAME", options->name, "Measurement to run; without it, list all")
      .type_name(choice_type(names))
      .check([](const std::string& name) {
        return find_bench(name) ? "" : "no measurement '" + name + "'; `tabiya bench` lists them";
      });
  app.add_flag("--all", options->all, "Run all measurements, and print one table with the machine")
      .excludes("NAME");
  app.add_flag("--quick", options->bench.quick, "Repeat less often, for rougher figures in less time");
  app.add_option(
         "--net", options->bench.network,
         "Network to measure with. By default random weights, or the shipped network where sizes are measured")
      .type_name("FILE");
  app.add_option("--book", options->bench.book, "Book to measure with")
      .default_text("shipped")
      .type_name("FILE");
  app.add_flag("--languages", options->languages,
               "With codec: compile and run the decoders that `pack` writes, in each language that is there");
  app.begin_group("Options of `codec`");
  add_shrinking_curve_options(app, options->shrinking);
  app.begin_group("Options of `chances` and `codec --sizes`");
  app.add_option("--nodes", options->bench.nodes, "Nodes of each move").whole_number(1, 1'000'000'000).rare();
  app.add_option("--picture", options->bench.picture,
                 "New file for a reliability diagram, for Elo against bytes, or for books of moves (SVG)")
      .group(kOutputGroup)
      .type_name("FILE")
      .rare();
  app.begin_group("Options of `search`");
  app.add_option(
         "--against", options->bench.against,
         "Another version of the program, such as the commit before: says how much faster this one is")
      .type_name("PROGRAM")
      .rare();
  app.begin_group("Options of `recall`");
  add_recall_options(app, options->bench);
  add_curve_options(app, options->curve);
  add_json_option(app, options->json);
  std::string list;
  for (const Bench& bench : bench_table()) list += fmt::format("  {:<12}{}\n", bench.name, bench.summary);
  app.footer(
      "Measurements:\n" + list +
      "\nEach measurement compares a part of the program with an obvious alternative in the same run, and\n"
      "prints the ratio. Run them on an otherwise idle machine.\n"
      "Example: tabiya bench pairs\n"
      "         tabiya bench --all\n"
      "         tabiya bench recall --net shipped --depths 8:12");
  return [options] { return run(*options); };
}

}  // namespace tabiya::tools
