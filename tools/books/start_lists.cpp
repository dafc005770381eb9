#include "tools/books/start_lists.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "booksearch/books/book_tour.h"
#include "booksearch/work/own_files.h"
#include "codec/zstd_frame.h"
#include "core/book/polyglot_file.h"
#include "core/games/games.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

using booksearch::Remedy;
using booksearch::StartChecker;
using booksearch::StartFormat;
using booksearch::StartVerdict;

constexpr std::string_view kFenTag = "[FEN ";

void check_lines(const std::string& path, const std::vector<StartVerdict>& verdicts) {
  const auto same = std::ranges::adjacent_find(verdicts, {}, &StartVerdict::line);
  if (same != verdicts.end())
    throw Failure(
        fmt::format("{}, line {}: holds two games, which cannot be kept apart; put each on lines of its own",
                    input_name(path), same->line));
}

// Walks through the lines of a list and the verdicts side by side.
class Mender {
 public:
  Mender(StartFormat format, const StartChecker& checker, PiecewiseOutput& output)
      : is_of_games_(format == StartFormat::kGames), checker_(checker), output_(output) {}

  void take(std::size_t number, std::string_view line) {
    const auto& verdicts = checker_.verdicts();
    while (next_ < verdicts.size() && verdicts[next_].line <= number) ++next_;
    // In a list of games, the entry is the game that has begun; in a list of lines, the one on this line.
    const bool is_entry = next_ > 0 && (is_of_games_ || verdicts[next_ - 1].line == number);
    const Remedy remedy = is_entry ? verdicts[next_ - 1].remedy : Remedy::kKeep;
    if (remedy == Remedy::kDrop) return;
    remedy == Remedy::kMend ? write_mended_line(line) : output_.write(line);
    output_.write("\n");
  }

 private:
  void write_mended_line(std::string_view line) {
    const std::string& mended = checker_.mended().at(next_ - 1);
    if (!is_of_games_) return output_.write(mended);
    line.starts_with(kFenTag) ? output_.write(fmt::format("{}\"{}\"]", kFenTag, mended))
                              : output_.write(line);
  }

  bool is_of_games_;
  const StartChecker& checker_;
  PiecewiseOutput& output_;
  std::size_t next_ = 0;  // entry that begins after the line
};

}  // namespace

std::vector<InputKind> kinds_of_starts(const std::string& path) {
  const std::string beginning = beginning_of(path);
  if (is_pgn(path) || booksearch::format_of_starts(beginning) == StartFormat::kGames) return {kGamesInPgn};
  if (beginning.empty() || codec::looks_like_zstd(std::as_bytes(std::span(beginning))))
    return {kGamesInPgn, kListOfPositions};
  return {kListOfPositions};
}

booksearch::StartOptions start_options(const std::string& game, std::size_t plies) {
  if (!game.empty()) return {.game = &game_named(game), .plies = plies};
  std::vector<const GameModule*> all{&game_of_move_books()};
  std::ranges::copy_if(games(), std::back_inserter(all),
                       [&](const GameModule* each) { return each != all.front(); });
  return {.games = std::move(all), .plies = plies};
}

void write_mended(const std::string& path, StartFormat format, const StartChecker& checker,
                  const OutputOptions& options) {
  check_lines(path, checker.verdicts());
  PiecewiseOutput output(options);
  Mender mender(format, checker, output);
  stream_lines(path, [&](std::size_t number, std::string_view line) { mender.take(number, line); });
  output.commit();
}

void check_move_book(const LoadedMoveBook& loaded, StartChecker& checker) {
  const std::vector<BookMove>& moves = loaded.all().moves;
  const PlayableMoves playable = take(booksearch::playable_moves(loaded.moves, loaded.starts("")));
  std::map<MoveCode, std::size_t> first;  // entries of the position, by their moves
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i > 0 && moves[i].key != moves[i - 1].key) first.clear();
    const std::size_t place = take(checker.add_entry(i + 1));
    const auto [same, is_new] = first.try_emplace(moves[i].move, i + 1);
    if (!is_new) {
      checker.find(place, booksearch::kDuplicate, fmt::format("the move of entry {}", same->second),
                   Remedy::kDrop, same->second);
    } else if (playable.is_illegal(moves[i])) {
      checker.find(place, kImpossible, "the move is not legal", Remedy::kDrop);
    } else if (!playable.legal.contains({moves[i].key, moves[i].move})) {
      checker.find(place, booksearch::kOrphan, "the start does not lead to its position", Remedy::kDrop);
    }
  }
}

void write_mended_book(const LoadedMoveBook& loaded, const StartChecker& checker,
                       const OutputOptions& output) {
  MoveBook kept;
  const std::vector<BookMove>& moves = loaded.all().moves;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (checker.verdicts()[i].remedy != Remedy::kDrop) kept.moves.push_back(moves[i]);
  write_output(output, write_polyglot(kept));
}

}  // namespace tabiya::tools
