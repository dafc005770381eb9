#include "tools/books/book_moves.h"

#include <mutex>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {

class BookMoves::Source {
 public:
  virtual ~Source() = default;
  virtual bool is_in_file() const { return true; }
  virtual const IndexedBook* indexed() const { return nullptr; }
  virtual std::size_t size() const = 0;
  virtual std::vector<BookMove> find(const BookWalk& walk) const = 0;
  virtual std::optional<KnownPosition> known(const BookWalk&) const { return std::nullopt; }
  virtual const MoveBook& all() const = 0;
};

namespace {

constexpr Score kAllMoves = 2 * kInfiniteScore;

// Errors of the system name the file themselves.
template <class T>
T take_from(Result<T> result, const std::string& path, const char* advice) {
  if (!result && result.error().code == ErrorCode::kIo) fail(result.error());
  return take(std::move(result), input_name(path), advice);
}

class InMemory final : public BookMoves::Source {
 public:
  InMemory(MoveBook book, std::shared_ptr<const LineBook> lines)
      : book_(std::move(book)), lines_(std::move(lines)) {}

  bool is_in_file() const override { return false; }
  std::size_t size() const override { return book_.moves.size(); }
  std::vector<BookMove> find(const BookWalk& walk) const override {
    const std::span<const BookMove> moves = book_.find(walk.key());
    return {moves.begin(), moves.end()};
  }
  std::optional<KnownPosition> known(const BookWalk& walk) const override {
    return lines_ == nullptr ? std::nullopt : known_position(*lines_, walk.key());
  }
  const MoveBook& all() const override { return book_; }

 private:
  MoveBook book_;
  std::shared_ptr<const LineBook> lines_;
};

class InPolyglotFile final : public BookMoves::Source {
 public:
  InPolyglotFile(std::string path, PolyglotFile file) : path_(std::move(path)), file_(std::move(file)) {}

  std::size_t size() const override { return file_.entries(); }
  std::vector<BookMove> find(const BookWalk& walk) const override {
    return take_from(file_.find(walk.key()), path_, kMendIt);
  }
  const MoveBook& all() const override {
    std::call_once(is_read_, [this] {
      const std::string bytes = read_input(path_, kMaxMoveBook);
      book_ = take(read_polyglot(std::as_bytes(std::span(bytes))), input_name(path_), kMendIt);
    });
    return book_;
  }

 private:
  const std::string path_;
  const PolyglotFile file_;
  mutable std::once_flag is_read_;
  mutable MoveBook book_;  // once it has been read
};

class InIndexedFile final : public BookMoves::Source {
 public:
  InIndexedFile(std::string path, IndexedBook file) : path_(std::move(path)), file_(std::move(file)) {}

  const IndexedBook* indexed() const override { return &file_; }
  std::size_t size() const override { return file_.size(); }
  std::vector<BookMove> find(const BookWalk& walk) const override {
    const std::optional<KnownPosition> known = this->known(walk);
    if (!known) return {};
    MoveBook book{weighted_moves(walk.key(), known->choices, kAllMoves)};
    sort_moves(book);
    return std::move(book.moves);
  }
  std::optional<KnownPosition> known(const BookWalk& walk) const override {
    return take_from(file_.find(walk), path_, kIndexAgain);
  }
  const MoveBook& all() const override {
    throw Failure(
        fmt::format("{}: an indexed book finds moves by positions alone; take the .tbk that it was made of",
                    input_name(path_)));
  }

 private:
  const std::string path_;
  const IndexedBook file_;
};

}  // namespace

BookMoves::BookMoves(MoveBook book, std::shared_ptr<const LineBook> lines)
    : source_(std::make_shared<InMemory>(std::move(book), std::move(lines))) {}
BookMoves::BookMoves(const std::string& path, PolyglotFile file)
    : source_(std::make_shared<InPolyglotFile>(path, std::move(file))) {}
BookMoves::BookMoves(const std::string& path, IndexedBook file)
    : source_(std::make_shared<InIndexedFile>(path, std::move(file))) {}

bool BookMoves::is_in_file() const { return source_->is_in_file(); }
const IndexedBook* BookMoves::indexed() const { return source_->indexed(); }
std::size_t BookMoves::size() const { return source_->size(); }
std::vector<BookMove> BookMoves::find(const BookWalk& walk) const { return source_->find(walk); }
std::optional<KnownPosition> BookMoves::known(const BookWalk& walk) const { return source_->known(walk); }
const MoveBook& BookMoves::all() const { return source_->all(); }

}  // namespace tabiya::tools
