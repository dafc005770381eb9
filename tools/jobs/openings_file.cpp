#include "tools/jobs/openings_file.h"

#include <limits>

#include <fmt/format.h>

#include "core/search/value_text.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/rule_files.h"
#include "tools/jobs/toml_table.h"

namespace tabiya::tools {
namespace {

using booksearch::Measure;

constexpr std::int64_t kMostNodes = 1'000'000'000'000;

// The one measure that a table has, and its range. The result is empty if it has none or several.
std::optional<booksearch::Window> read_range_of(TomlTable& table, const OracleChoice& oracle) {
  constexpr std::array<std::pair<const char*, Measure>, 3> kMeasures{
      {{"score", Measure::kScore},
       {"draw_rate", Measure::kDrawRate},
       {"expected_score", Measure::kExpectedScore}}};
  std::optional<booksearch::Window> window;
  int windows = 0;
  for (const auto& [key, measure] : kMeasures) {
    const auto range = table.read_range(key);
    if (!range) continue;
    const auto [low, high] = *range;
    if (low >= high)
      table.fail(key,
                 fmt::format("the window from {} to {} is empty; name the smaller number first", low, high));
    if (measure != Measure::kScore && (low < 0 || high > 100)) table.fail(key, "is in per cent, 0 to 100");
    if (measure == Measure::kDrawRate && oracle.engine.empty())
      table.fail("draw_rate", "only engines tell it; name one in [oracle]");
    const double unit = measure == Measure::kScore && oracle.engine.empty() ? kLogit : 1;
    window = {measure, low * unit, high * unit, true};
    ++windows;
  }
  return windows == 1 ? window : std::nullopt;
}

void read_window(TomlTable& root, const OracleChoice& oracle, OpeningsJob& job) {
  job.has_window = root.has("window");
  if (!job.has_window) return;
  TomlTable table = root.table("window");
  const auto window = read_range_of(table, oracle);
  if (!window) root.fail("window", "must have one of score, draw_rate and expected_score");
  job.window = *window;
  std::string sides = "either";
  table.read("sides", sides);
  if (sides != "either" && sides != "first") table.fail("sides", "must be \"either\" or \"first\"");
  job.window.either_side = sides == "either";
  table.refuse_other_keys();
}

// If one is limited by nodes and the other by depth, the answer is unknown.
bool is_more(const UciLimits& limits, const UciLimits& before) {
  if (limits.nodes != 0 && before.nodes != 0 && limits.nodes > before.nodes) return true;
  if (limits.depth != 0 && before.depth != 0) return limits.depth > before.depth;
  return limits.nodes == 0 || before.nodes == 0;
}

void read_stages(TomlTable& root, OpeningsJob& job) {
  for (TomlTable& table : root.tables("stage")) {
    UciLimits& limits = job.stages.emplace_back();
    table.read("nodes", 1, kMostNodes, limits.nodes);
    table.read("depth", 1, 127, limits.depth);
    if (limits.nodes == 0 && limits.depth == 0) table.fail("nodes", "or depth is missing");
    if (job.stages.size() > 1 && !is_more(limits, job.stages[job.stages.size() - 2]))
      table.fail(limits.nodes != 0 ? "nodes" : "depth", "is not more than in the stage before");
    table.refuse_other_keys();
  }
  if (job.stages.empty())
    root.fail("stage", "is missing; begin each stage with [[stage]]" + root.misspelt("stage"));
}

LineTree read_tree(TomlTable& table, const std::string& name) {
  LineTree tree;
  table.read("book", tree.book);
  if (tree.book.empty()) table.fail("book", "is missing; `tabiya lines` grows a book of moves by its judge");
  tree.book = path_from_file(name, tree.book);
  table.read("plies", 1, 60, tree.plies);
  table.read("share", 0.0, 100.0, tree.share);
  table.refuse_other_keys();
  return tree;
}

void read_candidates(TomlTable& root, OpeningsJob& job, const std::string& name) {
  root.read("pairs", job.pairs);
  const bool is_kind = job.pairs == "all" || job.pairs == "same" || job.pairs.starts_with("sample ") ||
                       job.pairs.starts_with("square ");
  if (!is_kind) job.pairs = path_from_file(name, job.pairs);
  root.read("positions", job.positions);
  if (!job.positions.empty()) job.positions = path_from_file(name, job.positions);
  if (root.has("exit") && job.positions.empty()) root.fail("exit", "goes with positions");
  std::int64_t exit = static_cast<std::int64_t>(job.exit);
  root.read("exit", 0, exit, exit);
  job.exit = static_cast<std::size_t>(exit);
  if (root.has("tree")) {
    TomlTable table = root.table("tree");
    job.tree = read_tree(table, name);
  }
  if (root.has("pairs") + root.has("positions") + root.has("tree") > 1)
    root.fail(root.has("tree") ? "tree" : "positions",
              "is one of pairs, positions and [tree], which exclude each other");
}

void read_preference(TomlTable& root, OpeningsJob& job) {
  std::string prefer = "certain";
  root.read("prefer", prefer);
  if (prefer != "certain" && prefer != "resolution")
    root.fail("prefer", "must be \"certain\" or \"resolution\"");
  job.prefers_resolution = prefer == "resolution";
  if (job.prefers_resolution && job.wanted == 0)
    root.fail("prefer", "goes with wanted: it says which are taken first");
}

}  // namespace

OpeningsFile parse_openings_file(std::string_view text, const std::string& name) {
  const toml::table toml = parse_toml(text, name);
  TomlTable root(toml, name);
  if (root.has("filter"))
    root.fail("filter", "this is a job of `tabiya build`; `tabiya openings` lists positions");
  OpeningsFile file;
  OpeningsJob& job = file.job;
  job.game = &read_game(root, name);
  job.variant = variant_name(*job.game);
  root.read("seed", 0, std::numeric_limits<std::int64_t>::max(), job.seed);
  file.oracle = read_oracle(root, name);
  job.in_centipawns = !file.oracle.engine.empty();
  read_candidates(root, job, name);
  root.read("plies", 0, 3, job.plies);
  root.read("wanted", 0, std::numeric_limits<std::uint32_t>::max(), job.wanted);
  root.read("distance", 0, 1'000, job.distance);
  read_preference(root, job);
  root.read("error", 0.0, 1.0, job.error);
  read_window(root, file.oracle, job);
  read_stages(root, job);
  root.refuse_other_keys();
  return file;
}

std::string openings_file_reference() {
  return R"(game        required     the game of the start positions
seed        1            of samples, moves at random and the order of the list
pairs       "all"        pairs of setups: all; "sample N" of them; "square N", all of N setups with N others;
                         "same", the same for both sides; or a file, as seen from this one, with a position or the
                         two setups of a pair on each line
positions   none         instead of pairs: a list of start positions, as `openings check` reads them
exit        all          of a list of games in PGN: how many moves of each
plies       0            moves played at random from each (0 to 3)
wanted      0            how many positions; 0: all that belong
distance    0            squares of the board in which two of them differ at least
prefer      "certain"    with wanted: which are taken first; or "resolution", those that decide most pairs of games
                         between nearly equal players, by the judge's chances
error       0.05         wrong decisions that are allowed, as a share of the positions that belong; what the last
                         stage would decide is right
evaluation  "shipped"    of our own search, where there is no [oracle]

[tree]                   instead of pairs: the lines of a book of moves; transpositions count once
book                     the book: one that `lines` has grown (.tbk), or in PolyGlot's format
plies       8            length of the lines
share       10           per cent of the weight of a position's best move that a move has at least

)" + oracle_reference("judges") +
         R"(
[window]                 required unless with --all, with one of the first three:
score                    [low, high]: centipawns of an engine, logit of our own search; for the side that begins
draw_rate                [low, high]: per cent, as the engine's model has it
expected_score           [low, high]: per cent, wins and half of the draws
sides       "either"     values that are as good for the other side belong, too; or "first"

[[stage]]                required, at least once; each searches more than the one before
nodes       0            limits of the search of one position; the first that is reached ends it
depth       0
)";
}

booksearch::Candidates candidates_of(const OpeningsJob& job) {
  if (!job.tree) return take(booksearch::Candidates::make(job));
  const LoadedMoveBook loaded = require_move_book(job.tree->book);
  if (loaded.game != job.game)
    throw Failure(fmt::format("{}: a book of moves of {}, and not of {}", loaded.name, loaded.game->name(),
                              job.game->name()));
  const booksearch::TreeBook book{loaded.name, loaded.moves, loaded.starts("")};
  return take(booksearch::Candidates::make(job, &book));
}

booksearch::JudgeKind<booksearch::Question> choose_judge(const OpeningsFile& file,
                                                         const booksearch::Candidates& candidates) {
  return take(opening_judges(file.job, candidates, chosen_search(file.oracle, *file.job.game)));
}

}  // namespace tabiya::tools
