#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tools/assets/book_input.h"
#include "tools/assets/book_selection.h"
#include "tools/assets/book_text.h"
#include "tools/books/move_book_epd.h"
#include "tools/cli/command.h"
#include "tools/cli/counted.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

struct BookExportOptions {
  std::string book;
  std::string format;
  std::string from;  // a position, of a book of moves
  BookSelection selection;
  OutputOptions output;
};

std::string text_of(const BookExportOptions& options, const LoadedBook& loaded) {
  const std::string name = input_name(options.book);
  const std::vector<std::size_t> entries = select_entries(loaded, options.selection, name);
  if (options.format == "csv") return book_csv(loaded, entries);
  if (options.format == "json") return book_json_lines(loaded, entries);
  const BookFormat& published = published_format(game_named(loaded.book.meta.game), options.format);
  return take(published.write(book_of_entries(loaded.book, entries)), name,
              "`tabiya verify` tells what else is wrong");
}

int export_moves(const BookExportOptions& options, const LoadedMoveBook& loaded) {
  if (options.format != kEpd)
    throw Failure(fmt::format("--to {}: {} is a book of moves; they are exported by --to {}", options.format,
                              loaded.name, kEpd));
  check_selects_moves(options.selection, options.book);
  const EpdText epd = epd_of(loaded, options.from);
  write_output(options.output, epd.text);
  if (const std::size_t left = loaded.book.moves.size() - epd.moves; left > 0)
    print_note(fmt::format("{}: {} left out, which cannot be reached or are illegal", loaded.name,
                           counted(left, "entry")));
  return kSuccess;
}

int run_export(const BookExportOptions& options) {
  check_output(options.output);
  if (const auto moves = load_move_book(options.book)) return export_moves(options, *moves);
  if (options.format == kEpd || !options.from.empty())
    throw Failure(fmt::format("{} {}: is about books of moves (.bin); {} holds setups",
                              options.format == kEpd ? "--to" : "--from",
                              options.format == kEpd ? kEpd : options.from, input_name(options.book)));
  const LoadedBook loaded = load_book(options.book);
  write_output(options.output, text_of(options, loaded));
  return kSuccess;
}

}  // namespace

CommandRun book_export(CommandLine& app) {
  const auto options = std::make_shared<BookExportOptions>();
  std::vector<std::string> formats = book_formats();
  formats.emplace_back(kEpd);
  add_book_option(app, options->book);
  app.add_option("--to", options->format,
                 fmt::format("Output format. {} holds setups and order only; json has one object per line; "
                             "{} is of books of moves",
                             book_formats().front(), kEpd))
      .required()
      .type_name("FORMAT")
      .one_of(formats);
  add_from_option(app, options->from);
  add_selection_options(app, options->selection);
  add_output_options(app, options->output);
  app.footer(
      "`tabiya book import` reads all of these formats.\n"
      "Example: tabiya book export book.tbk --to csv --out book.csv");
  return [options] { return run_export(*options); };
}

}  // namespace tabiya::tools
