// Proves who wins, by proof-number search: one position, or all pairs of setups. Checks proofs.
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "booksearch/solve/pair_values.h"
#include "booksearch/solve/proof_file.h"
#include "codec/text.h"
#include "core/game/game_module.h"
#include "core/game/solving/first_moves.h"
#include "core/game/solving/game_solver.h"
#include "core/games/games.h"
#include "core/search/proof/proof_table.h"
#include "core/search/value_text.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/cli/progress.h"
#include "tools/play/position_argument.h"

namespace tabiya::tools {
namespace {

struct SolveOptions {
  PositionArgument position;
  bool all = false;
  std::string state;  // a file; empty for none
  std::string check;  // a proof's file; empty for none
  OutputOptions output;
  std::uint64_t cut = 100;  // positions
  int plies = 5;
  std::uint64_t memory = 1'024;  // MiB
  std::uint64_t nodes = 0;       // 0: as many as it takes
  int threads = 0;
  ProgressStyle progress = ProgressStyle::kAuto;
  bool json = false;
};

Limits limits_of(const SolveOptions& options, const InterruptFlag& interrupt) {
  Limits limits;
  if (options.nodes > 0) limits.nodes = options.nodes;
  limits.stop = &interrupt.stop();
  return limits;
}

std::shared_ptr<ProofTable> make_table(const SolveOptions& options) {
  return std::make_shared<ProofTable>(options.memory << 20);
}

// "White wins", "draw"
std::string value_text_of(const GameModule& game, const SolvedValue& value) {
  if (!value.is_known) return "not solved";
  return value.winner ? side_and_verb(game.sides()[*value.winner], "wins", "win") : "draw";
}

// The moves that are known to keep a solved value for the side to move: those that win, or draw if none wins.
// There is at least one, if `limits` let it be found; none if the side has lost.
std::vector<MoveText> keeping_moves(GameSolver& solver, const GamePosition& position,
                                    const SolvedValue& value, const Limits& limits) {
  const int us = position.side_to_move();
  if (!value.is_known || (value.winner && *value.winner != us)) return {};
  const int attacker = value.winner ? us : 1 - us;  // who wins after it, or else does not
  const Verdict wanted = value.winner ? Verdict::kAttackerWins : Verdict::kAttackerDoesNotWin;
  const auto keeps = [&](const MoveText& move, bool search) {
    const PositionHandle next = position.after(move.wire).value();
    if (const SolvedValue over = value_by_rules(*next); over.is_known) return over == value;
    return (search ? solver.solve(*next, attacker, limits) : solver.known(*next, attacker)) == wanted;
  };
  std::vector<MoveText> keeping;
  for (const MoveText& move : position.moves())
    if (keeps(move, false)) keeping.push_back(move);
  if (!keeping.empty()) return keeping;
  for (const MoveText& move : position.moves())
    if (keeps(move, true)) return {move};
  return {};
}

Json value_json(const GameModule& game, const SolvedValue& value) {
  if (!value.is_known) return {{"solved", false}, {"winner", nullptr}};
  Json winner = nullptr;
  if (value.winner) winner = game.sides()[*value.winner];
  return {{"solved", true}, {"winner", winner}};
}

double rounded(double seconds) { return std::round(seconds * 1000) / 1000; }

void print_value(const GameModule& game, const SolvedValue& value, const std::vector<MoveText>& moves,
                 std::uint64_t nodes, double seconds, bool json) {
  Json wires = Json::array();
  std::string by;
  for (const MoveText& move : moves) {
    wires.push_back(move.wire);
    by += (by.empty() ? ", by " : " or ") + move.readable;
  }
  Json object = value_json(game, value);
  object.update({{"moves", wires}, {"nodes", nodes}, {"seconds", rounded(seconds)}});
  print_json_or_line(json, object, "{}{}\n{}, {:.2f} s", value_text_of(game, value), by,
                     counted(nodes, "node"), seconds);
  flush_output();
}

int solve_position(const SolveOptions& options) {
  const GameModule& game = game_of(options.position);
  const PositionHandle position = position_of(options.position);
  check_setups_placed(game, *position, "POSITION");
  if (!options.output.path.empty()) check_output(options.output, options.json);
  const auto solver = game.make_solver(make_table(options));
  const InterruptFlag interrupt;
  const Limits limits = limits_of(options, interrupt);
  ProgressReporter progress(options.progress);
  const auto start = std::chrono::steady_clock::now();
  const SolvedValue value =
      solve_value(*solver, *position, limits, [&] { progress.report("nodes", solver->nodes(), 0); });
  progress.finish_stage();
  check_stop(interrupt, "stopped before it was solved");
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const std::uint64_t nodes = solver->nodes();
  if (options.output.path != "-")
    print_value(game, value, keeping_moves(*solver, *position, value, limits), nodes, seconds, options.json);
  if (!value.is_known) return kFoundWanting;
  if (options.output.path.empty()) return kSuccess;
  Limits for_proof;
  for_proof.stop = limits.stop;
  const auto proof = prove(game, *solver, position, value, options.cut, for_proof);
  check_stop(interrupt, "stopped before it was solved");
  write_output(options.output, format_proof(game, take(proof, "the proof")));
  return kSuccess;
}

int check_proof_file(const SolveOptions& options) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 30;
  const ProofFile proof =
      take(parse_proof(read_text(options.check, kMostBytes), find_game), input_name(options.check));
  const GameModule& game = *find_game(proof.game);
  const Result<ProofCheck> check = check_proof(game, proof);
  if (!check) {
    print_line("{}: not proved: {}", input_name(options.check), check.error().message);
    return kFoundWanting;
  }
  for (const ClaimProof& claim : proof.claims) {
    if (!options.json) print_line("{}: {}", proof.position, claim_text(game, claim.claim));
  }
  print_json_or_line(options.json,
                     {{"proved", true}, {"positions", check->positions}, {"moves", check->moves}},
                     "proved: {} walked through by {}", counted(check->positions, "position"),
                     counted(check->moves, "move"));
  return kSuccess;
}

// Prints the pairs in their order, whichever is solved first.
class PairPrinter {
 public:
  PairPrinter(const GameModule& game, const std::vector<SetupPair>& pairs, bool json)
      : game_(game), setups_(*game.setup_phase()), pairs_(pairs), values_(pairs.size()), json_(json) {}

  void add(std::size_t index, const PairValue& value) {
    values_[index] = value;
    for (; next_ < values_.size() && values_[next_]; ++next_) print(pairs_[next_], *values_[next_]);
    flush_output();
  }

  bool all_solved() const { return next_ == values_.size() && unsolved_ == 0; }

  std::string first_moves(int plies) const {
    std::vector<PreparedLine> lines;
    for (const auto& value : values_)
      if (value) lines.insert(lines.end(), value->first_moves.begin(), value->first_moves.end());
    return format_first_moves(game_, plies, lines);
  }

 private:
  void print(const SetupPair& pair, const PairValue& value) {
    unsolved_ += !value.value.is_known;
    const SetupPair mirror = mirror_of(setups_, pair);
    const std::string red = setups_.reds().name(pair.red), blue = setups_.blues().name(pair.blue);
    const std::string mirror_red = setups_.reds().name(mirror.red),
                      mirror_blue = setups_.blues().name(mirror.blue);
    Json object{{"red", red}, {"blue", blue}, {"mirror", {{"red", mirror_red}, {"blue", mirror_blue}}}};
    object.update(value_json(game_, value.value));
    object.update({{"nodes", value.nodes}, {"seconds", rounded(value.seconds)}});
    print_json_or_line(json_, object, "{} {}  {:<12} {:>12} nodes {:>8.2f} s{}", red, blue,
                       value_text_of(game_, value.value), value.nodes, value.seconds,
                       mirror == pair ? "" : fmt::format("  as {} {}", mirror_red, mirror_blue));
  }

  const GameModule& game_;
  const SetupPhase& setups_;
  const std::vector<SetupPair>& pairs_;
  std::vector<std::optional<PairValue>> values_;
  bool json_;
  std::size_t next_ = 0, unsolved_ = 0;
};

int solve_all(const SolveOptions& options) {
  constexpr std::uint64_t kMostPairs = 4'096;
  const GameModule& game = game_of(options.position);
  const SetupPhase& setups = setup_phase_of(game, "solve --all");
  if (setups.reds().count() > kMostPairs / setups.blues().count())
    throw Failure(fmt::format("--all: {} has too many pairs of setups to solve all of them", game.title()));
  if (!options.output.path.empty()) check_output(options.output, options.json);
  const std::vector<SetupPair> pairs = different_pairs(setups);
  const InterruptFlag interrupt;
  ProgressReporter progress(options.progress);
  PairPrinter printer(game, pairs, options.json);
  const int plies = options.output.path.empty() ? 0 : options.plies;
  auto state = take(booksearch::PairState::open(options.state, game, pairs, plies));
  if (!state.loss().empty()) print_note(fmt::format("{}: {}", options.state, state.loss()));
  PairsPlan plan{options.memory << 20, limits_of(options, interrupt), options.threads, {}, plies};
  for (std::size_t index = 0; index < pairs.size(); ++index) {
    if (state[index])
      printer.add(index, *state[index]);
    else
      plan.indices.push_back(index);
  }
  std::size_t solved = pairs.size() - plan.indices.size();
  solve_pairs(
      game, pairs, plan,
      [&](std::size_t index, const PairValue& value) {
        if (interrupt.stop()) return;
        ++solved;
        take(state.add(index, value));
        progress.finish_stage();
        printer.add(index, value);
      },
      [&](std::uint64_t) { progress.report("pairs", solved, pairs.size()); });
  progress.finish_stage();
  check_stop(interrupt, "stopped before it was solved");
  if (!options.output.path.empty()) write_output(options.output, printer.first_moves(plies));
  return printer.all_solved() ? kSuccess : kFoundWanting;
}

int run_solve(const SolveOptions& options) {
  const int tasks = options.all + !options.position.text.empty() + !options.check.empty();
  if (tasks != 1) throw Failure("give a POSITION, or --all for all pairs of setups, or --check FILE");
  if (!options.check.empty()) return check_proof_file(options);
  if (const GameModule& game = game_of(options.position); !game.make_solver(std::make_shared<ProofTable>(0)))
    throw Failure(fmt::format("{} has no solver: `solve` cannot be used with it", game.name()));
  return options.all ? solve_all(options) : solve_position(options);
}

}  // namespace

CommandRun solve(CommandLine& app) {
  constexpr std::uint64_t kMostMemory = 1'048'576;  // MiB
  const auto options = std::make_shared<SolveOptions>();
  add_position_argument(app, options->position, true);
  const CommandOption all =
      app.add_flag("--all", options->all, "Solve all pairs of setups instead of a position");
  CommandLine of_all = app.needing(all);
  of_all
      .add_option("--state", options->state,
                  "With --all: keep results in this file. The next run continues from it")
      .type_name("FILE");
  CommandOption check =
      app.add_option("--check", options->check, "Check a proof that --out wrote, by the rules alone");
  check.type_name("FILE").excludes("--moves").excludes("--game");
  app.add_option("--out", options->output.path,
                 "File for the proof. With --all, for the first moves of perfect play")
      .group(kOutputGroup)
      .type_name("FILE")
      .excludes(check);
  add_force_option(app, options->output.force);
  app.add_option("--cut", options->cut,
                 "End the proof where N positions suffice to find the rest. 0 writes the whole proof")
      .whole_number(0, kMostCut)
      .excludes(check)
      .excludes(all);
  of_all.add_option("--plies", options->plies, "With --all --out: number of plies to write")
      .whole_number(1, 20);
  app.add_option("--memory", options->memory,
                 "Size of the table in MiB, with --all for each thread. A larger table saves nodes")
      .type_name("MIB")
      .whole_number(1, kMostMemory)
      .excludes(check);
  app.add_option("--nodes", options->nodes, "Give up on a position after this many nodes")
      .whole_number(1)
      .excludes(check);
  add_threads_option(app, options->threads);
  add_progress_option(app, options->progress);
  add_json_option(app, options->json);
  app.footer(
      "Proves which side wins by force, or that neither does, and prints moves that keep the value; there may be\n"
      "others. Of two mirror images only one is solved. The exit code is 1 if something is not solved within\n"
      "--nodes, or if a proof is wrong.\n"
      "Example: tabiya solve POSITION --out proof.txt\n"
      "         tabiya solve --check proof.txt");
  return [options] { return run_solve(*options); };
}

}  // namespace tabiya::tools
