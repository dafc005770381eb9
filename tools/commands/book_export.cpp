#include <memory>

#include <fmt/format.h>

#include "tools/assets/book_input.h"
#include "tools/assets/book_selection.h"
#include "tools/assets/book_text.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"

namespace tabiya::tools {
namespace {

struct BookExportOptions {
  std::string book;
  std::string format;
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

int run_export(const BookExportOptions& options) {
  check_output(options.output);
  const LoadedBook loaded = load_book(options.book);
  write_output(options.output, text_of(options, loaded));
  return kSuccess;
}

}  // namespace

CommandRun book_export(CommandLine& app) {
  const auto options = std::make_shared<BookExportOptions>();
  add_book_option(app, options->book);
  app.add_option("--to", options->format,
                 fmt::format("Output format. {} holds setups and order only; json has one object per line",
                             book_formats().front()))
      .required()
      .type_name("FORMAT")
      .one_of(book_formats());
  add_selection_options(app, options->selection);
  add_output_options(app, options->output);
  app.footer(
      "`tabiya book import` reads all of these formats.\n"
      "Example: tabiya book export book.tbk --to csv --out book.csv");
  return [options] { return run_export(*options); };
}

}  // namespace tabiya::tools
