#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "booksearch/openings/start_check.h"
#include "booksearch/openings/start_reader.h"
#include "codec/text.h"
#include "core/games/games.h"
#include "tools/books/start_lists.h"
#include "tools/cli/command.h"
#include "tools/cli/computation.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools {
namespace {

using booksearch::Finding;
using booksearch::finding_kinds;
using booksearch::Remedy;
using booksearch::StartChecker;
using booksearch::StartEntry;
using booksearch::StartFormat;
using booksearch::StartVerdict;
using booksearch::WinProofs;

struct ListCheckOptions {
  std::vector<std::string> files;
  std::string game;
  std::size_t plies = PgnGame::kMaxPlies;
  std::uint64_t prove = 0;
  std::string engine;
  std::string ignored;  // kinds between commas
  bool list = false;
  bool fix = false;
  OutputOptions output;
  bool json = false;
  ComputationOptions computation;
};

// The words of "mirrored,orphan".
StartChecker::Kinds split_kinds(const std::string& text) {
  StartChecker::Kinds kinds;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    kinds.insert(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return kinds;
}

// The text is "  castling  in GAME: what", a line for each kind of a game's own.
std::string kinds_of_games() {
  std::string lines;
  for (const GameModule* game : games())
    for (const PositionFault& fault : game->facts().mendable_faults)
      lines += fmt::format("  {:<14} in {}: {}\n", fault.kind, game->name(), fault.what);
  return lines;
}

bool is_move_book(const std::string& path) { return path.ends_with(".bin"); }

// The findings in one file.
struct ListReport {
  StartFormat format = StartFormat::kLines;
  const GameModule* game = nullptr;
  std::map<std::string_view, Finding> first;  // of each kind
};

class FileCheck {
 public:
  FileCheck(const ListCheckOptions& options, std::string path)
      : options_(options),
        path_(std::move(path)),
        checker_(split_kinds(options.ignored), [this](const Finding& finding) { tell(finding); }) {}

  // Errors: kStopped, and those of searches. Throws Failure.
  Status run(const booksearch::Control& control) {
    if (is_move_book(path_)) {
      book_ = require_move_book(path_);
      report_.game = book_->game;
      check_move_book(*book_, checker_);
      return ok_status();
    }
    booksearch::StartReader reader(start_options(options_.game, options_.plies));
    booksearch::ProgressMeter progress(control, "check", 0);
    std::unique_ptr<WinProofs> proofs;
    const auto check = [&](const StartEntry& entry) -> Status {
      if (control.interrupted()) return Error{ErrorCode::kStopped, "it was stopped", {}};
      const std::size_t place = checker_.entries();
      const Result<bool> stays = checker_.take(entry);
      if (!stays) return stays.error();
      progress.advance(1);
      if (options_.prove == 0 || !*stays) return ok_status();
      if (proofs == nullptr) proofs = make_proofs(*reader.game(), control);
      return proofs->add(place, entry.position);
    };
    Status checked = ok_status();
    const Result<StartFormat> format =
        reader.read(path_, [&](const StartEntry& entry) { return checked = check(entry); });
    if (!checked) return checked;
    report_.format = take(format);
    report_.game = reader.game();
    return proofs != nullptr ? proofs->finish() : ok_status();
  }

  // Writes the list without its faults.
  void write(const OutputOptions& output) const {
    book_ ? write_mended_book(*book_, checker_, output)
          : write_mended(path_, report_.format, checker_, output);
  }
  const char* noun() const { return book_ ? "move" : "position"; }
  bool is_clean() const { return checker_.counts().empty(); }
  const StartChecker& checker() const { return checker_; }
  const ListReport& report() const { return report_; }
  std::size_t kept() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        checker_.verdicts(), [](const StartVerdict& verdict) { return verdict.remedy != Remedy::kDrop; }));
  }

 private:
  std::unique_ptr<WinProofs> make_proofs(const GameModule& game, const booksearch::Control& control) {
    const ChosenSearch search = chosen_search({.engine = options_.engine}, game);
    return std::make_unique<WinProofs>(
        game, booksearch::ProofTask{options_.prove, search.make_engine, options_.computation.threads},
        control, [this](std::size_t place, const std::string& what) {
          checker_.find(place, booksearch::kWon, what, Remedy::kDrop);
        });
  }

  void tell(const Finding& finding) {
    report_.first.try_emplace(finding.kind, finding);
    if (options_.json) {
      Json object{{"file", path_}, {"line", finding.line}, {"kind", finding.kind}, {"what", finding.what}};
      if (finding.same_as != 0) object["same_as"] = finding.same_as;
      print_json(object);
    } else if (options_.list) {
      print_line("{}, line {}: {}: {}", input_name(path_), finding.line, finding.kind, finding.what);
    }
  }

  const ListCheckOptions& options_;
  std::string path_;
  ListReport report_;
  StartChecker checker_;
  std::optional<LoadedMoveBook> book_;  // where the file is a book of moves
};

void print_list_summary(const ListCheckOptions& options, const std::string& path, const FileCheck& check) {
  const auto& counts = check.checker().counts();
  const auto count_of = [&](std::string_view kind) {
    const auto found = counts.find(kind);
    return found == counts.end() ? 0 : found->second;
  };
  const GameModule* game = check.report().game;
  const std::size_t entries = check.checker().entries(), kept = check.kept();
  std::size_t all = 0;
  for (const auto& [kind, count] : counts) all += count;
  Facts facts(options.json);
  facts.add({{"file", path},
             {"game", game == nullptr ? nullptr : Json(game->name())},
             {"entries", entries},
             {"clean", kept}});
  facts.line("{}: {}{}, {}, {} left in a clean list", input_name(path), counted(entries, check.noun()),
             game == nullptr ? "" : fmt::format(" of {}", game->name()), counted(all, "finding"), kept);
  Json findings = Json::object();
  for (const std::string_view kind : finding_kinds(game)) {
    findings[kind] = count_of(kind);
    if (count_of(kind) == 0) continue;
    const Finding& first = check.report().first.at(kind);
    facts.line("  {:<14}{:>9}  line {}: {}", kind, count_of(kind), first.line, first.what);
  }
  facts.add("findings", findings);
  facts.print();
}

// Refuses options that contradict each other, before anything is read.
void refuse_bad_check(const ListCheckOptions& options) {
  if (options.fix != !options.output.path.empty())
    throw Failure("openings check: --fix and --out go together: --out names the clean list");
  if (options.fix && options.files.size() != 1) throw Failure("openings check: --fix takes one FILE");
  if (options.fix && options.files[0] == "-")
    throw Failure("openings check: --fix reads its list twice, which standard input does not allow");
  if (options.output.path.ends_with(".zst"))
    throw Failure(fmt::format("{}: lists are written without compression", options.output.path));
  if (!options.engine.empty() && options.prove == 0)
    throw Failure("openings check: --engine goes with --prove NODES");
  for (const std::string& kind : split_kinds(options.ignored)) {
    const auto is_known = [&](const GameModule* game) {
      return std::ranges::count(finding_kinds(game), kind) > 0;
    };
    if (std::ranges::none_of(games(), is_known))
      throw Failure(fmt::format(
          "openings check: --ignore: '{}' is not a kind of finding; --help-all lists them", kind));
  }
  if (options.fix) check_output(options.output, options.json);
}

// The kinds of all files.
std::vector<InputKind> kinds_of(const std::vector<std::string>& files) {
  std::vector<InputKind> kinds;
  for (const std::string& file : files) {
    if (is_move_book(file))
      kinds.push_back(kBookOfMoves);
    else
      for (const InputKind kind : kinds_of_starts(file)) kinds.push_back(kind);
  }
  return kinds;
}

int run_check(const ListCheckOptions& options, const OptionKinds& kinds) {
  refuse_bad_check(options);
  kinds.check(input_name(options.files.front()), kinds_of(options.files));
  Computation computation(options.computation);
  bool is_clean = true;
  for (const std::string& path : options.files) {
    FileCheck check(options, path);
    const Status done = computation.run(
        [&](const booksearch::Control& control) { return check.run(control); }, "nothing was written");
    take(done, input_name(path));
    const bool is_games = check.report().format == StartFormat::kGames;
    if (path == "-") kinds.check(input_name(path), {is_games ? kGamesInPgn : kListOfPositions});
    print_list_summary(options, path, check);
    is_clean &= check.is_clean();
    if (options.fix) check.write(options.output);
  }
  return is_clean ? kSuccess : kFoundWanting;
}

}  // namespace

CommandRun openings_check(CommandLine& app) {
  const auto options = std::make_shared<ListCheckOptions>();
  app.add_option(
         "FILE", options->files,
         "Lists of start positions: FEN, EPD, moves or setups on each line, or games in PGN, compressed by zstd "
         "or not; or books of moves (.bin). - is standard input")
      .required()
      .type_name("FILE");
  CommandLine of_texts = app.only_for({kGamesInPgn, kListOfPositions});
  CommandLine of_games = app.only_for({kGamesInPgn});
  add_game_option(of_texts, options->game);
  of_games.add_option("--plies", options->plies, "Of games in PGN: how many of their moves count")
      .whole_number(0, PgnGame::kMaxPlies)
      .default_text("all");
  of_texts.add_option("--prove", options->prove, "Search each position with N nodes for a win of either side")
      .whole_number(1);
  of_texts
      .add_option("--engine", options->engine,
                  "With --prove: a UCI engine that searches, instead of our own search")
      .type_name("COMMAND");
  app.add_option("--ignore", options->ignored,
                 "Kinds of findings that are not faults here, such as mirrored,orphan")
      .type_name("KINDS");
  app.add_flag("--list", options->list, "Print every finding, not only the first of each kind");
  app.add_flag("--fix", options->fix, "Write the list without its faults to --out");
  app.add_option("--out", options->output.path, "With --fix: where the clean list goes; - is standard output")
      .type_name("FILE")
      .group(kOutputGroup);
  add_force_option(app, options->output.force);
  add_json_option(app, options->json);
  add_computation_options(app, options->computation);
  app.footer(
      "Kinds of findings:\n"
      "  unreadable     no position, or moves that cannot be played\n"
      "  impossible     a position that no game leads to\n" +
      kinds_of_games() +
      "  duplicate      written in the same way as an earlier line\n"
      "  same-position  the same but for clocks, useless en-passant squares and operations of EPD\n"
      "  transposition  the same position by other moves\n"
      "  mirrored       the same but for a symmetry of the game, such as who is called White\n"
      "  over           the game has ended\n"
      "  drawn          neither side has the men to force a win\n"
      "  won            with --prove: a search proves a win\n"
      "  orphan         a line that is the beginning of another one\n"
      "\n"
      "A clean list keeps the first of equal positions, and takes wrong rights to castle and useless en-passant\n"
      "squares out of those that stay. All else of a line is kept. The exit code is 1 if anything is found.\n"
      "Example: tabiya openings check book.epd --fix --out clean.epd");
  return [options, kinds = app.kinds()] { return run_check(*options, *kinds); };
}

}  // namespace tabiya::tools
