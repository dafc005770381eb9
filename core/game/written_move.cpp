#include "core/game/written_move.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "codec/parsing.h"
#include "codec/text.h"

namespace tabiya {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The setup of a side that a board shows, where the game can tell so.
std::optional<SetupId> setup_in(const SetupPhase& setups, int side, BoardPicture board) {
  for (auto& piece : board.squares)
    if (piece && piece->side != static_cast<std::size_t>(side)) piece.reset();
  return setups.pictured(side, board);
}

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
  return move.wire == move.readable ? move.wire : concat(move.wire, " or ", move.readable);
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
  return invalid(concat("neither a move (such as ", example_of(position),
                        ") nor a command; `help` lists what you can type"));
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

std::optional<SetupPair> setups_before(const GameModule& game, const GamePosition& position) {
  const SetupPhase* setups = game.setup_phase();
  if (setups == nullptr || position.in_setup_phase()) return std::nullopt;
  const auto red = setup_in(*setups, 0, position.picture()), blue = setup_in(*setups, 1, position.picture());
  if (!red || !blue || setups->position_after(*red, *blue)->text() != position.text()) return std::nullopt;
  return SetupPair{*red, *blue};
}

Result<PositionHandle> read_position(const GameModule& game, std::string_view text) {
  if (text == "startpos") return game.usual_start();
  return game.parse_position(text);
}

Result<std::unique_ptr<BookWalk>> read_book_walk(const GameModule& game, std::string_view text) {
  std::unique_ptr<BookWalk> walk = game.make_book_walk();
  if (walk == nullptr) return unsupported(concat(game.title(), " has no books of moves"));
  if (text.empty() || text == "startpos") return walk;
  if (Status there = walk->go_to(text); !there) return there.error();
  return walk;
}

ListedPosition split_listed_position(std::string_view line) {
  // Those of the standard (PGN Specification and Implementation Guide, section 16.2.5), and lists of perft.
  constexpr std::array<std::string_view, 27> kOpcodes{
      "acd",  "acn",  "acs",  "am",   "bm",          "ce",         "dm",          "draw_offer", "eco",
      "fmvn", "hmvc", "id",   "nic",  "noop",        "pm",         "pv",          "rc",         "sm",
      "sv",   "tcgs", "tcri", "tcsi", "draw_accept", "draw_claim", "draw_reject", "resign",     "bs"};
  const auto is_opcode = [&](std::string_view word) {
    const bool is_numbered = word.size() == 2 && (word[0] == 'c' || word[0] == 'v') && is_digit(word[1]);
    return is_numbered || std::ranges::find(kOpcodes, word) != kOpcodes.end();
  };
  const std::vector<std::string_view> words = words_of(line);
  const auto first = std::ranges::find_if(words, is_opcode);
  if (first == words.end() || first == words.begin()) return {line, {}};
  const auto at = static_cast<std::size_t>(first->data() - line.data());
  return {line.substr(0, line.find_last_not_of(" \t", at - 1) + 1), line.substr(at)};
}

std::vector<std::string_view> epd_operations(std::string_view text) {
  std::vector<std::string_view> operations;
  for (std::size_t at = 0; (at = text.find_first_not_of(" \t\r\n;", at)) < text.size();) {
    std::size_t end = at;
    for (bool quoted = false; end < text.size() && (quoted || text[end] != ';'); ++end)
      quoted ^= text[end] == '"';
    operations.push_back(trimmed(text.substr(at, end - at)));
    at = end;
  }
  return operations;
}

Result<PositionHandle> read_listed_position(const GameModule& game, std::string_view line) {
  Result<PositionHandle> position = game.parse_position(line);
  if (position) return position;
  const ListedPosition listed = split_listed_position(line);
  if (listed.operations.empty()) return position;
  return game.parse_position(listed.position);
}

bool is_other_variant(const GameModule& game, std::string_view tag) {
  const std::string variant = lower_case(tag), known = lower_case(game.facts().uci_variant);
  return !variant.empty() && variant != "standard" && variant != "from position" &&
         variant != lower_case(game.title()) && variant != lower_case(game.name()) && variant != known;
}

std::string wire_of(const GameModule& game, const GamePosition& position, const std::string& text) {
  if (position.in_setup_phase()) {
    const int side = position.side_to_move();
    const SetupPhase& phase = *game.setup_phase();
    const Result<WrittenSetup> written = phase.read(side, text);
    return written ? phase.wire(side, written->id) : text;
  }
  const std::vector<MoveText> moves =
      position.draw_needs_claim() ? position.moves_after_draw() : position.moves();
  for (const MoveText& move : moves)
    if (move.readable == text || move.wire == text) return move.wire;
  const Result<PositionHandle> meant = after_recorded(game, position, text);
  for (const MoveText& move : moves)
    if (meant && (*after_recorded(game, position, move.wire))->text() == (*meant)->text()) return move.wire;
  return text;
}

Result<PositionHandle> after_recorded(const GameModule& game, const GamePosition& position,
                                      std::string_view move) {
  if (position.in_setup_phase()) return position.after(wire_of(game, position, std::string(move)));
  return position.draw_needs_claim() ? position.after_draw(move) : position.after(move);
}

std::string_view without_move_number(std::string_view word) {
  std::size_t at = 0;
  while (at < word.size() && is_digit(word[at])) ++at;
  if (at > 0 && at < word.size() && word[at] != '.') return word;  // castling with zeros
  while (at < word.size() && word[at] == '.') ++at;
  return word.substr(at);
}

std::string_view result_in(std::string_view word) {
  for (const std::string_view result : {"1-0", "0-1", "1/2-1/2", "*"})
    if (word == result) return result;
  return word == "1/2" || word == "\u00bd-\u00bd" || word == "\u00bd" ? "1/2-1/2" : "";
}

WrittenLine split_written_line(std::string_view line) {
  WrittenLine written;
  std::vector<std::string_view> words = words_of(line);
  const auto drop = [&](std::string_view word) {
    const bool is_first = !words.empty() && words.front() == word;
    if (is_first) words.erase(words.begin());
    return is_first;
  };
  drop("position");
  written.from_usual_start = drop("startpos");
  if (!written.from_usual_start && drop("fen")) {
    const auto end = std::ranges::find(words, "moves");
    if (end != words.begin()) {
      const std::string_view last = *(end - 1);
      written.position =
          line.substr(static_cast<std::size_t>(words.front().data() - line.data()),
                      static_cast<std::size_t>(last.data() + last.size() - words.front().data()));
    }
    words.erase(words.begin(), end);
  }
  drop("moves");
  if (!words.empty() && !result_in(words.back()).empty()) words.pop_back();
  for (const std::string_view word : words)
    if (const std::string_view move = without_move_number(word); !move.empty()) written.moves.push_back(move);
  return written;
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
  return concat("Type a move, such as ", example_of(position), ".\n");
}

MoveText setup_text(const SetupPhase& setups, int side, SetupId id) {
  return {setups.wire(side, id), setups.readable(side, id)};
}

}  // namespace tabiya
