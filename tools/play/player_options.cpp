#include "tools/play/player_options.h"

#include <algorithm>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

// True if a book's file may have moves to follow. A file that cannot be read a second time, such as a pipe,
// has them only if --lines names it.
bool may_have_moves(const std::string& book) {
  std::error_code unknown;
  return book != kNoBook && book != "-" && std::filesystem::is_regular_file(book, unknown);
}

// The book of moves of a choice. Throws Failure.
std::optional<LoadedMoveBook> chosen_moves(GameOfRun& run, const SetupChoice& choice) {
  if (choice.lines == kNoBook) return std::nullopt;
  std::optional<LoadedMoveBook> loaded;
  if (!choice.lines.empty()) {
    loaded = load_move_book(choice.lines, /*wants_lines=*/true);
    if (!loaded)
      throw Failure(
          fmt::format("{}: --lines needs a book of moves: a .tbk of `tabiya lines`, a .tbi or a .bin",
                      input_name(choice.lines)));
  } else if (may_have_moves(choice.book)) {
    loaded = run.take_moves(choice.book);
  }
  if (loaded && loaded->game != &run.game())
    throw Failure(fmt::format("{}: a book of moves of {}, not of {}; name that game, or another book",
                              loaded->name, loaded->game->name(), run.game().name()));
  return loaded;
}

std::uint64_t random_seed() {
  std::random_device device;
  return device();
}

}  // namespace

CommandOption add_game_time_option(CommandLine& app, std::optional<int>& milliseconds) {
  return app
      .add_option(
          "--game-time", milliseconds,
          "Time of each side for a game, in milliseconds. For each move where the game's clock is per move")
      .default_text("the game's own")
      .whole_number(1, 1'000'000'000);
}

std::chrono::milliseconds game_time(const GameModule& game, const std::optional<int>& milliseconds) {
  return milliseconds ? std::chrono::milliseconds(*milliseconds) : game.referee_protocol()->clock().time;
}

void add_setup_options(CommandLine& app, SetupChoice& choice) {
  constexpr int kMostDepth = 255;
  constexpr int kMostLoss = 1'000'000;
  constexpr double kMostMargin = 1e6;
  add_book_choice(app, choice.book).default_text(kShipped);
  app.add_option("--fallback-book", choice.fallback_book, "Book to use where --book has no answer")
      .rare()
      .type_name("FILE")
      .capture_default_str();
  app.add_option("--lines", choice.lines, "Follow this book of moves. A file (.tbk, .tbi, .bin), or `none`")
      .default_text("that in --book")
      .type_name("FILE");
  app.add_option(
         "--lines-margin", choice.lines_margin,
         "Leave lines where the nodes of the searches behind them, times this, are fewer than those of the "
         "player's own next search; lines whose number of nodes is unknown are followed")
      .rare()
      .type_name("FACTOR")
      .range(0, kMostMargin);
  app.add_option("--book-depth", choice.book_depth,
                 "Use only book entries searched at least this deep, in plies")
      .rare()
      .whole_number(0, kMostDepth);
  app.add_option("--max-loss", choice.max_loss,
                 "As Red, choose no setup worse than the best by more than this. In logit x 10,000")
      .type_name("LOSS")
      .whole_number(0, kMostLoss);
  app.add_option(
         "--variety", choice.variety,
         "How varied Red's setups are. A setup worse by this much, in logit x 10,000, is chosen e times less "
         "often; 0 always chooses the best")
      .type_name("LOSS")
      .whole_number(0, kMostLoss);
  app.add_option("--seed", choice.seed, "Seed of Red's choice of setup. Random unless given").whole_number();
}

PlayerBooks::PlayerBooks(GameOfRun run, const SetupChoice& choice)
    : opening_{.max_loss = choice.max_loss,
               .variety = choice.variety,
               .depth = static_cast<std::uint8_t>(choice.book_depth),
               .lines_margin = choice.lines_margin,
               .seed = choice.seed ? *choice.seed : random_seed()} {
  const GameModule& game = run.game();
  moves_ = chosen_moves(run, choice);
  if (choice.book.empty() && game.setup_phase() != nullptr) {
    LoadedBook shipped = load_book(std::string(kShipped), LinesOfPlay::kSkip);
    if (shipped.book.meta.game == game.name()) books_.push_back(std::move(shipped));
  }
  const bool has_no_setups =
      moves_ && choice.lines.empty() && (!moves_->has_setups || game.setup_phase() == nullptr);
  if (!has_no_setups) take_setups(run, choice.book);
  take_setups(run, choice.fallback_book);
}

void PlayerBooks::take_setups(GameOfRun& run, const std::string& name) {
  if (!name.empty() && name != kNoBook) books_.push_back(run.take_book(name));
}

FollowedBook PlayerBooks::followed() const { return moves_ ? moves_->followed() : FollowedBook{}; }

GameOfRun::GameOfRun(const std::string& game, const std::string& book) {
  const bool names_its_game = !book.empty() && book != kNoBook && book != kShipped && book != "-";
  if (!game.empty() || !names_its_game) {
    game_ = &game_or_default(game);
    return;
  }
  book_name_ = book;
  if (may_have_moves(book)) moves_ = load_move_book(book);
  if (!moves_) book_ = load_book(book, LinesOfPlay::kSkip);
  game_ = moves_ ? moves_->game : book_->game;
}

LoadedBook GameOfRun::take_book(const std::string& name) {
  setup_phase_of(*game_, "--book");
  if (!book_ || name != book_name_) return load_book(name, *game_, LinesOfPlay::kSkip);
  LoadedBook book = *std::move(book_);
  book_.reset();
  return book;
}

std::optional<LoadedMoveBook> GameOfRun::take_moves(const std::string& name) {
  if (!moves_ || name != book_name_) return load_move_book(name, /*wants_lines=*/true);
  return std::exchange(moves_, std::nullopt);
}

SetupSource PlayerBooks::source(std::function<void(std::string_view)> log) const {
  SetupSource source{{}, opening_, std::move(log)};
  for (const LoadedBook& loaded : books_) source.books.push_back(&loaded.book);
  return source;
}

}  // namespace tabiya::tools
