#include "booksearch/solve/pair_state.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "codec/text.h"
#include "core/game/solving/game_solver.h"

namespace tabiya::booksearch {
namespace {

struct StoredLine {
  std::int32_t side = 0;
  std::string start;
  std::vector<std::string> words;

  static void visit_parts(auto& self, auto& visit) { visit(self.side, self.start, self.words); }
};

struct StoredPair {
  std::optional<std::int32_t> winner;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::vector<StoredLine> first_moves;

  static void visit_parts(auto& self, auto& visit) {
    visit(self.winner, self.nodes, self.seconds, self.first_moves);
  }
};

StoredPair stored(const PairValue& value) {
  StoredPair pair{value.value.winner, value.nodes, value.seconds, {}};
  for (const PreparedLine& line : value.first_moves)
    pair.first_moves.push_back({line.side, line.start, line.words});
  return pair;
}

bool is_side(int side) { return side == 0 || side == 1; }

// Returns the value of a stored pair; nothing if its winner is no side.
std::optional<PairValue> value_of(const StoredPair& pair) {
  if (pair.winner && !is_side(*pair.winner)) return std::nullopt;
  PairValue value;
  value.value = pair.winner ? SolvedValue::won_by(*pair.winner) : SolvedValue::draw();
  value.nodes = pair.nodes;
  value.seconds = pair.seconds;
  for (const StoredLine& line : pair.first_moves) {
    if (!is_side(line.side)) return std::nullopt;
    value.first_moves.push_back({line.side, line.start, line.words});
  }
  return value;
}

std::uint64_t key_of(const SetupPair& pair) { return std::uint64_t{pair.red} << 32 | pair.blue; }

}  // namespace

Result<PairState> PairState::open(const std::string& path, const GameModule& game,
                                  const std::vector<SetupPair>& pairs, int plies) {
  PairState state(pairs);
  if (path.empty()) return state;
  const AnsweredRun run{kSolvedPairAnswers,
                        {{"game", std::string(game.name())},
                         {"rules", std::to_string(game.rules_version())},
                         {"plies", std::to_string(plies)}},
                        "our own solver"};
  const std::string remedy = "choose another --state, or remove it";
  auto store = AnswerStore::open(
      path, run, {true, false, {path, "written", "wait for its end, or choose another --state"}, remedy});
  if (!store) return store.error();
  state.store_ = std::move(*store);
  if (const Status read = state.read(); !read)
    return Error{read.error().code, concat(read.error().message, "; ", remedy), {}};
  return state;
}

Status PairState::read() {
  return store_->read<StoredPair>([this](std::uint64_t key, const StoredPair& pair) -> Status {
    const auto found = std::ranges::find(*pairs_, key, key_of);
    const std::string name = concat("the pair of ", key >> 32, " and ", key & 0xFFFFFFFF);
    if (found == pairs_->end()) return corrupt(name + " is not of this game");
    std::optional<PairValue> value = value_of(pair);
    if (!value) return corrupt(name + " is not decided");
    values_[static_cast<std::size_t>(found - pairs_->begin())] = std::move(value);
    return ok_status();
  });
}

Status PairState::add(std::size_t index, const PairValue& value) {
  if (store_ == nullptr || !value.value.is_known) return ok_status();
  values_[index] = value;
  if (Status added =
          store_->add(key_of((*pairs_)[index]), stored(value), static_cast<std::int64_t>(value.nodes));
      !added)
    return added;
  return store_->flush();
}

}  // namespace tabiya::booksearch
