// BookWalk: how books of moves know a game. A position on which moves are played in place, with the key and the codes of
// moves by which books know them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"
#include "core/board/move_text.h"
#include "core/book/move_book.h"

namespace tabiya {

class BookWalk {
 public:
  virtual ~BookWalk() = default;
  virtual std::unique_ptr<BookWalk> clone() const = 0;

  // Goes to another position. Errors: as GameModule::parse_position(), and kUnsupported for one that books have no key
  // of; the walk is then where it was.
  virtual Status go_to(std::string_view position) = 0;

  virtual PositionKey key() const = 0;
  // Ok if books in PolyGlot's format know the position by this key. Errors: kUnsupported, which say why not.
  virtual Status in_polyglot() const { return unsupported("the game has no books in PolyGlot's format"); }
  virtual int side_to_move() const = 0;
  virtual std::string text() const = 0;  // which GameModule::parse_position() reads
  // The first one, by their texts, of the images of the position under symmetries of the rules, which have its codes of moves.
  // Null where that is the position itself, as it is in games without symmetries.
  virtual std::unique_ptr<BookWalk> first_image() const { return nullptr; }

  // All legal moves, whatever the rules of draws say, in the order of the game's generator.
  virtual std::vector<MoveCode> moves() const = 0;
  // The legal move that a book means by a code. Nothing if there is none.
  virtual std::optional<MoveCode> legal(MoveCode code) const = 0;
  // A legal move in either notation. Errors: kInvalid, which say why.
  virtual Result<MoveCode> read(std::string_view move) const = 0;

  // The text of a legal move.
  virtual MoveText move_text(MoveCode move) const = 0;
  virtual void play(MoveCode move) = 0;
};

}  // namespace tabiya
