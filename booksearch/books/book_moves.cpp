#include "booksearch/books/book_moves.h"

#include <mutex>
#include <span>
#include <utility>
#include <variant>

#include "booksearch/work/input_file.h"
#include "codec/text.h"

namespace tabiya::booksearch {

struct BookMoves::Source {
  struct InMemory {
    MoveBook book;
    std::shared_ptr<const ValuedBook> lines;
  };
  struct InPolyglotFile {
    explicit InPolyglotFile(PolyglotFile opened) : file(std::move(opened)) {}
    PolyglotFile file;
    mutable std::once_flag is_read{};
    mutable Result<MoveBook> book{MoveBook{}};  // once it has been read
  };

  std::string path;  // of a file
  std::variant<InMemory, InPolyglotFile, IndexedBook> moves;
};

namespace {

using InMemory = BookMoves::Source::InMemory;
using InPolyglotFile = BookMoves::Source::InPolyglotFile;

// Errors of the system name the file themselves.
Error in_file(const std::string& path, const Error& error, const char* remedy) {
  if (error.code == ErrorCode::kIo) return error;
  const std::string place = error.offset ? concat(", byte ", *error.offset) : "";
  return {error.code, concat(path, place, ": ", error.message, "; ", remedy), {}};
}

Result<MoveBook> read_whole(const std::string& path) {
  const Result<std::string> bytes = read_file(path, kMaxMoveBook);
  if (!bytes) return bytes.error();
  Result<MoveBook> book = read_polyglot(std::as_bytes(std::span(*bytes)));
  if (!book) return in_file(path, book.error(), kMendIt);
  return book;
}

}  // namespace

BookMoves::BookMoves(MoveBook book, std::shared_ptr<const ValuedBook> lines)
    : source_(new Source{{}, InMemory{std::move(book), std::move(lines)}}) {}
BookMoves::BookMoves(const std::string& path, PolyglotFile file)
    : source_(
          new Source{path, decltype(Source::moves)(std::in_place_type<InPolyglotFile>, std::move(file))}) {}
BookMoves::BookMoves(const std::string& path, IndexedBook file)
    : source_(new Source{path, std::move(file)}) {}

bool BookMoves::is_in_file() const { return !std::holds_alternative<InMemory>(source_->moves); }
const IndexedBook* BookMoves::indexed() const { return std::get_if<IndexedBook>(&source_->moves); }

std::size_t BookMoves::size() const {
  if (const auto* memory = std::get_if<InMemory>(&source_->moves)) return memory->book.moves.size();
  return indexed() != nullptr ? indexed()->size() : std::get<InPolyglotFile>(source_->moves).file.entries();
}

Result<std::vector<BookMove>> BookMoves::find(const BookWalk& walk) const {
  if (const auto* memory = std::get_if<InMemory>(&source_->moves)) {
    const std::span<const BookMove> moves = memory->book.find(walk.key());
    return std::vector<BookMove>(moves.begin(), moves.end());
  }
  if (indexed() == nullptr) {
    auto moves = std::get<InPolyglotFile>(source_->moves).file.find(walk.key());
    if (!moves) return in_file(source_->path, moves.error(), kMendIt);
    return moves;
  }
  constexpr Score kAllMoves = 2 * kInfiniteScore;
  const Result<std::optional<KnownPosition>> known = this->known(walk);
  if (!known) return known.error();
  if (!*known) return std::vector<BookMove>();
  MoveBook book{weighted_moves(walk.key(), (*known)->choices, kAllMoves)};
  sort_moves(book);
  return std::move(book.moves);
}

Result<std::optional<KnownPosition>> BookMoves::known(const BookWalk& walk) const {
  if (indexed() != nullptr) {
    Result<std::optional<KnownPosition>> known = indexed()->find(walk);
    if (!known) return in_file(source_->path, known.error(), kIndexAgain);
    return known;
  }
  const auto* memory = std::get_if<InMemory>(&source_->moves);
  if (memory == nullptr || memory->lines == nullptr) return std::optional<KnownPosition>();
  return known_position(*memory->lines, walk.key());
}

Result<const MoveBook*> BookMoves::all() const {
  if (const auto* memory = std::get_if<InMemory>(&source_->moves)) return &memory->book;
  if (indexed() != nullptr)
    return unsupported(source_->path +
                       ": an indexed book finds moves by positions alone; take the .tbk that it was made of");
  const auto& polyglot = std::get<InPolyglotFile>(source_->moves);
  std::call_once(polyglot.is_read, [&] { polyglot.book = read_whole(source_->path); });
  if (!polyglot.book) return polyglot.book.error();
  return &*polyglot.book;
}

}  // namespace tabiya::booksearch
