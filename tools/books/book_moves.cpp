#include "tools/books/book_moves.h"

#include <mutex>
#include <span>
#include <utility>
#include <variant>

#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {

struct BookMoves::Source {
  struct InMemory {
    MoveBook book;
    std::shared_ptr<const ValuedBook> lines;
  };
  struct InPolyglotFile {
    explicit InPolyglotFile(PolyglotFile opened) : file(std::move(opened)) {}
    PolyglotFile file;
    mutable std::once_flag is_read{};
    mutable MoveBook book{};  // once it has been read
  };

  std::string path;  // of a file
  std::variant<InMemory, InPolyglotFile, IndexedBook> moves;
};

namespace {

using InMemory = BookMoves::Source::InMemory;
using InPolyglotFile = BookMoves::Source::InPolyglotFile;

// Errors of the system name the file themselves.
template <class T>
T take_from(Result<T> result, const std::string& path, const char* advice) {
  if (!result && result.error().code == ErrorCode::kIo) fail(result.error());
  return take(std::move(result), input_name(path), advice);
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

std::vector<BookMove> BookMoves::find(const BookWalk& walk) const {
  if (const auto* memory = std::get_if<InMemory>(&source_->moves)) {
    const std::span<const BookMove> moves = memory->book.find(walk.key());
    return {moves.begin(), moves.end()};
  }
  if (indexed() == nullptr)
    return take_from(std::get<InPolyglotFile>(source_->moves).file.find(walk.key()), source_->path, kMendIt);
  constexpr Score kAllMoves = 2 * kInfiniteScore;
  const std::optional<KnownPosition> known = this->known(walk);
  if (!known) return {};
  MoveBook book{weighted_moves(walk.key(), known->choices, kAllMoves)};
  sort_moves(book);
  return std::move(book.moves);
}

std::optional<KnownPosition> BookMoves::known(const BookWalk& walk) const {
  if (indexed() != nullptr) return take_from(indexed()->find(walk), source_->path, kIndexAgain);
  const auto* memory = std::get_if<InMemory>(&source_->moves);
  if (memory == nullptr || memory->lines == nullptr) return std::nullopt;
  return known_position(*memory->lines, walk.key());
}

const MoveBook& BookMoves::all() const {
  if (const auto* memory = std::get_if<InMemory>(&source_->moves)) return memory->book;
  const std::string name = input_name(source_->path);
  if (indexed() != nullptr)
    throw Failure(name +
                  ": an indexed book finds moves by positions alone; take the .tbk that it was made of");
  const auto& polyglot = std::get<InPolyglotFile>(source_->moves);
  std::call_once(polyglot.is_read, [&] {
    const std::string bytes = read_input(source_->path, kMaxMoveBook);
    polyglot.book = take(read_polyglot(std::as_bytes(std::span(bytes))), name, kMendIt);
  });
  return polyglot.book;
}

}  // namespace tabiya::tools
