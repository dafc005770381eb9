#include "tools/lines/lines_job.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "booksearch/work/own_files.h"
#include "tools/assets/book_input.h"
#include "tools/assets/shipped.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/lines/grow_section.h"

namespace tabiya::tools {
namespace {

constexpr double kUnitsOfLogit = 10'000;
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
    const OwnFormat* format = own_format(beginning_of(path));
    const bool is_book = (format != nullptr && format->kind == OwnKind::kBook) || path.ends_with(".tbk");
    (is_book ? book_ : list_) = path;
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

Score logit(double value) { return static_cast<Score>(std::lround(kUnitsOfLogit * value)); }

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
  double loss = growth.costs.loss[0], tolerance = job.tolerance / kUnitsOfLogit;
  table.read("ply_cost", 0.0, 1'000.0, growth.costs.ply);
  table.read("loss_cost", 0.0, 1'000.0, loss);
  table.read("width_cost", 0.0, 1'000.0, growth.costs.width);
  double confidence = 0;
  table.read("confidence", 0.0, 100.0, confidence);
  growth.costs.confidence = kUnitsOfLogit * confidence;
  table.read("tolerance", 0.0, 100.0, tolerance);
  growth.costs.loss = {loss, loss};
  job.tolerance = logit(tolerance);
  const int side = read_side(table, game, growth);
  table.refuse_other_keys();
  return side;
}

}  // namespace

LinesJob parse_lines_job(std::string_view text, const std::string& name) {
  const toml::table toml = parse_toml(text, name);
  TomlTable root(toml, name);
  if (!root.has("lines"))
    root.fail("lines", "is missing: a job of lines has a table [lines]" + root.misspelt("lines"));
  std::string from = "startpos";
  root.read("from", from);
  const Beginning beginning(from, name);
  std::optional<LoadedBook> book;
  if (!beginning.book().empty()) book = load_sound_book(beginning.book());
  LinesJob job;
  if (book) job.game = book->book.meta.game;
  if (!book) root.require("game");
  root.read("game", job.game);
  const GameModule& game = game_of_job(root, name, job.game);
  if (game.make_book_walk() == nullptr)
    root.fail("game", fmt::format("{} has no books of moves", game.title()));
  if (book && &game != &game_named(book->book.meta.game, from))
    root.fail("game", fmt::format("is not that of the book {}: {}", from, book->book.meta.game));
  std::size_t entries = kEntries;
  if (!book && root.has("entries")) root.fail("entries", "is for lines that begin behind a book of setups");
  root.read("entries", 1, kMostEntries, entries);
  job.roots = book ? positions_behind(*book, entries) : beginning.positions();
  job.oracle = read_oracle(root, name);
  TomlTable lines = root.table("lines");
  const int side = read_lines(lines, game, job);
  if (root.has("grow")) {
    TomlTable grow = root.table("grow");
    read_grow(grow, game, side, name, job.growth);
  }
  root.refuse_other_keys();
  return job;
}

std::string lines_job_reference() {
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
      kEntries, growth.positions, LinesJob{}.tolerance / kUnitsOfLogit, growth.costs.ply,
      growth.costs.loss[0], growth.costs.width);
  return reference + grow_reference();
}

}  // namespace tabiya::tools
