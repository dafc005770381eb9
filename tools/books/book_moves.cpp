#include "tools/books/book_moves.h"

#include <mutex>
#include <span>
#include <utility>

#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {

struct BookMoves::InFile {
  std::string path;
  PolyglotFile entries;
  std::once_flag is_read{};
  MoveBook book{};  // once it has been read
};

BookMoves::BookMoves(MoveBook book) : book_(std::make_shared<const MoveBook>(std::move(book))) {}

BookMoves::BookMoves(const std::string& path, PolyglotFile file) : file_(new InFile{path, std::move(file)}) {}

std::size_t BookMoves::size() const { return file_ ? file_->entries.entries() : book_->moves.size(); }

std::vector<BookMove> BookMoves::find(PositionKey key) const {
  if (file_) {
    auto moves = file_->entries.find(key);
    if (!moves && moves.error().code == ErrorCode::kIo) fail(moves.error());  // which names the file
    return take(std::move(moves), input_name(file_->path), kMendIt);
  }
  const std::span<const BookMove> moves = book_->find(key);
  return {moves.begin(), moves.end()};
}

const MoveBook& BookMoves::all() const {
  if (!file_) return *book_;
  std::call_once(file_->is_read, [this] {
    const std::string bytes = read_input(file_->path, kMaxMoveBook);
    file_->book = take(read_polyglot(std::as_bytes(std::span(bytes))), input_name(file_->path), kMendIt);
  });
  return file_->book;
}

}  // namespace tabiya::tools
