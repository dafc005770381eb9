#include "tools/play/player_options.h"

#include <random>
#include <utility>

#include "tools/assets/shipped.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

std::uint64_t random_seed() {
  std::random_device device;
  return device();
}

}  // namespace

CommandOption add_game_time_option(CommandLine& app, std::optional<int>& milliseconds) {
  return app
      .add_option("--game-time", milliseconds,
                  "Milliseconds of each side for a game, or, where the game's clock counts moves, for each "
                  "move [as the game's judge gives them, or 30000]")
      .whole_number(1, 1'000'000'000);
}

std::chrono::milliseconds game_time(const GameModule& game, const std::optional<int>& milliseconds) {
  return milliseconds ? std::chrono::milliseconds(*milliseconds) : game.line_protocol()->clock().time;
}

void add_setup_options(CommandLine& app, SetupChoice& choice) {
  constexpr int kMostDepth = 255;
  constexpr int kMostLoss = 1'000'000;
  add_book_choice(app, choice.book).default_text(kShipped);
  app.add_option("--fallback-book", choice.fallback_book, "Used where the book has no answer")
      .type_name("FILE")
      .capture_default_str();
  app.add_option("--book-depth", choice.book_depth, "Use only entries searched at least so deep, in plies")
      .capture_default_str()
      .whole_number(0, kMostDepth);
  app.add_option("--max-loss", choice.max_loss,
                 "As Red, choose no setup that is worse than the best by more, in logit / 10,000")
      .type_name("LOSS")
      .capture_default_str()
      .whole_number(0, kMostLoss);
  app.add_option("--variety", choice.variety,
                 "As Red, choose a setup that is worse by this e times less often, in logit / 10,000; 0 is "
                 "always the best")
      .type_name("LOSS")
      .capture_default_str()
      .whole_number(0, kMostLoss);
  app.add_option("--seed", choice.seed, "Of Red's choice; random unless given").whole_number();
}

ChosenSetups::ChosenSetups(const GameModule& game, const SetupChoice& choice)
    : opening_{.max_loss = choice.max_loss,
               .variety = choice.variety,
               .depth = static_cast<std::uint8_t>(choice.book_depth),
               .seed = choice.seed ? *choice.seed : random_seed()} {
  if (choice.book.empty() && game.setup_phase() != nullptr) {
    LoadedBook shipped = load_book(std::string(kShipped));
    if (shipped.book.meta.game == game.name()) books_.push_back(std::move(shipped));
  }
  for (const std::string& name : {choice.book, choice.fallback_book}) {
    if (name.empty() || name == kNoBook) continue;
    setup_phase_of(game, "--book");
    books_.push_back(load_book(name, game));
  }
}

const GameModule& game_of_run(const std::string& game, const std::string& book) {
  const bool names_its_game = !book.empty() && book != kNoBook && book != kShipped && book != "-";
  if (!game.empty() || !names_its_game) return game_or_default(game);
  return game_named(load_book(book).book.meta.game, input_name(book));
}

SetupSource ChosenSetups::source(std::function<void(std::string_view)> log) const {
  SetupSource source{{}, opening_, std::move(log)};
  for (const LoadedBook& loaded : books_) source.books.push_back(&loaded.book);
  return source;
}

}  // namespace tabiya::tools
