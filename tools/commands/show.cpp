#include <memory>
#include <optional>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/book/book.h"
#include "core/game/game_module.h"
#include "core/search/value_text.h"
#include "tools/assets/book_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/drawing/board_drawing.h"
#include "tools/play/position_argument.h"

namespace tabiya::tools {
namespace {

struct ShowOptions {
  PositionArgument position;
  std::string book;
  std::optional<std::size_t> rank;
  std::string red;
  std::string below;  // the name of a side; empty: the one that begins
  bool svg = false;
  int square = SvgView{}.square_pixels;
  OutputOptions output{.path = "-"};
};

struct EntryPosition {
  PositionHandle position;
  std::string text;
  std::string game;
};

// The entry is named by its rank, or by Red's setup, which may be the mirror image of the entry's.
EntryPosition entry_position(const ShowOptions& options) {
  const LoadedBook loaded = load_sound_book(options.book);
  const SetupPhase& setups = *loaded.setups;
  const std::size_t size = loaded.book.entries.size();
  std::optional<BookAnswer> answer;
  SetupId red = 0;
  if (!options.red.empty()) {
    red = take(setups.reds().parse(options.red), "--red");
    answer = look_up(loaded.book, setups.reds(), setups.blues(), red);
    if (!answer)
      throw Failure(fmt::format("{}: has no entry for {}", input_name(options.book), options.red),
                    kFoundWanting);
  } else if (!loaded.book.meta.ordered) {
    throw Failure(fmt::format("{}: has lost its order: none of its entries has a rank; choose one with --red",
                              input_name(options.book)));
  } else if (const std::size_t rank = options.rank.value_or(1); rank <= size) {
    const BookEntry& entry = loaded.book.entries[rank - 1];
    red = entry.red;
    answer = BookAnswer{entry.reply, rank - 1, false};
  } else {
    throw Failure(
        fmt::format("{}: has {}, none of rank {}", input_name(options.book), counted(size, "entry"), rank));
  }
  const BookEntry& entry = loaded.book.entries[answer->entry];
  const View view = first_view(setups);
  std::string text =
      fmt::format("Entry {}{}: {} {}, {} {}", answer->entry + 1, answer->mirrored ? " (mirror image)" : "",
                  view.viewer, setups.reds().name(red), view.opponent, setups.blues().name(answer->reply));
  if (entry.red_value)
    text += fmt::format(", value {} at depth {}", value_text(entry.red_value, view), entry.depth);
  return {setups.position_after(red, answer->reply), text, loaded.book.meta.game};
}

int run_show(ShowOptions options) {
  if (options.position.text.empty() == options.book.empty())
    throw Failure("show: name a POSITION, or a book with --book");
  if (options.output.path != "-") check_output(options.output);
  std::string entry;
  PositionHandle position;
  std::string game_name;
  if (options.book.empty()) {
    position = position_of(options.position);
    game_name = game_of(options.position).name();
  } else {
    const EntryPosition found = entry_position(options);
    entry = found.text + "\n\n";
    position = play_line(found.position, options.position.moves);
    game_name = found.game;
  }
  const GameModule& game = game_named(game_name);
  const BoardPicture picture = position->picture();
  const std::size_t below = options.below.empty() ? 0 : side_named(game, options.below, "--below");
  write_output(options.output, options.svg ? board_svg(picture, {below, options.square})
                                           : entry + board_text(picture, below));
  return kSuccess;
}

}  // namespace

CommandRun show(CommandLine& app) {
  constexpr int kMostPixels = 1'000;
  const auto options = std::make_shared<ShowOptions>();
  add_position_argument(app, options->position, /*may_be_absent=*/true);
  CommandOption book =
      app.add_option("--book", options->book, "Show an entry of this book instead. A file, or `shipped`");
  book.type_name("BOOK").excludes("POSITION").excludes("--game");
  CommandLine of_book = app.needing(book);
  CommandOption rank = of_book.add_option("--rank", options->rank, "Rank of the entry; 1 is the best")
                           .default_text("1")
                           .whole_number(1);
  of_book.add_option("--red", options->red, "Show the entry for this red setup")
      .type_name("SETUP")
      .excludes(rank);
  app.add_option("--below", options->below, "Side at the bottom, by its name")
      .default_text("the side that begins")
      .type_name("SIDE");
  const CommandOption svg = app.add_flag("--svg", options->svg, "Write an SVG image");
  CommandLine of_svg = app.needing(svg);
  of_svg.add_option("--square", options->square, "Width of a square of the image, in pixels")
      .type_name("PIXELS")
      .whole_number(8, kMostPixels);
  add_output_options(app, options->output);
  app.footer(
      "Draws the board with its coordinates, the last move, and the pieces in hand.\n"
      "Example: tabiya show startpos --moves \"AWAAAAAADFFDDDAN addadffdnaaaaawa b1d1\"\n"
      "         tabiya show --book shipped --rank 1 --svg --out best.svg");
  return [options] { return run_show(*options); };
}

}  // namespace tabiya::tools
