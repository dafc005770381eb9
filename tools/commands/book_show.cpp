#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "core/games/zero_point_one/notation.h"
#include "core/games/zero_point_one/position.h"
#include "core/search/value_text.h"
#include "tools/assets/book_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

struct Options {
  std::string book;
  std::size_t rank = 1;
  std::size_t first = 5;
};

void show_entry(const LoadedBook& loaded, std::size_t index) {
  const BookEntry& entry = loaded.book.entries[index];
  std::string line =
      fmt::format("{}. red {}, reply {} ({})", index + 1, setup_text(*loaded.setups, entry.red),
                  setup_text(*loaded.setups, entry.reply), reply_wire(*loaded.setups, entry.reply));
  if (entry.red_value)
    line += fmt::format(", value {} at depth {}", value_text(*entry.red_value, kRedView), entry.depth);
  print_line("{}", line);
  if (std::max(entry.red, entry.reply) < loaded.setups->count()) {
    print(draw_board(zero_point_one::position_after(entry.red, entry.reply)));
  } else {
    print_line("not a position: `tabiya verify` tells what is wrong");
  }
}

int run_show(const Options& options) {
  const LoadedBook loaded = load_book(options.book);
  const std::size_t size = loaded.book.entries.size();
  const std::size_t begin = options.rank - 1;
  if (begin > size || (begin == size && size > 0))
    throw Failure(
        fmt::format("{}: has {} entries, none of rank {}", input_name(options.book), size, options.rank));
  for (std::size_t i = begin; i < size && i - begin < options.first; ++i) {
    if (i > begin) print_line("");
    show_entry(loaded, i);
  }
  return kSuccess;
}

}  // namespace

CommandRun book_show(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_book_option(app, options->book);
  app.add_option("--rank", options->rank, "The entry to begin with, 1 is the best")
      .type_name("R")
      .whole_number(1)
      .capture_default_str();
  app.add_option("--first", options->first, "How many entries")
      .type_name("N")
      .whole_number()
      .capture_default_str();
  app.footer("Draws entries as boards, Red below.\nExample: tabiya book show book.tbk --first 3");
  return [options] { return run_show(*options); };
}

}  // namespace tabiya::tools
