// SetupPhase: the setup phase of a game that has one. A side is 0 (Red, who places first) or 1 (Blue).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/result.h"
#include "core/book/book.h"
#include "core/book/book_setups.h"
#include "core/eval/evaluation_choice.h"
#include "core/game/board_picture.h"
#include "core/game/game_position.h"
#include "core/random.h"
#include "core/search/parameters.h"
#include "core/setup/pair_engine.h"
#include "core/setup/pair_oracle.h"
#include "core/setup/setup_chooser.h"
#include "core/setup/setup_space.h"

namespace tabiya {

// A format in which others publish books of a game.
struct BookFormat {
  std::string_view name;                           // as options have it
  std::string_view what;                           // such a file is: "one string of text and nothing else"
  Result<Book> (*read)(std::string_view text);     // errors: kCorrupt, with the offset
  Result<std::string> (*write)(const Book& book);  // errors: kInvalid for what the format cannot hold
};

// A setup that a person has written, understood.
struct WrittenSetup {
  SetupId id = 0;
  std::string remark{};  // how it was read, where it could be read in several ways; else empty
};

// A round of a tournament, in which what a player has chosen before limits what it may choose.
struct RoundRules {
  std::uint64_t games = 0;
  std::uint64_t win = 0, draw = 0;  // points
  // The fault of a pair that a player chooses after others of the same round, "the same gaps as before";
  // empty if it has none.
  std::string (*fault)(const SetupPair& pair, std::span<const SetupPair> before) = nullptr;
};

// The source of a player's setups.
struct SetupSource {
  std::vector<const Book*> books{};  // the preferred one first; they outlive the player
  OpeningOptions opening{};
  std::function<void(std::string_view)> log{};  // is told of each decision, a line of text
};

// The setups of both sides, how to write and draw them. A side is 0 (Red, who places first) or 1 (Blue).
class SetupNotation {
 public:
  virtual ~SetupNotation() = default;

  virtual const SetupSpace& reds() const = 0;
  virtual const SetupSpace& blues() const = 0;
  const SetupSpace& setups(int side) const { return side == 0 ? reds() : blues(); }
  // True if both sides place the same setups, so that each of Red's is one of Blue's.
  bool sides_are_alike() const { return &reds() == &blues(); }

  virtual std::string wire(int side, SetupId id) const = 0;
  virtual std::string readable(int side, SetupId id) const { return wire(side, id); }  // for people
  // A setup as people write it: its name, or another notation that cannot be mistaken for a name. Errors:
  // kInvalid with the offset.
  virtual Result<SetupId> parse_written(int side, std::string_view text) const {
    return setups(side).parse(text);
  }
  // A setup as people type it, in any case and with anything between its letters. The error says what is
  // wrong and what is expected.
  virtual Result<WrittenSetup> read(int side, std::string_view text) const {
    const Result<SetupId> id = parse_written(side, text);
    if (!id) return id.error();
    return WrittenSetup{*id};
  }
  // Tells a person what to write, in whole lines of text.
  virtual std::string how_to_write(int side) const {
    return "Type a setup, such as " + wire(side, 0) + ".\n";
  }
  // A sentence for people on how GamePosition::after() reads the text of a setup, if something else may be
  // meant.
  virtual std::optional<std::string> other_reading(std::string_view) const { return std::nullopt; }
  // The setup alone on its side's part of the board.
  virtual BoardPicture picture(int side, SetupId id) const = 0;
  // The setup that looks like this. Nothing if there is none, or the game cannot tell so.
  virtual std::optional<SetupId> pictured(int /*side*/, const BoardPicture&) const { return std::nullopt; }
};

// The setup phase: the positions that it leads to, who judges them, and who chooses what. Red is the side
// that places first.
class SetupPhase : public SetupNotation {
 public:
  virtual PositionHandle position_after(SetupId red, SetupId blue) const = 0;

  // Errors: kUnsupported if the network does not fit the game.
  virtual Result<std::unique_ptr<PairOracle>> make_oracle(const EvaluationChoice& evaluation) const = 0;
  virtual Result<std::unique_ptr<PairEngine>> make_pair_engine(const EvaluationChoice&,
                                                               const SearcherOptions&) const {
    return unsupported("no engine searches setups of this game");
  }
  // The format of books that others publish; null if nobody publishes books.
  virtual const BookFormat* published_books() const { return nullptr; }

  // The side that chooses the setup of a side: mostly that side.
  virtual int chooser_of(int side) const { return side; }
  // The rules of rounds; null if the game is not played in rounds. A player's seeds from a multiple of
  // `games` on are its choices of one round, one after the other.
  virtual const RoundRules* round_rules() const { return nullptr; }
  // The value of a pair with perfect play, where the game comes with it: 1 where Red wins, -1 where Blue
  // does, 0 for a draw.
  virtual std::optional<int> solved_value(SetupId /*red*/, SetupId /*blue*/) const { return std::nullopt; }
  // A setup that Red may place where no book knows better.
  virtual SetupId sound_red() const { return 0; }
  // `engine` and the books outlive the chooser.
  virtual std::unique_ptr<SetupChooser> make_chooser(PairEngine& engine, const SetupSource& source) const {
    return std::make_unique<BookSetups>(source.books, source.opening, engine, sound_red(), source.log);
  }
  // Red's and Blue's setup for a game to begin with, good and about equal as far as that is known at once.
  virtual std::pair<SetupId, SetupId> draw_pair(Random& random) const {
    const SetupId red = random.below(reds().count());
    return {red, random.below(blues().count())};
  }
};

}  // namespace tabiya
