#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/book/book_file.h"
#include "core/book/polyglot_file.h"
#include "tools/assets/book_input.h"
#include "tools/assets/book_text.h"
#include "tools/assets/decoded.h"
#include "tools/books/move_book_input.h"
#include "tools/books/pgn_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {
namespace {

struct BookImportOptions {
  std::string input;
  std::string format;  // empty: as format_of() has it
  std::string game;    // empty: as the file says, or the default
  OutputOptions output;
};

// The format is the requested one, or else the one of the file's name.
std::string format_of(const BookImportOptions& options) {
  if (!options.format.empty()) return options.format;
  if (options.input.ends_with(".csv")) return "csv";
  if (options.input.ends_with(".epd")) return kEpd;
  if (options.input.ends_with(".pgn") || options.input.ends_with(".pgn.zst")) return kValuedPgn;
  if (options.input.ends_with(".json") || options.input.ends_with(".jsonl")) return "json";
  return book_formats().front();
}

Book read_book(const BookImportOptions& options) {
  const std::string format = format_of(options);
  const std::string maker = "tabiya " TABIYA_VERSION ", imported from " + format;
  const GameModule& game = game_or_default(options.game);
  if (format == "csv") return read_book_csv(options.input, game, maker);
  if (format == "json") return read_book_json_lines(options.input, game, maker);
  const BookFormat& published = published_format(game, format);
  return take(published.read(read_published(options.input, kMaxBookFile)), input_name(options.input),
              fmt::format("a published book is {}", published.what));
}

int write(const BookImportOptions& options, std::span<const std::byte> file, const std::string& content) {
  write_output(options.output, file);
  if (options.output.path != "-") print_line("{}: {}", options.output.path, content);
  return kSuccess;
}

InputKind kind_of_format(const std::string& format) {
  return format == kEpd ? kBookOfMoves : format == kValuedPgn ? kBookOfValues : kBookOfSetups;
}

int run_import(const BookImportOptions& options, const OptionKinds& kinds) {
  check_output(options.output);
  const std::string format = format_of(options);
  kinds.check(input_name(options.input), {kind_of_format(format)});
  if (format == kEpd) {
    const MoveBook book = read_epd_book(options.input);
    return write(options, write_polyglot(book), counted(book.moves.size(), "move"));
  }
  if (format == kValuedPgn) {
    const LoadedValues loaded = read_valued_pgn(options.input, options.game);
    return write(options, valued_book_file_for(options.output.path, loaded.lines, *loaded.game),
                 counted(loaded.lines.size(), "position"));
  }
  Book book = read_book(options);
  book.rules = kept_rules(book.meta.game);
  return write(options, encode_book(book), counted(book.entries.size(), "entry"));
}

}  // namespace

CommandRun book_import(CommandLine& app) {
  const auto options = std::make_shared<BookImportOptions>();
  app.add_option("INPUT", options->input, "Book to read; - is standard input").required().type_name("FILE");
  std::vector<std::string> formats = book_formats();
  formats.emplace_back(kEpd);
  formats.emplace_back(kValuedPgn);
  app.add_option(
         "--from", options->format,
         "Input format. json has one object per line; epd becomes a book of moves (.bin), whatever --game; pgn "
         "is of --game or its tag Variant, and becomes one of lines")
      .default_text("by the file's ending, or " + book_formats().front())
      .one_of(formats);
  CommandLine of_games = app.only_for({kBookOfSetups, kBookOfValues});
  add_game_option(of_games, options->game);
  add_output_options(app, options->output);
  app.footer(fmt::format(
      "CSV and JSON need at least the columns red and reply; `tabiya book export` shows the others.\n"
      "Example: tabiya book import book.base128 --from {} --out book.tbk",
      book_formats().front()));
  return [options, kinds = app.kinds()] { return run_import(*options, *kinds); };
}

}  // namespace tabiya::tools
