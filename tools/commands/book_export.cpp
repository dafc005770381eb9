#include <algorithm>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "booksearch/books/move_book_epd.h"
#include "booksearch/books/valued_pgn.h"
#include "booksearch/lines/visits.h"
#include "codec/text.h"
#include "core/book/polyglot_file.h"
#include "tools/assets/book_text.h"
#include "tools/books/any_book.h"
#include "tools/books/move_book_input.h"
#include "tools/books/pgn_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {
namespace {

struct ExportQuery : BookQuery {
  std::string format;
  std::size_t max_bytes = kMaxBookFile;  // of --to tbk
  OutputOptions output;
};

// The moves that players make, as EPD.
std::string epd(const LoadedMoveBook& loaded, const ExportQuery& query) {
  LoadedMoveBook kept = loaded;
  if (kept.lines != nullptr) kept.moves = move_book_of(*kept.lines, kept.lines->meta().tolerance);
  booksearch::EpdText epd = take(booksearch::epd_of(kept.moves, kept.starts(query.from)));
  if (const std::size_t left = kept.moves.size() - epd.moves; left > 0)
    print_note(fmt::format("{}: {} left out: out of reach, or illegal", loaded.name, counted(left, "entry")));
  return std::move(epd.text);
}

// The file of a book of moves within --max-bytes: it lacks the positions that come up least often.
std::string smaller_book(const LoadedMoveBook& loaded, const ExportQuery& query) {
  const auto file_of = [&](std::size_t positions) {
    return valued_book_file(booksearch::prune_book(*loaded.lines, positions).book, *loaded.game);
  };
  std::size_t fits = 0, most = loaded.lines->size();
  while (fits < most) {
    const std::size_t middle = most - (most - fits) / 2;
    if (file_of(middle).size() <= query.max_bytes)
      fits = middle;
    else
      most = middle - 1;
  }
  const std::vector<std::byte> file = file_of(fits);
  if (file.size() > query.max_bytes)
    throw Failure(fmt::format("{}: takes at least {} bytes", loaded.name, file.size()));
  const booksearch::PrunedBook pruned = booksearch::prune_book(*loaded.lines, fits);
  print_note(fmt::format("{}: {} of {} positions in {} bytes; {:.2f} % of the plies of its games are lost",
                         loaded.name, pruned.book.size(), loaded.lines->size(), file.size(),
                         100 * pruned.lost));
  return std::string(as_text(file));
}

// The moves that players make, behind the roots that PolyGlot's format can have.
MoveBook moves_for_polyglot(const LoadedMoveBook& loaded) {
  BookDraft draft = draft_of(*loaded.lines);
  Status last = ok_status();
  const std::size_t left_out = std::erase_if(draft.roots, [&](const BookRoot& root) {
    const Status fits = loaded.from(root.position)->in_polyglot();
    if (!fits) last = fits;
    return !fits;
  });
  if (draft.roots.empty()) take(std::move(last), loaded.name);
  if (left_out > 0)
    print_note(
        fmt::format("{}: the lines behind {} are left out, since PolyGlot's format has no such positions",
                    loaded.name, counted(left_out, "root")));
  return move_book_of(ValuedBook(draft), loaded.lines->meta().tolerance);
}

std::string polyglot(const LoadedMoveBook& loaded, const ExportQuery&) {
  if (loaded.game != &game_of_move_books())
    throw Failure(fmt::format("{}: PolyGlot's format has no {}", loaded.name, loaded.game->title()));
  return std::string(
      as_text(write_polyglot(loaded.lines != nullptr ? moves_for_polyglot(loaded) : loaded.all())));
}

std::string pgn(const LoadedMoveBook& loaded, const ExportQuery&) {
  return take(booksearch::pgn_of(*loaded.lines, *loaded.game, variant_name(*loaded.game)), loaded.name);
}

std::string indexed(const LoadedMoveBook& loaded, const ExportQuery&) {
  return std::string(as_text(indexed_book_file(*loaded.lines, *loaded.game)));
}

// The formats of books of moves.
struct MoveFormat {
  std::string_view name;
  bool needs_values;
  std::string (*write)(const LoadedMoveBook& loaded, const ExportQuery& query);
};

constexpr MoveFormat kMoveFormats[] = {{kEpd, false, epd},
                                       {kValuedPgn, true, pgn},
                                       {"polyglot", false, polyglot},
                                       {"tbk", true, smaller_book},
                                       {"tbi", true, indexed}};

const MoveFormat* format_of_moves(const ExportQuery& query) {
  const auto found = std::ranges::find(kMoveFormats, query.format, &MoveFormat::name);
  return found == std::end(kMoveFormats) ? nullptr : found;
}

std::string exported(const LoadedMoveBook& loaded, const ExportQuery& query) {
  if (loaded.moves.indexed() != nullptr) (void)loaded.all();  // which says why not
  const MoveFormat* const format = format_of_moves(query);
  if (format == nullptr || (format->needs_values && loaded.lines == nullptr))
    throw Failure(fmt::format(
        "--to {}: {} is a book of moves; they are exported by --to {}{}, and listed by `book list --json`",
        query.format, loaded.name, kEpd, loaded.lines != nullptr ? ", pgn, polyglot, tbk or tbi" : ""));
  return format->write(loaded, query);
}

std::string exported(const BookOfSetups& setups, const ExportQuery& query) {
  if (format_of_moves(query) != nullptr)
    throw Failure(fmt::format("--to {} exports only books of moves; {} holds setups", query.format,
                              input_name(setups.name)));
  const LoadedBook loaded = load_book(setups.name);
  const std::vector<std::size_t> entries = select_entries(loaded, query.selection);
  if (query.format == "csv") return book_csv(loaded, entries);
  if (query.format == "json") return book_json_lines(loaded, entries);
  return take(published_format(*loaded.game, query.format).write(book_of_entries(loaded.book, entries)),
              loaded.name, "`tabiya verify` says what else is wrong");
}

int run_export(const ExportQuery& query, const OptionKinds& kinds) {
  check_output(query.output);
  const AnyBook book = open_book(query.book, format_of_moves(query) != nullptr);
  check_options(kinds, book, "--to " + query.format);
  write_output(query.output, std::visit([&](const auto& of) { return exported(of, query); }, book));
  return kSuccess;
}

}  // namespace

CommandRun book_export(CommandLine& app) {
  const auto query = std::make_shared<ExportQuery>();
  std::vector<std::string> formats = book_formats();
  for (const MoveFormat& format : kMoveFormats) formats.emplace_back(format.name);
  add_book_option(app, query->book);
  app.add_option(
         "--to", query->format,
         fmt::format(
             "Output format. {} holds setups and order only; json has one object per line; "
             "{} is of books of moves; pgn, polyglot, tbk and tbi (searched on disk) are of those with values",
             book_formats().front(), kEpd))
      .required()
      .type_name("FORMAT")
      .one_of(formats);
  const CommandLine of_setups = app.only_for({kBookOfSetups});
  add_from_option(app.only_for({"--to epd"}), query->from);
  app.only_for({"--to tbk"})
      .add_option("--max-bytes", query->max_bytes,
                  "With --to tbk: leave out the positions that come up least often")
      .rare()
      .whole_number(1, kMaxBookFile)
      .default_text("");
  add_selection_options(of_setups, query->selection, of_setups);
  add_output_options(app, query->output);
  app.footer(
      "`tabiya book import` reads all of these formats but polyglot, tbk and tbi.\n"
      "Example: tabiya book export book.tbk --to csv --out book.csv");
  return [query, kinds = app.kinds()] { return run_export(*query, *kinds); };
}

}  // namespace tabiya::tools
