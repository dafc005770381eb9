#include "core/games/variants/betza.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>

namespace tabiya::variants {
namespace {

struct Leap {
  int longer, shorter;
};

struct Atom {
  char letter;
  std::array<Leap, 2> leaps;
  int leap_count;
  bool rides;
};

constexpr std::array kAtoms{
    Atom{'W', {{{1, 0}}}, 1, false},        Atom{'F', {{{1, 1}}}, 1, false},
    Atom{'D', {{{2, 0}}}, 1, false},        Atom{'N', {{{2, 1}}}, 1, false},
    Atom{'A', {{{2, 2}}}, 1, false},        Atom{'H', {{{3, 0}}}, 1, false},
    Atom{'C', {{{3, 1}}}, 1, false},        Atom{'L', {{{3, 1}}}, 1, false},
    Atom{'Z', {{{3, 2}}}, 1, false},        Atom{'G', {{{3, 3}}}, 1, false},
    Atom{'R', {{{1, 0}}}, 1, true},         Atom{'B', {{{1, 1}}}, 1, true},
    Atom{'Q', {{{1, 0}, {1, 1}}}, 2, true}, Atom{'K', {{{1, 0}, {1, 1}}}, 2, false},
};

constexpr std::string_view kVerticals = "fbv", kHorizontals = "lrs";

bool is_in(char c, std::string_view letters) { return letters.find(c) != letters.npos; }

bool points(char direction, int rows, int columns) {
  switch (direction) {
    case 'f':
      return rows > 0;
    case 'b':
      return rows < 0;
    case 'r':
      return columns > 0;
    case 'l':
      return columns < 0;
    case 'v':
      return rows != 0;
    default:  // 's'
      return columns != 0;
  }
}

// Two letters, of which the second names the longer axis: frN goes one square forward and two to the right. A
// letter alone is doubled and so asks for the longer axis; with h it takes either. Orthogonal steps have one
// axis, so that each letter counts alone.
bool is_allowed(std::pair<char, char> direction, int rows, int columns) {
  const auto [first, second] = direction;
  if (rows == 0 || columns == 0) {
    return points(first, rows, columns) || (second != 'h' && points(second, rows, columns));
  }
  if (second == 'h') return points(first, rows, columns);
  const bool is_vertical = is_in(second, kVerticals);
  const bool is_long =
      is_vertical ? std::abs(rows) >= std::abs(columns) : std::abs(columns) >= std::abs(rows);
  return is_long && points(first, rows, columns) && points(second, rows, columns);
}

struct Modifiers {
  bool moves = false, captures = false, initial = false, lame = false, en_passant = false;
  PieceStep::Hop hop = PieceStep::Hop::kNone;
  std::vector<std::pair<char, char>> directions;
};

class BetzaParser {
 public:
  explicit BetzaParser(std::string_view text) : text_(text) {}

  Result<std::vector<PieceStep>> parse() {
    while (at_ < text_.size()) {
      if (const Status status = parse_one(); !status) return status.error();
    }
    if (is_pending_) return invalid("modifiers without a letter of a move behind them", text_.size());
    return steps_;
  }

 private:
  Status parse_one() {
    const char c = text_[at_];
    for (const Atom& atom : kAtoms)
      if (atom.letter == c) return add(atom);
    is_pending_ = true;
    if (is_in(c, kVerticals) || is_in(c, kHorizontals)) {
      modifiers_.directions.push_back(parse_direction());
      return ok_status();
    }
    if (!modify(c)) {
      if (c == 'j' || c == 'o' || c == 'a')
        return unsupported(std::string("the modifier '") + c + "' of Betza's notation is not supported", at_);
      return invalid("not Betza's notation; expected letters such as W, F, N, R, B and f, m, c before them",
                     at_);
    }
    ++at_;
    return ok_status();
  }

  bool modify(char c) {
    switch (c) {
      case 'm':
        return modifiers_.moves = true;
      case 'c':
        return modifiers_.captures = true;
      case 'i':
        return modifiers_.initial = true;
      case 'n':
        return modifiers_.lame = true;
      case 'e':
        return modifiers_.en_passant = true;
      case 'p':
        modifiers_.hop = PieceStep::Hop::kBehind;
        return true;
      case 'g':
        modifiers_.hop = PieceStep::Hop::kNext;
        return true;
      default:
        return false;
    }
  }

  std::pair<char, char> parse_direction() {
    const char first = text_[at_++];
    if (at_ == text_.size()) return {first, first};
    const char second = text_[at_];
    const bool is_pair = second == first || second == 'h' ||
                         (is_in(first, kVerticals) && is_in(second, kHorizontals)) ||
                         (is_in(first, kHorizontals) && is_in(second, kVerticals));
    if (is_pair) ++at_;
    return {first, is_pair ? second : first};
  }

  Status add(const Atom& atom) {
    const std::size_t begin = at_++;
    int range = atom.rides ? 0 : 1;
    if (at_ < text_.size() && text_[at_] == atom.letter) {
      range = 0;
      ++at_;
    } else if (at_ < text_.size() && text_[at_] >= '1' && text_[at_] <= '9') {
      range = text_[at_++] - '0';
    }
    const bool hops = modifiers_.hop != PieceStep::Hop::kNone;
    if (hops && (!atom.rides || (range != 0 && modifiers_.hop == PieceStep::Hop::kNext)))
      return unsupported("only riders hop (pR, gB, pQ)", begin);
    if (modifiers_.lame && (range != 1 || atom.leaps[0].longer < 2 || atom.leaps[0].longer > 3 || hops))
      return unsupported("only leaps of two and three squares can be lame (nN, nD, nA, nZ)", begin);
    if (modifiers_.en_passant && !modifiers_.captures)
      return unsupported("e is allowed only with c: enPassantTypes says which pieces capture en passant",
                         begin);
    for (int i = 0; i < atom.leap_count; ++i) add(atom.leaps[static_cast<std::size_t>(i)], range);
    modifiers_ = {};
    is_pending_ = false;
    constexpr std::size_t kMostSteps = 256;
    if (steps_.size() > kMostSteps) return invalid("too many moves for one piece", begin);
    return ok_status();
  }

  void add(Leap leap, int range) {
    const bool any = !modifiers_.moves && !modifiers_.captures;
    for (int rows = -3; rows <= 3; ++rows) {
      for (int columns = -3; columns <= 3; ++columns) {
        const int longer = std::max(std::abs(rows), std::abs(columns));
        const int shorter = std::min(std::abs(rows), std::abs(columns));
        if (longer != leap.longer || shorter != leap.shorter) continue;
        bool allowed = modifiers_.directions.empty();
        for (const auto& direction : modifiers_.directions) allowed |= is_allowed(direction, rows, columns);
        if (!allowed) continue;
        steps_.push_back({rows, columns, range, any || modifiers_.moves, any || modifiers_.captures,
                          modifiers_.initial, modifiers_.hop, modifiers_.lame});
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool is_pending_ = false;
  Modifiers modifiers_;
  std::vector<PieceStep> steps_;
};

}  // namespace

Result<std::vector<PieceStep>> parse_betza(std::string_view text) { return BetzaParser(text).parse(); }

}  // namespace tabiya::variants
