// A small book of setups, lines that an engine grows, and a match of ten games from the book's entries.
//
//   book_and_match FOLDER "uci:stockfish nodes=1000" "uci:/usr/bin/tabiya uci nodes=2000"
//
// The book is FOLDER/arrays.tbk; another run in the same folder takes it from its state, FOLDER/arrays.job. The lines are
// FOLDER/arrays.bin, in PolyGlot's format.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "booksearch/lines/book_answers.h"
#include "booksearch/lines/engine_move_judge.h"
#include "booksearch/lines/lines_job.h"
#include "booksearch/match/match_runner.h"
#include "booksearch/match/standings.h"
#include "booksearch/setups/job/pipeline.h"
#include "booksearch/work/output_file.h"
#include "core/book/book_file.h"
#include "core/book/polyglot_file.h"
#include "core/games/games.h"

using namespace tabiya::booksearch;

// Everything in the library that may fail returns a Result; here, a failure is the end.
template <class T>
T take(tabiya::Result<T> result) {
  if (result) return std::move(result).value();
  std::fprintf(stderr, "book_and_match: %s\n", result.error().message.c_str());
  std::exit(2);
}

int main(int argc, char** argv) {
  if (argc != 4) return std::fprintf(stderr, "usage: book_and_match FOLDER ENGINE ENGINE\n"), 2;
  const std::string path = argv[1] + std::string("/arrays");
  const tabiya::GameModule& game = *tabiya::find_game("chess");
  const tabiya::SetupPhase& setups = *game.setup_phase();

  // The filter keeps the 40 arrays of White that are best in their worst case. These are searched two plies deep
  // against ten replies each, and the best five of them three plies deep against all replies that the filter keeps.
  const Job job{.game = "chess", .pool = 50, .keep = 40, .stages = {{40, 2, 10}, {5, 3}}};
  const auto oracle = take(setups.make_oracle({}));
  JobStore state = take(JobStore::open(path + ".job", job, oracle->origin()));
  const tabiya::Book book = take(build_book(job, *oracle, state, {.maker = "an example"}, {}));
  take(write_file(path + ".tbk", /*replace=*/true, tabiya::encode_book(book)));
  std::printf("%zu entries, the best worth %d\n", book.entries.size(),
              book.entries.front().red_value.value_or(0));

  // The first engine grows lines from the usual start, up to 20 positions.
  const UciChoice choice = take(uci_choice(std::string(argv[2]).substr(4), game, /*told=*/{}));
  const ChosenSearch search = take(engine_search(game, choice.settings));
  const LinesJob lines{&game, {"startpos"}, choice.limits, {.positions = 20}};
  const GrowthRoots roots = take(growth_roots(game, lines.roots));
  JudgePool<MoveQuestion> judges(1, move_judges(lines, roots, search).make);
  BookGrowth growth(roots, lines.growth);
  SearchCount searches;
  take(grow_book(growth, judges, /*memory=*/{}, /*control=*/{}, searches));
  const tabiya::ValuedBook grown = finished_book(lines, growth, search.name);
  take(write_file(path + ".bin", /*replace=*/true, write_polyglot(move_book_of(grown, lines.tolerance))));
  std::printf("%zu moves in %zu positions, of %llu searches\n", grown.move_count(), grown.size(),
              static_cast<unsigned long long>(searches.count));

  MatchPlan plan{.game = &game, .games = 10};
  for (const char* engine : {argv[2], argv[3]})
    plan.engines.push_back(take(match_engine(engine, game, /*told=*/{}, /*clock=*/{})));
  const std::vector<Opening> openings = book_openings(setups, book);
  plan.opening = [&](std::uint64_t number) { return openings[number % openings.size()]; };
  MatchScore score;
  const auto on_game = [&](const GameRecord& record) {
    score.add(record);
    return true;  // the match goes on
  };
  take(run_match(plan, /*played=*/{}, on_game, /*interrupted=*/std::atomic<bool>(false)));
  const Tally& tally = score.scoreboards().front().tally();
  std::printf("%llu games, %.1f %% for the first engine\n", static_cast<unsigned long long>(tally.games()),
              100 * tally.score());
}
