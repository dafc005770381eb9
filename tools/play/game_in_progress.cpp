#include "tools/play/game_in_progress.h"

#include <cctype>

#include <fmt/format.h>

#include "core/search/value_text.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

// The text in lower case, without what people write between the parts of a move: blanks and any of - x @ : *
// + # ! ?
std::string squeezed_move(std::string_view text) {
  constexpr std::string_view kSeparators = " \t\r\n-x@:*+#!?";
  std::string squeezed;
  for (const char c : text) {
    const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (kSeparators.find(lower) == kSeparators.npos) squeezed += lower;
  }
  return squeezed;
}

// A move as an example: "b5d3 or Ab5-d3".
std::string example_of(const GamePosition& position) {
  const MoveText move = position.moves().front();
  return move.wire == move.readable ? move.wire : fmt::format("{} or {}", move.wire, move.readable);
}

// The reason why no legal move is meant: the game's message on the text as it stands, or on one of the forms
// that it may have lost its case and separators from.
Error explain(const GamePosition& position, const std::string& typed) {
  const std::string squeezed = squeezed_move(typed);
  std::string capital = squeezed;
  if (!capital.empty()) capital[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(capital[0])));
  for (const std::string& text : {typed, squeezed, capital}) {
    const std::string fault = position.after(text).error().message;
    if (fault.starts_with("illegal move") || fault.starts_with("not the piece"))
      return invalid(fault + "; `moves` lists the legal ones");
  }
  return invalid(fmt::format("neither a move (such as {}) nor a command; `help` lists what you can type",
                             example_of(position)));
}

// A legal move in a notation that the game reads and does not write.
std::optional<MoveText> move_in_other_notation(const GamePosition& position, const std::string& typed) {
  const Result<PositionHandle> meant = position.after(typed);
  if (!meant) return std::nullopt;
  for (const MoveText& move : position.moves())
    if (position.after(move.wire).value()->text() == (*meant)->text()) return move;
  return std::nullopt;
}

Result<TypedMove> read_setup(const SetupPhase& setups, const GamePosition& position,
                             const std::string& typed) {
  const int side = position.side_to_move();
  const Result<WrittenSetup> written = setups.read(side, typed);
  if (!written && position.after(typed)) return TypedMove{{typed, typed}};  // in wire notation
  if (!written) return written.error();
  return TypedMove{setup_text(setups, side, written->id), written->remark};
}

}  // namespace

std::string GameInProgress::moves_text() const {
  std::string text;
  for (const std::string& move : moves_) text += (text.empty() ? "" : " ") + move;
  return text;
}

void GameInProgress::play(const std::string& wire) {
  positions_.push_back(take(position().after(wire), "a legal move"));
  moves_.push_back(wire);
}

void GameInProgress::take_back(std::size_t length) {
  positions_.resize(length + 1);
  moves_.resize(length);
  resigned_ = false;
}

std::optional<std::string> GameInProgress::result() const {
  if (!resigned_) return position().result();
  const auto side = static_cast<std::size_t>(position().side_to_move());
  return fmt::format("{}: {} resigned", side_and_verb(side_name(1 - side), "has won", "have won"),
                     side_name(side));
}

std::vector<MoveText> moves_meant(const std::vector<MoveText>& legal, std::string_view typed) {
  const std::string text = squeezed_move(typed);
  std::vector<MoveText> meant;
  for (const MoveText& move : legal) {
    const std::string_view bare(move.readable.data(), move.readable.find_last_not_of("+#") + 1);
    if (typed == move.wire || typed == move.readable || typed == bare) return {move};
    const std::string wire = squeezed_move(move.wire);
    const std::string readable = squeezed_move(move.readable);
    if (text == wire || text == readable || text == readable.substr(0, 1) + wire ||
        text == readable.substr(1))
      meant.push_back(move);
  }
  return meant;
}

Result<TypedMove> read_typed(const GameModule& game, const GamePosition& position, const std::string& typed) {
  if (position.in_setup_phase()) return read_setup(*game.setup_phase(), position, typed);
  const std::vector<MoveText> meant = moves_meant(position.moves(), typed);
  if (meant.size() == 1) return TypedMove{meant.front()};
  if (meant.empty()) {
    const std::optional<MoveText> other = move_in_other_notation(position, typed);
    if (other) return TypedMove{*other};
    return explain(position, typed);
  }
  std::string several;
  for (const MoveText& move : meant) several += (several.empty() ? "" : ", ") + move.readable;
  return invalid("that may mean several moves: " + several);
}

std::string how_to_type(const GameModule& game, const GamePosition& position) {
  if (position.in_setup_phase()) return game.setup_phase()->how_to_write(position.side_to_move());
  return fmt::format("Type a move, such as {}.\n", example_of(position));
}

MoveText setup_text(const SetupPhase& setups, int side, SetupId id) {
  return {setups.wire(side, id), setups.readable(side, id)};
}

}  // namespace tabiya::tools
