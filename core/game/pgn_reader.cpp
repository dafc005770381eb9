#include "core/game/pgn_reader.h"

#include <algorithm>
#include <array>

#include "core/game/written_move.h"

namespace tabiya {
namespace {

// A line that begins like this ends a comment or a variation that was left open.
constexpr std::string_view kFirstTag = "[Event \"";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'; }

// True for marks that stand alone, such as "!?", "e.p." and "\u00b1": symbols of ASCII, or other characters alone.
bool is_mark(std::string_view word) {
  return word == "e.p." || std::ranges::all_of(word, [](char c) {
           return static_cast<unsigned char>(c) >= 0x80 ||
                  std::string_view("!?+#=-/").find(c) != std::string_view::npos;
         });
}

// True for a move that is none: the notations of ChessBase, SCID, UCI and xboard.
bool is_null_move(std::string_view word) {
  constexpr std::array<std::string_view, 5> kNullMoves{"--", "Z0", "0000", "@@@@", "null"};
  return std::ranges::find(kNullMoves, word) != kNullMoves.end();
}

}  // namespace

std::string_view PgnGame::tag(std::string_view name) const {
  const auto found = std::ranges::find(tags, name, &std::pair<std::string, std::string>::first);
  return found == tags.end() ? std::string_view() : std::string_view(found->second);
}

PgnGame::Span PgnGame::add_text(std::string_view text, std::size_t its_line) {
  const Span span{static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(text.size()),
                  its_line};
  text_ += text;
  return span;
}

void PgnGame::add_move(std::string_view move, std::size_t its_line) {
  moves_.push_back(add_text(move, its_line));
}

void PgnGame::add_part(PgnPart kind, std::string_view text, std::size_t its_line) {
  parts_.push_back({kind, add_text(text, its_line)});
}

void PgnGame::clear() {
  line = 0;
  tags.clear();
  result.clear();
  fault.reset();
  text_.clear();
  moves_.clear();
  parts_.clear();
}

void PgnReader::feed(std::string_view piece) {
  for (const char c : piece) {
    read(c);
    at_line_start_ = c == '\n';
    line_ += at_line_start_;
  }
}

void PgnReader::finish() {
  if (state_ == State::kSymbol) end_symbol();
  if (state_ == State::kComment) fail("a comment is not closed");
  if (depth_ > 0) fail("a variation is not closed");
  if (state_ == State::kTag || state_ == State::kTagValue || state_ == State::kTagEscape)
    fail("a tag is not closed");
  end_game("");
  state_ = State::kText;
}

void PgnReader::fail(const char* message) {
  if (!game_.fault) game_.fault = PgnFault{line_, message};
  if (game_.line == 0) game_.line = line_;
}

// True if the line, up to this byte, begins as games do.
bool PgnReader::begins_next_game(char c) {
  if (at_line_start_) matched_ = 0;
  if (matched_ == std::string_view::npos) return false;
  matched_ = c == kFirstTag[matched_] ? matched_ + 1 : std::string_view::npos;
  if (matched_ != kFirstTag.size()) return false;
  matched_ = std::string_view::npos;
  return true;
}

void PgnReader::read(char c) {
  const bool is_open = state_ == State::kComment || (depth_ > 0 && state_ != State::kRestOfLine);
  if (begins_next_game(c) && is_open) {
    fail(state_ == State::kComment ? "a comment is not closed" : "a variation is not closed");
    if (opened_ > 0) game_.fault->line = opened_;
    end_game("");
    begin_tag();
    token_ = kFirstTag.substr(1);
    value_begin_ = token_.size();
    state_ = State::kTagValue;
    return;
  }
  if (c == '\0') fail("a byte 0");
  switch (state_) {
    case State::kText:
    case State::kSymbol:
      return read_text(c);
    case State::kComment:
      return read_comment(c);
    case State::kRestOfLine:
      if (c == '\n') state_ = State::kText;
      return;
    case State::kTag:
    case State::kTagValue:
    case State::kTagEscape:
      return read_tag(c);
  }
}

void PgnReader::read_text(char c) {
  const bool ends_symbol = is_blank(c) || std::string_view("{}();[]<>$").find(c) != std::string_view::npos;
  if (!ends_symbol && !(at_line_start_ && c == '%')) {
    if (state_ == State::kText) token_.clear();
    state_ = State::kSymbol;
    if (token_.size() <= kMaxSymbol) token_ += c;  // one more tells that it is too long
    return;
  }
  if (state_ == State::kSymbol) end_symbol();
  state_ = State::kText;
  if (at_line_start_ && c == '%') {
    state_ = State::kRestOfLine;
  } else if (c == ';') {
    state_ = State::kRestOfLine;
  } else if (c == '{') {
    state_ = State::kComment;
    token_.clear();
    if (depth_ == 0) opened_ = line_;
  } else if (c == '(') {
    add_part(PgnPart::kOpen);
    if (depth_++ == 0) opened_ = line_;
  } else if (c == ')') {
    if (depth_ == 0) return fail("a bracket closes a variation that has not begun");
    if (--depth_ < ended_at_) ended_at_ = kNotEnded;
    add_part(PgnPart::kClose);
  } else if (c == '$') {  // the number of a glyph, passed over as a word of its own
    token_ = c;
    state_ = State::kSymbol;
  } else if (c == '[' && depth_ == 0) {
    if (game_.plies() > 0) end_game("");
    begin_tag();
  }
}

void PgnReader::read_comment(char c) {
  if (c == '}') {
    add_part(PgnPart::kComment, token_);
    state_ = State::kText;
  } else if (keeps_all_ && token_.size() < kMaxComment) {
    token_ += is_blank(c) ? ' ' : c;
  }
}

void PgnReader::add_part(PgnPart kind, std::string_view text) {
  if (!keeps_all_ || depth_ >= ended_at_) return;
  if (game_.text_size() + text.size() > PgnGame::kMaxText || game_.parts() == PgnGame::kMaxParts)
    return fail("more text than a game can have");
  game_.add_part(kind, text, line_);
}

void PgnReader::end_symbol() {
  if ((depth_ > 0 && !keeps_all_) || token_[0] == '$') return;
  if (game_.line == 0) game_.line = line_;
  if (token_.size() > kMaxSymbol) return fail("a word that is too long for a move");
  if (const std::string_view result = result_in(token_); !result.empty())
    return depth_ > 0 ? void() : end_game(result);
  const std::string_view move = is_null_move(token_) ? token_ : without_move_number(token_);
  if (is_null_move(move)) ended_at_ = std::min(ended_at_, depth_);
  if (move.empty() || is_mark(move) || depth_ >= ended_at_) return;
  add_part(PgnPart::kMove, move);
  if (depth_ > 0) return;
  if (game_.plies() == PgnGame::kMaxPlies) return fail("more moves than a game can have");
  game_.add_move(move, line_);
}

void PgnReader::begin_tag() {
  if (game_.line == 0) game_.line = line_;
  token_.clear();
  value_begin_ = 0;
  state_ = State::kTag;
}

// token_ holds the name with blanks, then the value.
void PgnReader::read_tag(char c) {
  if (c == '\n') {
    fail("a tag is not closed on its line");
    state_ = State::kText;
    return;
  }
  if (token_.size() > kMaxTag) return fail("a tag that is too long");
  if (state_ == State::kTagEscape) {
    token_ += c;
    state_ = State::kTagValue;
  } else if (c == '\\' && state_ == State::kTagValue) {
    state_ = State::kTagEscape;
  } else if (c == '"' && state_ == State::kTagValue) {
    end_tag();
  } else if (c == '"' && value_begin_ == 0) {
    value_begin_ = token_.size();
    state_ = State::kTagValue;
  } else if (c == ']' && state_ == State::kTag) {
    state_ = State::kText;
  } else if (state_ == State::kTagValue || value_begin_ == 0) {
    token_ += c;
  }
}

void PgnReader::end_tag() {
  state_ = State::kTag;  // until its bracket
  std::string_view name = std::string_view(token_).substr(0, value_begin_);
  while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
  while (!name.empty() && is_blank(name.front())) name.remove_prefix(1);
  if (name.empty()) return fail("a tag without a name");
  if (name == "Event" && !game_.tag("Event").empty()) {  // the game before had neither moves nor a result
    end_game("");
    game_.line = line_;
  }
  if (game_.tags.size() == kMaxTags) return fail("more tags than a game can have");
  std::string_view value = std::string_view(token_).substr(value_begin_);
  while (!value.empty() && is_blank(value.back())) value.remove_suffix(1);
  while (!value.empty() && is_blank(value.front())) value.remove_prefix(1);
  game_.tags.emplace_back(name, value);
}

void PgnReader::end_game(std::string_view result) {
  depth_ = 0;
  ended_at_ = kNotEnded;
  if (game_.is_empty() && result.empty()) return;
  game_.result = result_in(result.empty() ? game_.tag("Result") : result);
  if (game_.result.empty()) game_.result = "*";
  take_(game_);
  game_.clear();
}

}  // namespace tabiya
