#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "booksearch/books/from_games.h"
#include "codec/text.h"
#include "core/book/polyglot_file.h"
#include "core/games/games.h"
#include "tools/books/move_book_input.h"
#include "tools/books/pgn_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/cli/progress.h"

namespace tabiya::tools {
namespace {

struct BookFromGamesOptions {
  std::vector<std::string> files;
  booksearch::GameFilter filter;
  std::string results;
  std::string weight = "results";
  std::uint32_t min_games = 10, min_wins = 3;
  OutputOptions output;
  ProgressStyle progress = ProgressStyle::kAuto;
  bool json = false;
};

std::vector<std::string> split_results(const std::string& text) {
  constexpr std::array<std::string_view, 4> kResults{"1-0", "0-1", "1/2-1/2", "*"};
  std::vector<std::string> results;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    results.push_back(text.substr(begin, end - begin));
    if (std::ranges::find(kResults, results.back()) == kResults.end())
      throw Failure(fmt::format("--results: '{}' is not one of 1-0, 0-1, 1/2-1/2 and *", results.back()));
    begin = end + 1;
  }
  return results;
}

booksearch::GameCounts count_games(const BookFromGamesOptions& options, booksearch::MoveCounter& counter) {
  booksearch::GameFilter filter = options.filter;
  filter.results = split_results(options.results);
  booksearch::GameReader reader(game_of_move_books(), std::move(filter), counter);
  SkippedGames skipped;
  ProgressReporter progress(options.progress);
  for (const std::string& file : options.files) {
    read_games(file, [&](const PgnGame& game) {
      if (const auto fault = take(reader.read(game))) skipped.tell(file, fault->line, fault->message);
      if (reader.counts().games % 1000 == 0) progress.report("games", reader.counts().games, 0);
    });
  }
  progress.finish_stage();
  return reader.counts();
}

// The book of moves that were played often enough and won often enough. Moves whose weight by the formula is
// 0 are left out.
MoveBook weighted_book(const BookFromGamesOptions& options, booksearch::MoveCounter& counter) {
  MoveBook book;
  const auto take_move = [&](const BookMove& counted_move) {
    if (counted_move.games < options.min_games || counted_move.wins < options.min_wins) return;
    BookMove move = counted_move;
    move.weight = booksearch::weight_of(move, options.weight);
    if (move.weight > 0) book.moves.push_back(move);
  };
  take(counter.finish(take_move));
  sort_moves(book);
  return book;
}

// Refuses a book without moves: nothing could read its file.
void check_holds_moves(const MoveBook& book, const booksearch::GameCounts& counts) {
  if (!book.moves.empty()) return;
  if (counts.used > 0)
    throw Failure("no move is left in the book; lower --min-games and --min-wins, or take --weight games");
  throw Failure(fmt::format("no game is left: {} read, {} left out, {} skipped with an error", counts.games,
                            counts.left_out, counts.skipped));
}

int run_from_games(const BookFromGamesOptions& options) {
  if (std::ranges::count(options.files, "-") > 1)
    throw Failure("only one of the files can be standard input");
  check_output(options.output, options.json);
  booksearch::MoveCounter counter;
  const booksearch::GameCounts counts = count_games(options, counter);
  const MoveBook book = weighted_book(options, counter);
  check_holds_moves(book, counts);
  write_output(options.output, write_polyglot(book));
  if (options.output.path == "-") return kSuccess;
  print_json_or_line(options.json,
                     {{"book", options.output.path},
                      {"entries", book.moves.size()},
                      {"positions", book.positions()},
                      {"games", counts.games},
                      {"used", counts.used},
                      {"left_out", counts.left_out},
                      {"skipped", counts.skipped},
                      {"moves", counts.moves}},
                     "{}: {} in {}, of {} ({} left out, {} skipped)", options.output.path,
                     counted(book.moves.size(), "entry"), counted(book.positions(), "position"),
                     counted(counts.used, "game"), counts.left_out, counts.skipped);
  return kSuccess;
}

void add_game_filters(CommandLine& app, BookFromGamesOptions& options) {
  app.begin_group("Which games and moves count");
  app.add_option("--plies", options.filter.plies, "The first N plies of each game")
      .whole_number(1, PgnGame::kMaxPlies);
  app.add_option("--min-games", options.min_games, "Moves that were played in N games at least")
      .whole_number(1, 1'000'000'000);
  app.add_option("--min-wins", options.min_wins, "And won N of them").whole_number(0, 1'000'000'000);
  app.add_option("--min-elo", options.filter.min_elo, "Games in which both players have this rating")
      .whole_number(0, 10'000)
      .default_text("");
  app.add_option("--colour", options.filter.colour, "Whose moves").one_of({"white", "black", "both"});
  app.add_option("--results", options.results, "Games with these results, such as 1-0,0-1; all by default")
      .type_name("LIST");
}

}  // namespace

CommandRun book_from_games(CommandLine& app) {
  const auto options = std::make_shared<BookFromGamesOptions>();
  app.add_option("GAMES", options->files, "Files in PGN, compressed by zstd or not; - for standard input")
      .required()
      .type_name("FILE");
  app.add_option("--weight", options->weight, "How moves are weighed").one_of(booksearch::weight_formulas());
  add_game_filters(app, *options);
  add_output_options(app, options->output);
  add_progress_option(app, options->progress);
  add_json_option(app, options->json);
  app.footer(
      "Writes a book in PolyGlot's format. Weights, for the side that moves: `results` 4 wins - 2 losses +\n"
      "draws, `score` 2 wins + draws, `games` their number, `wilson` the lower end of the 95 % interval of the\n"
      "score. Games with errors are skipped and counted.\n"
      "Example: tabiya book from-games games.pgn.zst --out book.bin --plies 30 --min-games 5");
  return [options] { return run_from_games(*options); };
}

}  // namespace tabiya::tools
