// Books of setups and of moves, as tabiya.h declares them.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "codec/container.h"
#include "core/book/book_file.h"
#include "core/book/book_walk.h"
#include "core/book/indexed_book.h"
#include "core/book/polyglot_file.h"
#include "core/book/valued_book_file.h"
#include "core/c/handles.h"
#include "core/games/asset.h"
#include "core/games/games.h"
#include "core/games/variants/module.h"
#include "core/games/variants/reader.h"

struct tabiya_book {
  tabiya_book(tabiya::c::GameHandle of, tabiya::Book setups) : game(std::move(of)), book(std::move(setups)) {
    if (const tabiya::SetupPhase* phase = game->setup_phase())
      index.emplace(book, phase->reds(), phase->blues());
  }

  const tabiya::c::GameHandle game;
  const tabiya::Book book;                 // of setups; it may be empty
  std::optional<tabiya::BookIndex> index;  // of `book`; none in a game without setups
  // One of these at most, and null where the book knows no moves.
  std::unique_ptr<const tabiya::ValuedBook> lines;
  std::unique_ptr<const tabiya::MoveBook> moves;
  std::unique_ptr<const tabiya::IndexedBook> indexed;
};

namespace tabiya::c {
namespace {

using Bytes = std::span<const std::byte>;
using MadeBook = Result<std::unique_ptr<tabiya_book>>;

GameHandle built_in(const GameModule* game) { return {GameHandle(), game}; }

// The game of a book's file: by its rules, if it has them, else by its name.
Result<GameHandle> game_of(const std::string& name, const std::string& rules) {
  if (rules.empty()) {
    const GameModule* game = find_game(name);
    if (game != nullptr) return built_in(game);
    return unsupported("a book of the game \"" + name + "\", which is unknown here");
  }
  const auto names = variants::names_of(rules);
  if (!names) return names.error();
  if (names->empty()) return corrupt("the book has rules of no game");
  auto game = variants::make_module(rules, names->back(), name);
  if (!game) return game.error();
  return GameHandle(*std::move(game));
}

Result<std::unique_ptr<const ValuedBook>> lines_of(const GameModule& game, Bytes file) {
  Result<std::vector<std::byte>> section = std::vector<std::byte>();
  if (may_have_lines(file)) section = valued_book_in(file);
  if (!section) return section.error();
  const std::unique_ptr<BookWalk> walk = game.make_book_walk();
  if (section->empty() || walk == nullptr) return std::unique_ptr<const ValuedBook>();
  Result<ValuedBook> lines = decode_valued_book(*section, *walk);
  if (!lines) return lines.error();
  return std::make_unique<const ValuedBook>(*std::move(lines));
}

MadeBook book_in_file(Bytes file) {
  Result<Book> book = decode_book(file, LinesOfPlay::kSkip);
  if (!book) return book.error();
  Result<GameHandle> game = game_of(book->meta.game, book->rules);
  if (!game) return game.error();
  auto lines = lines_of(**game, file);
  if (!lines) return lines.error();
  if ((*game)->setup_phase() == nullptr && (*lines == nullptr || !book->entries.empty()))
    return unsupported("a book of the game \"" + book->meta.game + "\", which has no setups");
  auto made = std::make_unique<tabiya_book>(*std::move(game), *std::move(book));
  made->lines = *std::move(lines);
  return made;
}

// Null for bytes that are no book in PolyGlot's format.
MadeBook book_of_polyglot(Bytes file) {
  constexpr std::size_t kSurely = 16;  // entries in order are no accident
  const auto game =
      std::ranges::find_if(games(), [](const GameModule* each) { return each->facts().has_polyglot_books; });
  if (game == games().end() || !looks_like_polyglot(file)) return std::unique_ptr<tabiya_book>();
  Result<MoveBook> moves = read_polyglot(file);
  if (!moves) return moves.error();
  const std::unique_ptr<BookWalk> start = (*game)->make_book_walk();
  const auto is_legal = [&](const BookMove& move) { return start->legal(move.move).has_value(); };
  if (moves->positions() < kSurely && std::ranges::none_of(moves->find(start->key()), is_legal))
    return std::unique_ptr<tabiya_book>();
  Book none;
  none.meta.game = (*game)->name();
  auto made = std::make_unique<tabiya_book>(built_in(*game), std::move(none));
  made->moves = std::make_unique<const MoveBook>(*std::move(moves));
  return made;
}

MadeBook indexed_book(std::uint64_t size, IndexedBook::Read read) {
  Result<IndexedBook> indexed = IndexedBook::make(size, std::move(read));
  if (!indexed) return indexed.error();
  const IndexedHead& head = indexed->head();
  Result<GameHandle> game = game_of(head.game, head.rules_text);
  if (!game) return game.error();
  if ((*game)->make_book_walk() == nullptr || (*game)->rules_version() != head.meta.rules)
    return unsupported("an indexed book of other rules of \"" + head.game + "\" than this library has");
  Book none;
  none.meta.game = head.game;
  auto made = std::make_unique<tabiya_book>(*std::move(game), std::move(none));
  made->indexed = std::make_unique<const IndexedBook>(*std::move(indexed));
  return made;
}

// Its bytes are kept.
MadeBook indexed_book(Bytes bytes) {
  const auto kept = std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end());
  return indexed_book(bytes.size(), [kept](std::uint64_t offset, std::span<std::byte> to) -> Status {
    if (offset > kept->size() || to.size() > kept->size() - offset) return corrupt("the book ends early");
    std::copy_n(kept->begin() + static_cast<std::ptrdiff_t>(offset), to.size(), to.begin());
    return ok_status();
  });
}

MadeBook read_book(Bytes bytes) {
  if (const auto magic = std::as_bytes(std::span(kIndexedMagic));
      bytes.size() >= magic.size() && std::ranges::equal(magic, bytes.first(magic.size())))
    return indexed_book(bytes);
  if (codec::looks_like_container(bytes)) return book_in_file(bytes);
  MadeBook polyglot = book_of_polyglot(bytes);
  if (!polyglot || *polyglot != nullptr) return polyglot;
  Result<Asset> asset = open_asset(bytes, LinesOfPlay::kSkip);
  if (!asset) return asset.error();
  if (const std::string* file = std::get_if<std::string>(&*asset))
    return book_in_file(std::as_bytes(std::span(*file)));
  Book* book = std::get_if<Book>(&*asset);
  if (book == nullptr) return unsupported("this is not a book");
  const GameModule* game = find_game(book->meta.game);  // which open_asset() knows
  return std::make_unique<tabiya_book>(built_in(game), std::move(*book));
}

// An entry of setups, mirrored if a mirror image of it was asked for.
void tell(const tabiya_book& book, std::size_t index, SetupId red, SetupId reply, tabiya_entry& to) {
  const SetupPhase& setups = *book.game->setup_phase();
  const BookEntry& entry = book.book.entries[index];
  copy_text(setups.reds().name(red), to.setup);
  copy_text(setups.blues().name(reply), to.reply);
  copy_text(setups.wire(/*side=*/1, reply), to.reply_wire);
  to.index = index;
  to.nodes = entry.nodes;
  to.has_value = entry.red_value.has_value() ? 1 : 0;
  to.value = entry.red_value.value_or(0);
  to.has_error = entry.standard_error.has_value() ? 1 : 0;
  to.error = static_cast<std::int32_t>(std::min<std::uint32_t>(entry.standard_error.value_or(0), INT32_MAX));
  to.depth = entry.depth;
}

tabiya_book_move told(const BookWalk& walk, MoveCode move) {
  tabiya_book_move to{};
  copy_text(walk.move_text(move).wire, to.move);
  return to;
}

using FoundMoves = std::optional<std::vector<tabiya_book_move>>;

FoundMoves moves_of(const KnownPosition& known, const BookWalk& walk) {
  std::vector<tabiya_book_move> found;
  for (const BookChoice& choice : known.choices) {
    tabiya_book_move& move = found.emplace_back(told(walk, choice.move));
    move.has_value = 1;
    move.value = choice.value.value;
    move.error = choice.value.error;
    move.leads_on = choice.to ? 1 : 0;
  }
  return found;
}

// The moves of the walk's position; nothing if the book does not know it.
Result<FoundMoves> moves_at(const tabiya_book& book, const BookWalk& walk) {
  if (book.moves == nullptr) {
    Result<std::optional<KnownPosition>> known = std::optional<KnownPosition>();
    known = book.indexed != nullptr ? book.indexed->find(walk) : known_position(*book.lines, walk.key());
    if (!known) return known.error();
    return *known ? moves_of(**known, walk) : FoundMoves();
  }
  std::vector<tabiya_book_move> found;
  for (const BookMove& each : book.moves->find(walk.key())) {
    const std::optional<MoveCode> legal = walk.legal(each.move);
    if (legal) found.emplace_back(told(walk, *legal)).weight = each.weight;
  }
  return found.empty() ? FoundMoves() : FoundMoves(found);
}

// Errors: also kUnsupported for a position that books of moves cannot know.
Result<std::unique_ptr<BookWalk>> walk_to(const tabiya_book& book, const char* position, const char* moves) {
  if (book.lines == nullptr && book.moves == nullptr && book.indexed == nullptr)
    return unsupported("this book knows no moves");
  const auto line = read_line(*book.game, position, moves);
  if (!line) return line.error();
  std::unique_ptr<BookWalk> walk = line->back()->book_walk();  // read_line() refuses the setup phase
  const Status known = book.moves != nullptr ? walk->in_polyglot() : ok_status();
  if (!known) return known.error();
  return walk;
}

// This is guarded() for a `work` that returns whether the book knows what was asked for.
template <class Work>
tabiya_status looked_up(const char* what, tabiya_error* error, Work work) {
  bool is_known = true;
  const tabiya_status status = guarded(error, [&]() -> Status {
    const Result<bool> found = work();
    if (!found) return found.error();
    is_known = *found;
    return ok_status();
  });
  return is_known ? status
                  : report(TABIYA_NOT_FOUND, std::string("the book does not know this ") + what, error);
}

}  // namespace
}  // namespace tabiya::c

using namespace tabiya;
using namespace tabiya::c;

tabiya_status tabiya_book_open(const void* bytes, size_t size, tabiya_book** book, tabiya_error* error) {
  return guarded(error, [&]() -> Status {
    if (book == nullptr) return null_pointer("book");
    *book = nullptr;
    MadeBook made = read_book({static_cast<const std::byte*>(bytes), bytes == nullptr ? 0 : size});
    if (!made) return made.error();
    return give(*std::move(made), book);
  });
}

tabiya_status tabiya_book_open_at(uint64_t size, tabiya_read read, void* data, tabiya_book** book,
                                  tabiya_error* error) {
  return guarded(error, [&]() -> Status {
    if (book == nullptr) return null_pointer("book");
    *book = nullptr;
    if (read == nullptr) return null_pointer("read");
    MadeBook made = indexed_book(size, [=](std::uint64_t offset, std::span<std::byte> to) -> Status {
      if (read(data, offset, to.data(), to.size()) != 0) return ok_status();
      return corrupt("the file cannot be read at byte " + std::to_string(offset));
    });
    if (!made) return made.error();
    return give(*std::move(made), book);
  });
}

tabiya_status tabiya_book_close(tabiya_book* book) { return close(book); }

const char* tabiya_book_game(const tabiya_book* book) {
  return is_open(book) ? book->book.meta.game.c_str() : nullptr;
}

size_t tabiya_book_size(const tabiya_book* book) { return is_open(book) ? book->book.entries.size() : 0; }

size_t tabiya_book_positions(const tabiya_book* book) {
  if (!is_open(book)) return 0;
  if (book->moves != nullptr) return book->moves->positions();
  if (book->indexed != nullptr) return static_cast<size_t>(book->indexed->size());
  return book->lines != nullptr ? book->lines->size() : 0;
}

const char* tabiya_book_root(const tabiya_book* book, size_t index) {
  if (is_open(book) && book->indexed != nullptr) {
    const auto& roots = book->indexed->head().roots;
    return index < roots.size() ? roots[index].c_str() : nullptr;
  }
  if (!is_open(book) || book->lines == nullptr || index >= book->lines->roots().size()) return nullptr;
  return book->lines->roots()[index].position.c_str();
}

tabiya_status tabiya_book_entry(const tabiya_book* book, size_t index, tabiya_entry* entry,
                                tabiya_error* error) {
  return looked_up("entry", error, [&]() -> Result<bool> {
    if (!is_open(book)) return not_open("book");
    if (entry == nullptr) return null_pointer("entry");
    if (index >= book->book.entries.size()) return false;
    const BookEntry& found = book->book.entries[index];
    const SetupPhase& setups = *book->game->setup_phase();
    if (found.red >= setups.reds().count() || found.reply >= setups.blues().count())
      return corrupt("the entry has numbers that are no setups");
    tell(*book, index, found.red, found.reply, *entry);
    return true;
  });
}

tabiya_status tabiya_book_find(const tabiya_book* book, const char* setup, tabiya_entry* entry,
                               tabiya_error* error) {
  return looked_up("setup", error, [&]() -> Result<bool> {
    if (!is_open(book)) return not_open("book");
    if (setup == nullptr) return null_pointer("setup");
    if (entry == nullptr) return null_pointer("entry");
    if (!book->index) return unsupported("this book has no setups");
    const Result<SetupId> red = book->game->setup_phase()->parse_written(/*side=*/0, setup);
    if (!red) return red.error();
    const std::optional<BookAnswer> found = book->index->find(*red);
    if (found) tell(*book, found->entry, *red, found->reply, *entry);
    return found.has_value();
  });
}

tabiya_status tabiya_book_probe(const tabiya_book* book, const char* setup, tabiya_answer* answer,
                                tabiya_error* error) {
  if (answer == nullptr) return report(null_pointer("answer"), error);
  tabiya_entry entry;
  const tabiya_status status = tabiya_book_find(book, setup, &entry, error);
  if (status != TABIYA_OK) return status;
  copy_text(entry.reply, answer->reply);
  copy_text(entry.reply_wire, answer->reply_wire);
  answer->has_value = entry.has_value;
  answer->value = entry.value;
  answer->depth = entry.depth;
  return TABIYA_OK;
}

tabiya_status tabiya_book_moves(const tabiya_book* book, const char* position, const char* moves,
                                tabiya_book_move* found, size_t capacity, size_t* count,
                                tabiya_error* error) {
  return looked_up("position", error, [&]() -> Result<bool> {
    if (!is_open(book)) return not_open("book");
    if (count == nullptr) return null_pointer("count");
    if (found == nullptr && capacity > 0) return null_pointer("moves that are found");
    const auto walk = walk_to(*book, position, moves);
    if (!walk) return walk.error();
    const auto known = moves_at(*book, **walk);
    if (!known) return known.error();
    *count = *known ? (*known)->size() : 0;
    if (*known) std::copy_n((*known)->begin(), std::min(capacity, (*known)->size()), found);
    return known->has_value();
  });
}

tabiya_status tabiya_engine_new_for_book(const tabiya_book* book, const tabiya_network* network,
                                         size_t table_bytes, tabiya_engine** engine, tabiya_error* error) {
  return guarded(error, [&]() -> Status {
    if (engine == nullptr) return null_pointer("engine");
    *engine = nullptr;
    if (!is_open(book)) return not_open("book");
    return give_engine(book->game, network, table_bytes, engine);
  });
}
