#include "tools/books/move_book_input.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "booksearch/books/move_book_epd.h"
#include "booksearch/work/input_file.h"
#include "booksearch/work/own_files.h"
#include "codec/text.h"
#include "core/book/book_file.h"
#include "core/book/indexed_book.h"
#include "core/book/polyglot_file.h"
#include "core/book/valued_book_file.h"
#include "core/game/written_move.h"
#include "core/games/games.h"
#include "tools/assets/book_input.h"
#include "tools/assets/packing.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {
namespace {

constexpr const char* kSuffix = ".bin";
constexpr std::uint64_t kReadAtOnce = 4 << 20;  // bytes; larger files are searched where they stand

}  // namespace

const GameModule& game_of_move_books() {
  const auto game =
      std::ranges::find_if(games(), [](const GameModule* each) { return each->facts().has_polyglot_books; });
  if (game == games().end()) throw Failure("no game of this program has books of moves");
  return **game;
}

namespace {

std::span<const std::byte> content_of(const std::string& file) { return std::as_bytes(std::span(file)); }

bool may_be_entries(const std::string& path) {
  std::error_code error;
  if (path == "-" || !std::filesystem::is_regular_file(path, error)) return false;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  return !error && size > 0 && size % kPolyglotEntry == 0 && own_format(beginning_of(path)) == nullptr;
}

std::unique_ptr<BookWalk> walk_of(const GameModule& game, const std::string& name) {
  std::unique_ptr<BookWalk> walk = game.make_book_walk();
  if (walk == nullptr) throw Failure(fmt::format("{}: {} has no books of moves", name, game.title()));
  return walk;
}

// The book of all moves of the lines, each with a weight.
LoadedMoveBook moves_of(LoadedValues loaded, bool has_setups) {
  constexpr Score kAll = 2 * kInfiniteScore;
  MoveBook moves = move_book_of(loaded.lines, kAll);
  const auto lines = std::make_shared<const ValuedBook>(std::move(loaded.lines));
  return {std::move(loaded.name), loaded.game, BookMoves(std::move(moves), lines), lines, has_setups};
}

struct BookWithLines {
  std::string file;
  Book book;

  LoadedMoveBook moves(const std::string& path) const {
    return moves_of(lines_in(content_of(file), book, input_name(path)), !book.entries.empty());
  }
};

// The result is empty for a file that is no book with lines.
std::optional<BookWithLines> book_with_lines(const std::string& name) {
  std::optional<std::string> file = file_with_lines(name);
  if (!file) return std::nullopt;
  Book book =
      take(decode_book(content_of(*file), LinesOfPlay::kSkip), input_name(name), "take another copy of it");
  if (!book.rules.empty()) learn_rules(book.meta.game, book.rules, input_name(name));
  return BookWithLines{*std::move(file), std::move(book)};
}

// True if a file of none of our formats may be a packed book.
bool may_be_packed(const std::string& path) {
  std::error_code error;
  if (path == "-" || path.ends_with(kSuffix) || !std::filesystem::is_regular_file(path, error)) return false;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  return !error && size <= kMaxBookFile;
}

}  // namespace

LoadedValues lines_in(std::span<const std::byte> file, const Book& book, const std::string& name) {
  const std::vector<std::byte> section = take(valued_book_in(file), name);
  if (section.empty()) throw Failure(name + ": holds no book of moves; `tabiya lines` makes one");
  const GameModule& game = game_named(book.meta.game, name);
  return {name, &game,
          take(decode_valued_book(section, *walk_of(game, name)), name,
               "take another copy, or grow it again with `tabiya lines`")};
}

std::vector<std::byte> valued_book_file(const ValuedBook& lines, const GameModule& game) {
  Book book;
  book.meta.game = game.name();
  book.meta.maker = "tabiya " TABIYA_VERSION;
  book.rules = kept_rules(game.name());
  return encode_book_with(book, take(encode_valued_book(lines, *walk_of(game, "lines")), "lines"));
}

std::vector<std::byte> indexed_book_file(const ValuedBook& lines, const GameModule& game) {
  return take(index_lines(lines, *walk_of(game, "lines"), game.name(), kept_rules(game.name())), "lines");
}

std::vector<std::byte> valued_book_file_for(const std::string& path, const ValuedBook& lines,
                                            const GameModule& game) {
  return path.ends_with(kIndexedSuffix) ? indexed_book_file(lines, game) : valued_book_file(lines, game);
}

std::optional<std::string> file_with_lines(const std::string& name) {
  const std::string path = book_path(name), beginning = beginning_of(path);
  if (may_have_lines(content_of(beginning))) return read_input(path, kMaxBookFile);
  if (own_format(beginning) != nullptr || !may_be_packed(path)) return std::nullopt;
  std::optional<std::string> file = packed_file(path, kMaxBookFile);
  return file && may_have_lines(content_of(*file)) ? std::move(file) : std::nullopt;
}

const ValuedBookMeta* LoadedMoveBook::terms() const {
  if (lines != nullptr) return &lines->meta();
  return moves.indexed() != nullptr ? &moves.indexed()->head().meta : nullptr;
}

std::vector<std::string> LoadedMoveBook::roots() const {
  if (moves.indexed() != nullptr) return moves.indexed()->head().roots;
  std::vector<std::string> roots;
  if (lines != nullptr)
    for (const BookRoot& root : lines->roots()) roots.push_back(root.position);
  return roots;
}

FollowedBook LoadedMoveBook::followed() const {
  if (lines != nullptr) return {.lines = lines.get()};
  const auto walk_to = [this](const std::string& position) {
    Result<std::unique_ptr<BookWalk>> walk = read_book_walk(*game, position);
    return walk ? *std::move(walk) : nullptr;
  };
  if (terms() != nullptr)
    return {.known = [this, walk_to](const std::string& position) {
      const std::unique_ptr<BookWalk> walk = walk_to(position);
      return walk == nullptr ? std::nullopt : known(*walk);
    }};
  return {.moves = [this, walk_to](const std::string& position) {
    const std::unique_ptr<BookWalk> walk = walk_to(position);
    return walk == nullptr ? std::vector<BookMove>() : find(*walk);
  }};
}

std::unique_ptr<BookWalk> LoadedMoveBook::from(const std::string& position, const std::string& where) const {
  if (const std::vector<std::string> roots = this->roots(); position.empty() && !roots.empty())
    return take(read_book_walk(*game, roots[0]), name);
  std::unique_ptr<BookWalk> walk = take(read_book_walk(*game, position), where);
  if (terms() == nullptr) take(walk->in_polyglot(), where);
  return walk;
}

TourStarts LoadedMoveBook::starts(const std::string& position) const {
  TourStarts starts;
  if (terms() == nullptr || !position.empty()) {
    starts.push_back(from(position));
    return starts;
  }
  for (const std::string& root : roots()) starts.push_back(from(root, name));
  return starts;
}

namespace {

std::shared_ptr<const RandomAccessFile> open_file(const std::string& path) {
  return take(RandomAccessFile::open(path));
}

IndexedBook::Read read_from(std::shared_ptr<const RandomAccessFile> file) {
  return [file = std::move(file)](std::uint64_t offset, std::span<std::byte> to) {
    return file->read(offset, to);
  };
}

LoadedMoveBook indexed_book(const std::string& path) {
  const std::string name = input_name(path);
  const auto file = open_file(path);
  IndexedBook book = take(IndexedBook::make(file->size(), read_from(file)), name, kIndexAgain);
  const IndexedHead& head = book.head();
  if (!head.rules_text.empty()) learn_rules(head.game, head.rules_text, name);
  const GameModule& game = game_named(head.game, name);
  if (game.make_book_walk() == nullptr || head.meta.rules != game.rules_version())
    throw Failure(fmt::format("{}: an indexed book of other rules of {} than this program has; {}", name,
                              game.title(), kIndexAgain));
  return {name, &game, BookMoves(path, std::move(book))};
}

// The moves in a file. Without a name that says so, the result is empty unless it holds whole entries in order, and one of
// them is a legal move at the start. Throws Failure.
std::optional<BookMoves> moves_in(const std::string& path, bool is_named) {
  const std::unique_ptr<BookWalk> start = game_of_move_books().make_book_walk();
  const auto is_legal = [&](const BookMove& move) { return start->legal(move.move).has_value(); };
  std::error_code error;
  const bool is_large =
      std::filesystem::is_regular_file(path, error) && std::filesystem::file_size(path, error) > kReadAtOnce;
  if (is_large) {
    const auto file = open_file(path);
    PolyglotFile entries = take(PolyglotFile::make(file->size(), read_from(file)), input_name(path), kMendIt);
    const auto moves = is_named ? std::vector<BookMove>() : entries.find(start->key());
    if (!is_named && (!moves || std::ranges::none_of(*moves, is_legal))) return std::nullopt;
    return BookMoves(path, std::move(entries));
  }
  const std::string file = read_input(path, kMaxMoveBook);
  if (!is_named && !looks_like_polyglot(content_of(file))) return std::nullopt;
  MoveBook book = take(read_polyglot(content_of(file)), input_name(path), kMendIt);
  if (!is_named && std::ranges::none_of(book.find(start->key()), is_legal)) return std::nullopt;
  return BookMoves(std::move(book));
}

}  // namespace

std::optional<LoadedMoveBook> load_move_book(const std::string& path, bool wants_lines) {
  if (beginning_of(path).starts_with(kIndexedMagic)) return indexed_book(path);
  if (const auto found = book_with_lines(path))
    return found->book.entries.empty() || wants_lines ? std::optional(found->moves(path)) : std::nullopt;
  const bool is_named = path.ends_with(kSuffix);
  if (is_named ? own_format(beginning_of(path)) != nullptr : !may_be_entries(path)) return std::nullopt;
  std::optional<BookMoves> moves = moves_in(path, is_named);
  if (!moves) return std::nullopt;
  return LoadedMoveBook{input_name(path), &game_of_move_books(), *std::move(moves)};
}

LoadedMoveBook require_move_book(const std::string& path) {
  if (std::optional<LoadedMoveBook> loaded = load_move_book(path)) return *std::move(loaded);
  throw Failure(fmt::format(
      "{}: not a book of moves: with weights in PolyGlot's format (.bin), or with values (.tbk, .tbi)",
      input_name(path)));
}

LoadedMoveBook require_valued_book(const std::string& path, const std::string& why) {
  if (const auto found = book_with_lines(path)) return found->moves(path);
  if (const auto found = load_move_book(path); found && found->terms() != nullptr)
    throw Failure(
        fmt::format("{}: {} needs the .tbk that this indexed book was made of", input_name(path), why));
  throw Failure(fmt::format("{}: {} needs a book of moves with values, which `tabiya lines` makes",
                            input_name(path), why));
}

InputKind kind_of(const LoadedMoveBook& book) {
  return book.terms() != nullptr ? kBookOfValues : kBookOfMoves;
}

void add_from_option(CommandLine app, std::string& position) {
  app.add_option("--from", position, "Of a book of moves: begin at this position. The usual start by default")
      .type_name("POSITION");
}

MoveBook read_epd_book(const std::string& path) {
  booksearch::EpdBookReader reader(game_of_move_books());
  for (const InputLine& line : read_lines(path)) take(reader.read(line.text), line.where);
  if (reader.is_empty())
    throw Failure(input_name(path) + ": is empty; `tabiya book export --to epd` shows what is read");
  return reader.finish();
}

}  // namespace tabiya::tools
