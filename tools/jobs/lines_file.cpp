#include "tools/jobs/lines_file.h"

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "booksearch/books/from_games.h"
#include "booksearch/lines/engine_move_judge.h"
#include "codec/text.h"
#include "core/game/written_move.h"
#include "core/search/value_text.h"
#include "tools/assets/book_input.h"
#include "tools/assets/packing.h"
#include "tools/assets/shipped.h"
#include "tools/books/move_book_input.h"
#include "tools/books/pgn_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

using booksearch::GrowthSettings;

constexpr std::size_t kEntries = 100;  // of a book of setups, behind which lines begin
constexpr std::int64_t kMostEntries = 4'000'000;

// A beginning of lines in a job: a position, a file with one on each line, or a book of setups.
class Beginning {
 public:
  // `name`: the path of the job.
  Beginning(std::string from, const std::string& name) : from_(std::move(from)) {
    if (from_ == kShipped) {
      book_ = from_;
      return;
    }
    const std::string path = path_from_file(name, from_);
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(path, unknown)) return;
    (path.ends_with(".tbk") || is_book(read_asset(path, kMaxBinaryInput)) ? book_ : list_) = path;
  }

  // The path of the book of setups; empty if the beginning is none.
  const std::string& book() const { return book_; }

  std::vector<std::string> positions() const {
    if (list_.empty()) return {from_};
    std::istringstream lines(read_text(list_));
    std::vector<std::string> roots;
    for (std::string line; std::getline(lines, line);)
      if (line.find_first_not_of(" \t\r") != std::string::npos) roots.push_back(line);
    if (roots.empty()) throw Failure(fmt::format("{}: holds no position", list_));
    return roots;
  }

 private:
  const std::string from_;
  std::string book_, list_;  // paths
};

// The positions behind the first entries of a book.
std::vector<std::string> positions_behind(const LoadedBook& loaded, std::size_t entries) {
  std::vector<std::string> positions;
  for (const BookEntry& entry :
       std::span(loaded.book.entries).first(std::min(entries, loaded.book.entries.size())))
    positions.push_back(loaded.setups->position_after(entry.red, entry.reply)->text());
  return positions;
}

Score logit(double value) { return static_cast<Score>(std::lround(kLogit * value)); }

// Reads the side that the book is for; -1 for both. The other side's moves are all answered; its own are few.
int read_side(TomlTable& table, const GameModule& game, booksearch::GrowthSettings& growth) {
  constexpr double kOthersShare = 0.25;
  std::string side = "both";
  table.read("side", side);
  if (side == "both") return -1;
  const auto names = game.sides();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (side != names[i]) continue;
    growth.costs.loss[1 - i] *= kOthersShare;
    return static_cast<int>(i);
  }
  table.fail("side", fmt::format("must be \"both\", \"{}\" or \"{}\"", names[0], names[1]));
}

// Returns the side that the book is for.
int read_lines(TomlTable& table, const GameModule& game, LinesJob& job) {
  constexpr std::int64_t kMostNodes = 1'000'000'000'000, kMostPositions = 4'000'000;
  booksearch::GrowthSettings& growth = job.growth;
  table.read("nodes", 1, kMostNodes, job.limits.nodes);
  table.read("depth", 1, 127, job.limits.depth);
  if (job.limits.nodes == 0 && job.limits.depth == 0) table.fail("nodes", "or depth is missing");
  table.read("positions", 1, kMostPositions, growth.positions);
  table.read("plies", 1, 1'000, growth.bounds.plies);
  if (const auto range = table.read_range("max_loss")) {
    for (std::size_t side = 0; side < 2; ++side) {
      if ((*range)[side] < 0) table.fail("max_loss", "must not be negative");
      growth.bounds.max_loss[side] = logit(std::min((*range)[side], 100.0));
    }
  }
  double loss = growth.costs.loss[0], tolerance = job.tolerance / kLogit;
  table.read("ply_cost", 0.0, 1'000.0, growth.costs.ply);
  table.read("loss_cost", 0.0, 1'000.0, loss);
  table.read("width_cost", 0.0, 1'000.0, growth.costs.width);
  double confidence = 0;
  table.read("confidence", 0.0, 100.0, confidence);
  growth.costs.confidence = kLogit * confidence;
  table.read("tolerance", 0.0, 100.0, tolerance);
  growth.costs.loss = {loss, loss};
  job.tolerance = logit(tolerance);
  const int side = read_side(table, game, growth);
  table.refuse_other_keys();
  return side;
}

constexpr std::int64_t kMostGrown = 4'000'000;
constexpr std::int64_t kMostMoves = 1'000;
constexpr std::size_t kPlies = 60;  // of each game

void count_games(const std::vector<std::string>& paths, const GameModule& game,
                 booksearch::MoveCounter& counter) {
  booksearch::GameReader reader(game, {.plies = kPlies, .in_polyglot = false}, counter);
  SkippedGames skipped;
  for (const std::string& path : paths) {
    const std::uint64_t before = reader.counts().used;
    read_games(path, [&](const PgnGame& pgn) {
      if (const auto fault = take(reader.read(pgn))) skipped.tell(path, fault->line, fault->message);
    });
    if (reader.counts().used == before)
      throw Failure(fmt::format("{}: holds no game of {}; name files of its games", path, game.title()));
  }
  if (reader.counts().skipped > 0)
    print_note(fmt::format("{} of {} are left out", reader.counts().skipped,
                           counted(reader.counts().games, "game")));
}

// The result counts how often moves were played in the games of some files, or is a book of moves with its weights.
std::shared_ptr<const MoveBook> played_in(const std::vector<std::string>& paths, const GameModule& game) {
  if (paths.size() == 1 && !is_pgn(paths[0])) {
    const LoadedMoveBook loaded = require_move_book(paths[0]);
    if (loaded.game != &game)
      throw Failure(fmt::format("{}: is a book of {}", paths[0], loaded.game->title()));
    return std::make_shared<const MoveBook>(loaded.all());
  }
  for (const std::string& path : paths)
    if (paths.size() > 1 && !is_pgn(path))
      throw Failure(
          fmt::format("{}: only files of games (.pgn) may be several; a book of moves stands alone", path));
  booksearch::MoveCounter counter;
  count_games(paths, game, counter);
  const auto book = std::make_shared<MoveBook>();
  take(counter.finish([&](const BookMove& move) {
    book->moves.push_back(move);
    book->moves.back().weight = move.games;
  }));
  return book;
}

// The games that a key names. Keys that say more about them go with it.
std::shared_ptr<const MoveBook> read_games_of(TomlTable& table, const char* key,
                                              std::initializer_list<const char*> details,
                                              const GameModule& game, const std::string& name) {
  if (!table.has(key)) {
    for (const char* detail : details)
      if (table.has(detail))
        table.fail(detail, fmt::format("goes with {}, which is missing{}", key, table.misspelt(key)));
    return nullptr;
  }
  std::vector<std::string> paths = table.read_texts(key);
  for (std::string& path : paths) {
    if (path.empty()) table.fail(key, "is empty: name a file of games, or a book of moves");
    path = path_from_file(name, path);
  }
  return played_in(paths, game);
}

void read_seeds(TomlTable& table, const GameModule& game, const std::string& name, GrowthSettings& growth) {
  growth.seeds = read_games_of(table, "seeds", {"seed_positions"}, game, name);
  growth.seed_positions = growth.positions / 4;
  table.read("seed_positions", 1, kMostGrown, growth.seed_positions);
}

void read_replies(TomlTable& table, const GameModule& game, int side, const std::string& name,
                  GrowthSettings& growth) {
  if (growth.costs.confidence > 0 && table.has("replies"))
    table.fail("replies", "does not go with `confidence` of [lines], which chooses whatever games say");
  growth.replies.games = read_games_of(table, "replies", {"smoothing", "floor"}, game, name);
  table.read("smoothing", 0.001, 1e9, growth.replies.smoothing);
  table.read("floor", 0.0, 1.0, growth.replies.floor);
  growth.replies.sides = {side != 0, side != 1};
}

void read_widths(TomlTable& table, int side, GrowthSettings& growth) {
  for (const auto& [key, is_own] : {std::pair("own", true), std::pair("other", false)}) {
    if (!table.has(key)) continue;
    if (side < 0) table.fail(key, "is for a book for one side, which [lines] names as `side`");
    table.read(key, 1, kMostMoves, growth.bounds.moves[static_cast<std::size_t>(is_own ? side : 1 - side)]);
  }
}

void read_focus(TomlTable& table, const GameModule& game, GrowthSettings& growth) {
  if (!table.has("focus")) {
    if (table.has("focus_positions")) table.fail("focus_positions", "goes with focus, which is missing");
    return;
  }
  table.require("focus_positions");
  for (const std::string& position : table.read_texts("focus")) {
    const Result<std::unique_ptr<BookWalk>> walk = read_book_walk(game, position);
    if (!walk) table.fail("focus", describe(walk.error(), position));
    growth.focus.push_back((*walk)->key());
  }
  table.read("focus_positions", 1, kMostGrown, growth.focus_positions);
}

// Reads the table [grow] of a job of lines, games that say where the book grows and the positions behind which it goes
// on, into `growth`, whose other settings are known. `side`: for whom the book is, 0 or 1, or -1 for both;
// `name`: the path of the job. Throws Failure with the line of the fault, and about files of games.
void read_grow(TomlTable& table, const GameModule& game, int side, const std::string& name,
               GrowthSettings& growth) {
  read_widths(table, side, growth);
  read_focus(table, game, growth);
  read_seeds(table, game, name, growth);
  read_replies(table, game, side, name, growth);
  table.refuse_other_keys();
}

// The table's keys with their defaults and meanings, for people.
std::string grow_reference() {
  const booksearch::Likelihood likelihood;
  return fmt::format(
      R"(
[grow]                   where the book grows
replies     none         games: files in PGN, or a book of moves. The other side's moves, or those of both, come up as
                         often as there, whatever they lose
smoothing   {:<12} so many games speak for moves that lose little, for each 0.1 logit half as much
floor       {:<12} share of the games below which a move is left out, unless it is the best one
own         no limit     moves of a position for the side of the book; another enters only if it is better than all, and
                         with `confidence` of [lines] none does
other       no limit     and for the other side
seeds       none         games whose most frequent positions come into the book first
seed_positions           so many positions; a quarter of the book by default
focus       none         positions of the book, behind which it goes on at its end
focus_positions          with so many positions more
)",
      likelihood.smoothing, likelihood.floor);
}

}  // namespace

LinesFile parse_lines_file(std::string_view text, const std::string& name) {
  const toml::table toml = parse_toml(text, name);
  TomlTable root(toml, name);
  if (!root.has("lines"))
    root.fail("lines", "is missing: a job of lines has a table [lines]" + root.misspelt("lines"));
  std::string from = "startpos";
  root.read("from", from);
  const Beginning beginning(from, name);
  std::optional<LoadedBook> book;
  if (!beginning.book().empty()) book = load_sound_book(beginning.book());
  LinesFile file;
  LinesJob& job = file.job;
  const GameModule& game = read_game(root, name, book ? book->game : nullptr);
  job.game = &game;
  if (game.make_book_walk() == nullptr)
    root.fail("game", fmt::format("{} has no books of moves", game.title()));
  if (book && &game != book->game)
    root.fail("game", fmt::format("is not that of the book {}: {}", from, book->game->name()));
  std::size_t entries = kEntries;
  if (!book && root.has("entries")) root.fail("entries", "is for lines that begin behind a book of setups");
  root.read("entries", 1, kMostEntries, entries);
  job.roots = book ? positions_behind(*book, entries) : beginning.positions();
  file.oracle = read_oracle(root, name);
  TomlTable lines = root.table("lines");
  const int side = read_lines(lines, game, job);
  if (root.has("grow")) {
    TomlTable grow = root.table("grow");
    read_grow(grow, game, side, name, job.growth);
  }
  root.refuse_other_keys();
  return file;
}

std::string lines_file_reference() {
  const booksearch::GrowthSettings growth;
  std::string reference = fmt::format(
      R"(game        required     the game, which must have books of moves; a book of setups that it begins behind names it
from        "startpos"   where lines begin: a position, a file with one on each line, or behind the setups of a book:
                         its file (.tbk), or "shipped"
entries     {:<12} of that book, the best
evaluation  "shipped"    of our own search, where there is no [oracle]

[oracle]                 without it, our own search finds the moves
engine      required     a UCI engine: its program, and arguments after it; no shell sees them
options     {{}}           what it is told to set, as in {{ Hash = 16 }}
timeout     60           seconds for each of its answers

[lines]                  required
nodes       0            limits of each search; the first that is reached ends it
depth       0
positions   {:<12} how many the book shall have
plies       no limit     from where lines begin to the last position
side        "both"       for whom the book is: that side has few moves in it, the other one all that are plausible
max_loss    no limit     [first, second]: logit; moves by which a side loses more are not followed
tolerance   {:<12} logit that a move of the book may lose against the best one
ply_cost    {:<12} what a move costs because it leads a ply further; the cheapest lines are looked at first
loss_cost   {:<12} and what each 0.1 logit does that it loses
width_cost  {:<12} and each move that the position has in the book before it
confidence  0            logit; above 0, upper confidence bounds of such a width choose what is looked at, not costs
)",
      kEntries, growth.positions, LinesJob{}.tolerance / kLogit, growth.costs.ply, growth.costs.loss[0],
      growth.costs.width);
  return reference + grow_reference();
}

booksearch::GrowthRoots growth_roots(const LinesJob& job) {
  return take(booksearch::growth_roots(*job.game, job.roots), "from");
}

booksearch::JudgeKind<booksearch::MoveQuestion> choose_move_judge(const LinesFile& file,
                                                                  const booksearch::GrowthRoots& roots) {
  return move_judges(file.job, roots, chosen_search(file.oracle, *file.job.game));
}

booksearch::LinesState open_lines_state(const LogOptions& out, const booksearch::AnsweredRun& run,
                                        const std::string& owner) {
  if (out.path.empty()) return {};
  const std::string path = booksearch::lines_state_path(out.path), other = "choose another " + out.option;
  note_output(path, owner);
  const booksearch::StateUse use{
      out.resume,
      out.force,
      {check_growing_output(path, out.option), "written", "wait for its end, or " + other},
      "take its options, or " + other};
  auto state = take(booksearch::LinesState::open(path, run, use));
  if (const std::string loss = state.loss(); !loss.empty()) print_note(concat(path, ": ", loss));
  return state;
}

}  // namespace tabiya::tools
