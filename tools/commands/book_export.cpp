#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "booksearch/lines/visits.h"
#include "codec/text.h"
#include "core/book/polyglot_file.h"
#include "tools/assets/book_input.h"
#include "tools/assets/book_selection.h"
#include "tools/assets/book_text.h"
#include "tools/books/line_book_export.h"
#include "tools/books/line_book_input.h"
#include "tools/books/move_book_epd.h"
#include "tools/cli/command.h"
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
  std::string from;                      // a position, of a book of moves
  std::size_t max_bytes = kMaxBookFile;  // of --to tbk
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
              "`tabiya verify` says what else is wrong");
}

constexpr const char* kPolyglot = "polyglot";
constexpr const char* kLineBook = "tbk";
constexpr const char* kIndexed = "tbi";

std::vector<std::string> formats_of_moves() { return {kEpd, kPgn, kPolyglot, kLineBook, kIndexed}; }

// The file of a book of lines within --max-bytes: it lacks the positions that come up least often.
std::string smaller_book(const BookExportOptions& options, const LoadedMoveBook& loaded) {
  const auto file_of = [&](std::size_t positions) {
    return line_book_file(booksearch::prune_lines(*loaded.lines, positions).book, *loaded.game);
  };
  std::size_t fits = 0, most = loaded.lines->size();
  while (fits < most) {
    const std::size_t middle = most - (most - fits) / 2;
    if (file_of(middle).size() <= options.max_bytes)
      fits = middle;
    else
      most = middle - 1;
  }
  const std::vector<std::byte> file = file_of(fits);
  if (file.size() > options.max_bytes)
    throw Failure(fmt::format("{}: takes at least {} bytes", loaded.name, file.size()));
  const booksearch::PrunedLines pruned = booksearch::prune_lines(*loaded.lines, fits);
  print_note(fmt::format("{}: {} of {} positions in {} bytes; {:.2f} % of the plies of its games are lost",
                         loaded.name, pruned.book.size(), loaded.lines->size(), file.size(),
                         100 * pruned.lost));
  return {reinterpret_cast<const char*>(file.data()), file.size()};
}

// The moves that players make, behind the roots that PolyGlot's format can have.
MoveBook moves_for_polyglot(const LoadedMoveBook& loaded) {
  LineDraft draft = draft_of(*loaded.lines);
  Status last = ok_status();
  const std::size_t left_out = std::erase_if(draft.roots, [&](const LineRoot& root) {
    const Status fits = loaded.from(root.position)->in_polyglot();
    if (!fits) last = fits;
    return !fits;
  });
  if (draft.roots.empty()) take(std::move(last), loaded.name);
  if (left_out > 0)
    print_note(
        fmt::format("{}: the lines behind {} are left out, since PolyGlot's format has no such positions",
                    loaded.name, counted(left_out, "root")));
  return move_book_of(LineBook(draft), loaded.lines->meta().tolerance);
}

std::string polyglot_of(const LoadedMoveBook& loaded) {
  if (loaded.game != &game_of_move_books())
    throw Failure(fmt::format("{}: PolyGlot's format has no {}", loaded.name, loaded.game->title()));
  const std::vector<std::byte> file =
      write_polyglot(loaded.lines != nullptr ? moves_for_polyglot(loaded) : loaded.moves.all());
  return {reinterpret_cast<const char*>(file.data()), file.size()};
}

std::string indexed_of(const LoadedMoveBook& loaded) {
  const std::vector<std::byte> file = indexed_book_file(*loaded.lines, *loaded.game);
  return {reinterpret_cast<const char*>(file.data()), file.size()};
}

int export_moves(const BookExportOptions& options, const LoadedMoveBook& loaded) {
  if (loaded.moves.indexed() != nullptr) (void)loaded.moves.all();  // which says why not
  const bool needs_lines =
      options.format == kPgn || options.format == kLineBook || options.format == kIndexed;
  const std::vector<std::string> formats = formats_of_moves();
  if (std::ranges::find(formats, options.format) == formats.end() || (needs_lines && loaded.lines == nullptr))
    throw Failure(fmt::format(
        "--to {}: {} is a book of moves; they are exported by --to {}{}, and listed by `book list --json`",
        options.format, loaded.name, kEpd, loaded.lines != nullptr ? ", pgn, polyglot, tbk or tbi" : ""));
  if (options.format == kEpd) {
    LoadedMoveBook kept = loaded;  // the moves that players make
    if (kept.lines != nullptr) kept.moves = move_book_of(*kept.lines, kept.lines->meta().tolerance);
    const EpdText epd = epd_of(kept, options.from);
    write_output(options.output, epd.text);
    if (const std::size_t left = kept.moves.size() - epd.moves; left > 0)
      print_note(
          fmt::format("{}: {} left out: out of reach, or illegal", loaded.name, counted(left, "entry")));
    return kSuccess;
  }
  if (!options.from.empty())
    throw Failure(fmt::format("--from {}: goes with --to {} alone", options.from, kEpd));
  write_output(options.output, options.format == kPolyglot  ? polyglot_of(loaded)
                               : options.format == kPgn     ? pgn_of_lines(loaded)
                               : options.format == kIndexed ? indexed_of(loaded)
                                                            : smaller_book(options, loaded));
  return kSuccess;
}

// The kinds that --from and --max-bytes go with.
constexpr InputKind kAsEpd = "--to epd", kAsLineBook = "--to tbk";

void check_options(const BookExportOptions& options, const OptionKinds& kinds, InputKind kind) {
  const std::string format = "--to " + options.format;
  kinds.check(input_name(options.book), {kind, format});
}

int run_export(const BookExportOptions& options, const OptionKinds& kinds) {
  check_output(options.output);
  const std::vector<std::string> of_moves = formats_of_moves();
  const bool is_of_moves = std::ranges::find(of_moves, options.format) != of_moves.end();
  const auto moves = load_move_book(options.book, !options.from.empty() || is_of_moves);
  check_options(options, kinds, moves ? kind_of(*moves) : kBookOfSetups);
  if (moves) return export_moves(options, *moves);
  if (is_of_moves)
    throw Failure(fmt::format("--to {}: is for books of moves (.bin, or .tbk of lines); {} holds setups",
                              options.format, input_name(options.book)));
  const LoadedBook loaded = load_book(options.book);
  write_output(options.output, text_of(options, loaded));
  return kSuccess;
}

}  // namespace

CommandRun book_export(CommandLine& app) {
  const auto options = std::make_shared<BookExportOptions>();
  std::vector<std::string> formats = book_formats();
  for (const std::string& format : formats_of_moves()) formats.push_back(format);
  add_book_option(app, options->book);
  app.add_option(
         "--to", options->format,
         fmt::format(
             "Output format. {} holds setups and order only; json has one object per line; "
             "{} is of books of moves; pgn, polyglot, tbk and tbi (searched on disk) are of books of lines",
             book_formats().front(), kEpd))
      .required()
      .type_name("FORMAT")
      .one_of(formats);
  CommandLine as_epd = app.only_for({kAsEpd}), as_line_book = app.only_for({kAsLineBook});
  CommandLine of_setups = app.only_for({kBookOfSetups});
  add_from_option(as_epd, options->from);
  as_line_book
      .add_option("--max-bytes", options->max_bytes,
                  "With --to tbk: leave out the positions of a book of lines that come up least often")
      .rare()
      .whole_number(1, kMaxBookFile)
      .default_text("");
  add_selection_options(of_setups, options->selection);
  add_output_options(app, options->output);
  app.footer(
      "`tabiya book import` reads all of these formats but polyglot, tbk and tbi.\n"
      "Example: tabiya book export book.tbk --to csv --out book.csv");
  return [options, kinds = app.kinds()] { return run_export(*options, *kinds); };
}

}  // namespace tabiya::tools
