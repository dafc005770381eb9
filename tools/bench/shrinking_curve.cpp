#include "tools/bench/shrinking_curve.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "booksearch/engines/uci_choice.h"
#include "booksearch/learn/shrinking.h"
#include "booksearch/match/match_runner.h"
#include "booksearch/match/openings.h"
#include "booksearch/match/standings.h"
#include "codec/encoding.h"
#include "core/game/pgn_reader.h"
#include "tools/assets/network_input.h"
#include "tools/assets/packing.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/cli/temporary_folder.h"
#include "tools/drawing/chart.h"
#include "tools/play/game_input.h"

namespace tabiya::tools {
namespace {

constexpr std::string_view kByShrinking = "net shrink";

// One network against the whole one.
struct CurveRow {
  std::string by;                 // "net shrink", or the name of a network that was made otherwise
  std::size_t bytes = 0;          // of dense text
  double bits = 0;                // a weight
  std::optional<double> error{};  // logit, root mean square over positions
  std::uint64_t wins = 0, draws = 0, losses = 0;
  std::optional<double> elo{}, low{}, high{};  // and its 95 % interval; nothing where games do not tell
};

struct SmallNetwork {
  CurveRow row;
  NamedNetwork network;
};

PackedAsset dense(const NamedNetwork& network, const codec::Encoding& encoding = codec::kDense) {
  PackRequest request;
  request.encoding = &encoding;
  return pack_network(network, request);
}

CurveRow row_of(const std::string& by, const NamedNetwork& network, double error) {
  const std::size_t bytes = dense(network).output.size();
  const auto numbers = static_cast<double>(number_count(network.weights.shape));
  return {by, bytes, 8 * static_cast<double>(bytes) / numbers, error / 1e4};
}

// The whole network, what is made of it, and their games.
class Curve {
 public:
  Curve(const BenchOptions& bench, const ShrinkingCurveOptions& options,
        const ComputationOptions& computation)
      : options_(options),
        computation_(computation),
        nodes_(bench.nodes),
        where_(bench.network.empty() ? std::string(kShipped) : bench.network),
        whole_(load_named_network(where_)),
        game_(game_of_network(whole_, "", input_name(where_))),
        seed_(bench.seed) {
    referee_protocol_of(game_, "bench codec --sizes");
    if (!options.openings.empty()) openings_ = read_openings(game_, options.openings, PgnGame::kMaxPlies);
  }

  // The networks of the options.
  std::vector<SmallNetwork> networks() const {
    std::vector<NamedNetwork> others;
    for (const std::string& file : options_.networks) {
      others.push_back(load_named_network(file));
      const std::uint32_t features = others.back().weights.shape.features;
      if (features != whole_.weights.shape.features)
        throw Failure(fmt::format("{}: has {} features, and {} has {}; name networks of the same game",
                                  input_name(file), features, input_name(where_),
                                  whole_.weights.shape.features));
    }
    const auto positions = sample_positions(whole_, options_.sample, input_name(where_));
    std::vector<SmallNetwork> networks;
    for (const std::uint64_t size : options_.sizes) {
      ShrunkNetwork shrunk = shrunk_network(
          whole_, positions, [](const NamedNetwork& network) { return dense(network).output; },
          [size](std::string_view text) {
            return SizeLimits{size, {}}.excess(text);
          },
          input_name(where_));
      networks.push_back({row_of(std::string(kByShrinking), shrunk.network, shrunk.error.root_mean_square),
                          std::move(shrunk.network)});
    }
    for (std::size_t i = 0; i < others.size(); ++i) {
      const std::string name = input_name(options_.networks[i]);
      const auto error =
          take(booksearch::shrinking_error(whole_.weights, others[i].weights, positions), name);
      networks.push_back({row_of(name, others[i], error.root_mean_square), std::move(others[i])});
    }
    return networks;
  }

  // Fills in what games tell. Throws Failure.
  void measure(SmallNetwork& small, std::size_t done, std::size_t all) const {
    const TemporaryFolder folder("tabiya-shrinking");
    booksearch::MatchPlan plan;
    plan.game = &game_;
    plan.engines = {engine(folder.file("small.tbp"), small.network),
                    engine(folder.file("whole.tbp"), whole_)};
    plan.games = options_.games;
    plan.concurrency = computation_.threads;
    plan.openings =
        openings_.empty() ? booksearch::OpeningSource::kRandom : booksearch::OpeningSource::kGiven;
    plan.opening = [this](std::uint64_t pair) {
      return openings_.empty() ? booksearch::random_opening(game_, seed_, pair)
                               : openings_[pair % openings_.size()];
    };
    booksearch::MatchScore score(plan.pairings);
    const booksearch::InterruptFlag interrupt;
    {
      ProgressReporter progress(computation_.progress);
      const auto on_game = [&](const booksearch::GameRecord& record) {
        score.add(record);
        progress.report("games", done * plan.games + score.played().size(), all * plan.games);
        return true;
      };
      take(booksearch::run_match(plan, {}, on_game, interrupt.stop()));
    }
    check_stop(interrupt, "stopped; rows that are printed can be given to --rows");
    add_score(score.scoreboards()[0].tally(), small.row);
  }

 private:
  // `play` with the network, which is written to a file.
  booksearch::MatchEngine engine(const std::string& file, const NamedNetwork& network) const {
    constexpr std::chrono::minutes kEnough{10};  // nodes limit its moves
    write_output({file}, dense(network, codec::kRaw).output);
    booksearch::MatchEngine engine;
    engine.command = {booksearch::own_program(),
                      "play",
                      "--game",
                      std::string(game_.name()),
                      "--net",
                      file,
                      "--book",
                      "none",
                      "--nodes",
                      std::to_string(nodes_),
                      "--table",
                      "4"};
    engine.clock = booksearch::time_control(game_, kEnough);
    return engine;
  }

  static void add_score(const booksearch::Tally& tally, CurveRow& row) {
    row.wins = tally.wins;
    row.draws = tally.draws;
    row.losses = tally.losses;
    const auto estimate = booksearch::estimate_elo(tally);
    if (!estimate) return;
    row.elo = estimate->elo;
    row.low = estimate->interval.low;
    row.high = estimate->interval.high;
  }

  const ShrinkingCurveOptions& options_;
  const ComputationOptions& computation_;
  const std::uint64_t nodes_;
  const std::string where_;
  const NamedNetwork whole_;
  const GameModule& game_;
  const std::uint64_t seed_;
  std::vector<booksearch::Opening> openings_;  // empty: random ones
};

Json json_of(const CurveRow& row) {
  return {{"bench", "codec"},   {"by", row.by},       {"bytes", row.bytes},  {"bits", row.bits},
          {"error", row.error}, {"wins", row.wins},   {"draws", row.draws},  {"losses", row.losses},
          {"elo", row.elo},     {"elo_low", row.low}, {"elo_high", row.high}};
}

// A row that was printed before. Throws Failure.
CurveRow row_of(const InputLine& line) {
  const Json json = parse_json(line.text);
  const auto number = [&](const char* key) {
    return json.at(key).is_null() ? std::nullopt : std::optional(json.at(key).get<double>());
  };
  const auto count = [&](const char* key) { return json.at(key).get<std::uint64_t>(); };
  try {
    return {json.at("by").get<std::string>(),
            count("bytes"),
            json.at("bits").get<double>(),
            number("error"),
            count("wins"),
            count("draws"),
            count("losses"),
            number("elo"),
            number("elo_low"),
            number("elo_high")};
  } catch (const JsonError&) {
    throw Failure(line.where + ": not a row of `bench codec --sizes --json`; leave it out, or measure again");
  }
}

void print_row(const CurveRow& row) {
  const std::string elo = row.elo ? fmt::format("{:+.0f} ({:+.0f} to {:+.0f})", *row.elo,
                                                row.low.value_or(-INFINITY), row.high.value_or(INFINITY))
                                  : "-";
  print_line("{:>8} {:>5.1f} {:>7} {:>6} {:>6} {:>6}  {:<22} {}", row.bytes, row.bits,
             row.error ? fmt::format("{:.3f}", *row.error) : "-", row.wins, row.draws, row.losses, elo,
             row.by);
}

// Elo on a scale that is even near 0 and logarithmic far from it, so that both small losses and great ones are seen.
double scaled(double elo) { return std::asinh(elo / 20); }

std::string picture(std::vector<CurveRow> rows) {
  std::erase_if(rows, [](const CurveRow& row) { return !row.elo || !row.low || !row.high; });
  std::ranges::sort(rows, {}, &CurveRow::bytes);
  double most = 0, least = 0, bytes = 1;
  for (const CurveRow& row : rows) {
    most = std::max(most, *row.high);
    least = std::min(least, *row.low);
    bytes = std::max(bytes, static_cast<double>(row.bytes));
  }
  Axis elo{"Elo against the whole network", scaled(least), scaled(std::max(most, 10.0)), {}};
  for (const int tick : {-1000, -500, -200, -100, -50, -20, -10, 0, 10, 20, 50, 100, 200, 500, 1000})
    if (const double at = scaled(tick); at >= elo.low && at <= elo.high)
      elo.ticks.push_back({at, tick == 0 ? "0" : fmt::format("{:+}", tick)});
  Chart chart(linear_axis("1,000 bytes of text", 0, bytes / 1'000), elo);
  const auto add = [&](const char* name, const char* colour, auto belongs) {
    ChartLine line{name, colour, {}};
    for (const CurveRow& row : rows) {
      if (!belongs(row)) continue;
      const double x = static_cast<double>(row.bytes) / 1'000;
      line.points.push_back({x, scaled(*row.elo)});
      chart.add_bar(x, scaled(*row.low), scaled(*row.high), colour);
    }
    if (!line.points.empty()) chart.add(line);
  };
  add("rounded by `net shrink`", "#d95f02", [](const CurveRow& row) { return row.by == kByShrinking; });
  add("other networks, such as trained ones", "#1b6ca8",
      [](const CurveRow& row) { return row.by != kByShrinking; });
  chart.add_note("bars: intervals of 95 %");
  return chart.svg();
}

}  // namespace

void add_shrinking_curve_options(CommandLine& app, ShrinkingCurveOptions& options) {
  app.add_option("--sizes", options.sizes,
                 "Play a network shrunk to so many bytes of dense text against the whole one, for each N")
      .whole_number(1, 1'000'000'000)
      .rare();
  app.add_option("--networks", options.networks,
                 "Also measure these networks as they are, such as trained ones")
      .type_name("FILE")
      .rare();
  add_shrinking_options(app, options.sample.positions);
  app.add_option("--games", options.games, "Games of each network against the whole one")
      .whole_number(2, 1'000'000)
      .rare();
  app.add_option("--openings", options.openings, "Openings of the games, as `match` takes them")
      .default_text("random")
      .type_name("FILE")
      .rare();
  app.add_option(
         "--rows", options.rows,
         "Also print and draw these rows, which --json printed before. Without NAME: those of `audit --at`")
      .type_name("FILE")
      .rare();
}

void run_shrinking_curve(const BenchOptions& bench, const ShrinkingCurveOptions& options,
                         const ComputationOptions& computation, bool json) {
  if (!bench.picture.empty()) check_output({bench.picture});
  std::vector<CurveRow> rows;
  if (!options.rows.empty())
    for (const InputLine& line : read_lines(options.rows)) rows.push_back(row_of(line));
  if (!json) print_line("   bytes  bits  off by    won  drawn   lost  Elo, 95 %              by");
  const auto print = [&](const CurveRow& row) { json ? print_json(json_of(row)) : print_row(row); };
  std::ranges::for_each(rows, print);
  if (!options.sizes.empty() || !options.networks.empty()) {
    const Curve curve(bench, options, computation);
    std::vector<SmallNetwork> networks = curve.networks();
    for (std::size_t i = 0; i < networks.size(); ++i) {
      curve.measure(networks[i], i, networks.size());
      print(networks[i].row);
      rows.push_back(networks[i].row);
    }
  }
  if (!bench.picture.empty()) write_output({bench.picture}, picture(rows));
}

}  // namespace tabiya::tools
