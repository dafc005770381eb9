#include "core/game/solving/first_moves.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <utility>

#include "codec/parsing.h"
#include "codec/text.h"

namespace tabiya {
namespace {

constexpr std::string_view kMagic = "tabiya first moves 1";
constexpr std::size_t kWidth = 100;  // of lines of words, in characters

// A position's text without the number of moves or plies that it ends with in some games.
std::string identity(const GamePosition& position) {
  std::string text = position.text();
  const std::size_t last = text.find_last_not_of("0123456789");
  if (last != std::string::npos && text[last] == ' ') text.resize(last);
  return text;
}

class Walk {
 public:
  using Choose = std::function<Result<std::string>(const PositionHandle&)>;

  Walk(int side, const Choose& choose) : side_(side), choose_(choose) {}

  Status visit(const PositionHandle& position, int plies) {
    if (plies == 0 || position->outcome() != Outcome::kOpen) return ok_status();
    if (!seen_.insert(identity(*position) + ' ' + std::to_string(plies)).second) return ok_status();
    std::vector<std::string> moves;
    if (position->side_to_move() == side_) {
      Result<std::string> move = choose_(position);
      if (!move) return move.error();
      moves.push_back(std::move(*move));
    } else {
      for (const MoveText& move : position->moves()) moves.push_back(move.wire);
      std::ranges::sort(moves);
    }
    for (const std::string& move : moves) {
      const Result<PositionHandle> next = position->after(move);
      if (!next) return next.error();
      if (const Status visited = visit(*next, plies - 1); !visited) return visited;
    }
    return ok_status();
  }

 private:
  int side_;
  const Choose& choose_;
  std::unordered_set<std::string> seen_;
};

// The words and lines of a text.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  // The rest of the line, after one blank that it may begin with.
  std::string_view line() {
    const std::string_view line = take_until("\n", rest_);
    return line.starts_with(' ') ? line.substr(1) : line;
  }

  bool is_at_end() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size()));
    return rest_.empty();
  }

  // Empty at the end.
  std::string_view word() {
    if (is_at_end()) return {};
    const std::string_view word = rest_.substr(0, rest_.find_first_of(kBlanks));
    rest_.remove_prefix(word.size());
    return word;
  }

  // The number that follows the word `name`; nothing if another word or no number is there.
  std::optional<std::int64_t> number_after(std::string_view name) {
    return word() == name ? number_in(word()) : std::nullopt;
  }

 private:
  std::string_view rest_;
};

}  // namespace

Result<PreparedLine> prepare_line(int side, const PositionHandle& start, int plies,
                                  const std::function<Result<std::string>(const PositionHandle&)>& choose) {
  PreparedLine line{side, start->text(), {}};
  const Walk::Choose note = [&](const PositionHandle& position) {
    Result<std::string> word = choose(position);
    if (word) line.words.push_back(*word);
    return word;
  };
  Walk walk(side, note);
  if (const Status walked = walk.visit(start, plies); !walked) return walked.error();
  return line;
}

std::string format_first_moves(const GameModule& game, int plies, const std::vector<PreparedLine>& lines) {
  std::string text = std::string(kMagic) + "\ngame " + std::string(game.name()) + "\nrules " +
                     std::to_string(game.rules_version()) + "\nplies " + std::to_string(plies) + "\n";
  for (const PreparedLine& line : lines) {
    text += "start " + std::to_string(line.side) + " " + line.start + "\nwords " +
            std::to_string(line.words.size()) + "\n";
    std::size_t width = 0;
    for (const std::string& word : line.words) {
      if (width > 0) text += width + 1 + word.size() > kWidth ? '\n' : ' ';
      width = width > 0 && width + 1 + word.size() <= kWidth ? width + 1 + word.size() : word.size();
      text += word;
    }
    if (!line.words.empty()) text += '\n';
  }
  return text;
}

Result<FirstMoves> FirstMoves::parse(const GameModule& game, std::string_view text) {
  Reader reader(text);
  if (reader.line() != kMagic)
    return invalid(concat("these are not first moves: expected '", kMagic, "'"), 0);
  if (reader.line() != concat("game ", game.name()))
    return unsupported("these are first moves of another game");
  if (reader.line() != concat("rules ", game.rules_version()))
    return unsupported("these are first moves by other rules of the game");
  FirstMoves first;
  const std::optional<std::int64_t> plies = reader.number_after("plies");
  if (!plies || *plies < 0 || *plies > game.facts().ply_limit)
    return invalid("expected 'plies' and a number");
  while (!reader.is_at_end()) {
    const std::optional<std::int64_t> side = reader.number_after("start");
    if (!side || (*side != 0 && *side != 1)) return invalid("expected 'start', a side and a position");
    const std::string start(reader.line());
    const Result<PositionHandle> position = game.parse_position(start);
    if (!position) return invalid("'" + start + "': " + position.error().message);
    std::optional<std::int64_t> words = reader.number_after("words");
    if (!words) return invalid("expected 'words' and a number");
    const Walk::Choose read = [&](const PositionHandle& at) -> Result<std::string> {
      if (*words <= 0 || reader.is_at_end()) return invalid("there is no word for " + at->text());
      --*words;
      return first.moves_[identity(*at)] = reader.word();
    };
    Walk walk(static_cast<int>(*side), read);
    if (const Status walked = walk.visit(*position, static_cast<int>(*plies)); !walked) return walked.error();
    if (*words > 0) return invalid("there are more words than positions after " + start);
  }
  return first;
}

const std::string* FirstMoves::move(const GamePosition& position) const {
  const auto found = moves_.find(identity(position));
  return found == moves_.end() ? nullptr : &found->second;
}

}  // namespace tabiya
