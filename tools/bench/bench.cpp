#include "tools/bench/bench.h"

#include <cstdio>
#include <fstream>
#include <optional>
#include <string_view>
#include <thread>

#include <fmt/format.h>
#include <sys/utsname.h>

#include "tools/assets/network_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"
#include "tools/cli/version.h"

namespace tabiya::tools {

// Each function is defined in the file that is named after it: in tools/bench/, or in the folder of the game
// whose kernels it measures.
std::vector<BenchFigure> bench_chances(const BenchOptions&);
std::vector<BenchFigure> bench_codec(const BenchOptions&);
std::vector<BenchFigure> bench_explain(const BenchOptions&);
std::vector<BenchFigure> bench_explorer(const BenchOptions&);
std::vector<BenchFigure> bench_pairs(const BenchOptions&);
std::vector<BenchFigure> bench_recall(const BenchOptions&);
std::vector<BenchFigure> bench_search(const BenchOptions&);
std::vector<BenchFigure> bench_values(const BenchOptions&);

namespace {

constexpr Bench kBenches[] = {
    {"chances", "How often chances come true, in games of the engine against itself", bench_chances,
     "analysis_slope"},
    {"codec", "Sizes and times of packed books and networks, next to zstd, xz and the published formats",
     bench_codec, "book_order_bytes", "book_order_times_smaller", "the published format"},
    {"explain", "How often a search ten times as long confirms what explanations say", bench_explain,
     "confirmed_percent"},
    {"explorer", "The explorer's start, its answers while an analysis runs, and the size of its page",
     bench_explorer, "answer_median_ms"},
    {"pairs", "Values of pairs of setups by a network, on every kernel, against the scalar one", bench_pairs,
     "{}_pairs_per_s", "{}_times_scalar", "the scalar kernel"},
    {"recall", "What short lists of candidate replies lose, against all replies, with 95 % intervals",
     bench_recall, "k300_reds_an_hour", "k300_times_as_fast_as_all", "all replies"},
    {"search", "Search of fixed positions to a fixed depth; the nodes are its signature", bench_search,
     "nodes_per_s"},
    {"values",
     "How far a book's values are from much deeper looks, and how often within the errors it states",
     bench_values, "inside_percent"},
};

}  // namespace

std::span<const Bench> bench_table() { return kBenches; }

namespace {

// "Some Processor 3000 (x86_64)", as far as the system tells.
std::string processor_name() {
  std::string name = "unknown processor";
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (!line.starts_with("model name") || colon == line.npos) continue;
    name = line.substr(colon + 2);
    break;
  }
  utsname system{};
  return ::uname(&system) == 0 ? fmt::format("{} ({})", name, system.machine) : name;
}

Json machine_json() {
  return {{"tabiya", TABIYA_VERSION},
          {"commit", commit()},
          {"compiler", compiler()},
          {"processor", processor_name()},
          {"processors", std::thread::hardware_concurrency()},
          {"kernel", chosen_kernels().name}};
}

// The entry of one measurement in the table.
struct Row {
  std::string figure;
  double value = 0;
  std::optional<double> ratio;
  double seconds = 0;   // that it took
  std::string missing;  // what it says that it lacks; then nothing of the rest is there
};

Row measure(const Bench& bench, const BenchOptions& options) {
  const auto name = [](const char* pattern) {
    return fmt::format(fmt::runtime(pattern), chosen_kernels().name);
  };
  Row row;
  try {
    std::vector<BenchFigure> figures;
    row.seconds = least_seconds(1, [&] { figures = bench.run(options); });
    row.figure = name(bench.figure);
    row.value = figure(figures, row.figure);
    if (bench.ratio != nullptr) row.ratio = figure(figures, name(bench.ratio));
  } catch (const Failure& failure) {
    if (failure.code() == kInternalError) throw;
    row.missing = failure.what();
  }
  return row;
}

Json row_json(const Bench& bench, const Row& row) {
  Json object{{"bench", bench.name}};
  if (!row.missing.empty()) {
    object["missing"] = row.missing;
    return object;
  }
  object.update({{"figure", row.figure}, {"value", row.value}, {"ratio", nullptr}, {"reference", nullptr}});
  if (row.ratio) object.update({{"ratio", *row.ratio}, {"reference", bench.reference}});
  object["seconds"] = row.seconds;
  return object;
}

// Large numbers have no digits behind the point.
std::string number(double value) { return fmt::format("{:.{}f}", value, value < 100 ? 3 : 0); }

void print_row(std::string_view bench, std::string_view figure, std::string_view value,
               std::string_view ratio, std::string_view reference) {
  print_line("| {:<8} | {:<27} | {:>12} | {:>8} | {:<21} |", bench, figure, value, ratio, reference);
}

void print_head(const Json& machine) {
  const auto text = [&](const char* key) { return machine[key].get<std::string>(); };
  print_line("tabiya {}, commit {}, {}; {}, {} processors, kernel {}\n", text("tabiya"), text("commit"),
             text("compiler"), text("processor"), machine["processors"].get<unsigned>(), text("kernel"));
  print_row("bench", "figure", "value", "ratio", "to");
  print_line("|{:-<10}|{:-<29}|{:->13}:|{:->9}:|{:-<23}|", "", "", "", "", "");
}

}  // namespace

std::optional<std::string> output_of_command(const std::string& command) {
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::string output;
  char part[1 << 16];
  while (const std::size_t size = std::fread(part, 1, sizeof part, pipe)) output.append(part, size);
  return ::pclose(pipe) == 0 ? std::optional(output) : std::nullopt;
}

double figure(const std::vector<BenchFigure>& figures, std::string_view name) {
  const auto found = std::ranges::find(figures, name, &BenchFigure::name);
  if (found == figures.end()) throw Failure(fmt::format("not measured: {}", name));
  return found->value;
}

void print_all_figures(const BenchOptions& options, bool json) {
  const Json machine = machine_json();
  if (json) {
    print_json(machine);
  } else {
    print_head(machine);
  }
  for (const Bench& bench : bench_table()) {
    const Row row = measure(bench, options);
    if (json) {
      print_json(row_json(bench, row));
    } else if (!row.missing.empty()) {
      print_line("| {:<8} | {} | | | |", bench.name, row.missing);
    } else {
      print_row(bench.name, row.figure, number(row.value), row.ratio ? number(*row.ratio) : "",
                row.ratio ? bench.reference : "");
    }
  }
}

}  // namespace tabiya::tools
