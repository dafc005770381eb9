#include "booksearch/solve/proof_file.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "codec/parsing.h"

namespace tabiya::booksearch {
namespace {

constexpr std::string_view kMagic = "tabiya proof 1";
constexpr std::string_view kWins = " wins", kDoesNotWin = " does not win";
constexpr std::size_t kWidth = 100;  // of lines of moves, in characters

// Reads words and lines, and knows where it is.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::size_t offset() const { return offset_; }
  bool at_end() const { return offset_ == text_.size(); }

  std::string_view line() {
    const std::size_t end = std::min(text_.find('\n', offset_), text_.size());
    const std::string_view line = text_.substr(offset_, end - offset_);
    offset_ = std::min(end + 1, text_.size());
    return line;
  }
  // Returns the rest of a line that begins with that word.
  Result<std::string_view> field(std::string_view name) {
    const std::size_t start = offset_;
    const std::string_view whole = line();
    if (whole.starts_with(name) && whole.size() > name.size() && whole[name.size()] == ' ')
      return whole.substr(name.size() + 1);
    return invalid("expected a line that begins with '" + std::string(name) + "'", start);
  }
  Result<std::uint64_t> number(std::string_view name) {
    const std::size_t start = offset_;
    const Result<std::string_view> text = field(name);
    if (!text) return text.error();
    if (const auto number = number_in<std::uint64_t>(*text)) return *number;
    return invalid("expected '" + std::string(name) + "' and a whole number", start);
  }
  std::string_view word() {
    offset_ = std::min(text_.find_first_not_of(" \n", offset_), text_.size());
    const std::size_t end = std::min(text_.find_first_of(" \n", offset_), text_.size());
    const std::string_view word = text_.substr(offset_, end - offset_);
    offset_ = std::min(text_.find_first_not_of(" \n", end), text_.size());
    return word;
  }

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
};

std::optional<Claim> claim_of(const GameModule& game, std::string_view text) {
  for (const int side : {0, 1})
    for (const bool wins : {true, false})
      if (claim_text(game, {side, wins}) == text) return Claim{side, wins};
  return std::nullopt;
}

Result<ClaimProof> read_claim(const GameModule& game, Reader& reader) {
  const std::size_t start = reader.offset();
  const Result<std::string_view> text = reader.field("claim");
  if (!text) return text.error();
  const auto claim = claim_of(game, *text);
  if (!claim) return invalid("expected a claim, such as '" + claim_text(game, {0, true}) + "'", start);
  const Result<std::uint64_t> count = reader.number("moves");
  if (!count) return count.error();
  ClaimProof proof{*claim, {}};
  for (std::uint64_t i = 0; i < *count; ++i) {
    if (reader.at_end()) return invalid("the proof ends before its last move", reader.offset());
    proof.moves.emplace_back(reader.word());
  }
  return proof;
}

// Plays for the prover of a claim by what the solver knows.
class Prover {
 public:
  Prover(GameSolver& solver, const Claim& claim, std::uint64_t cut, const Limits& limits)
      : solver_(solver), claim_(claim), cut_(cut), limits_(limits) {}

  Result<std::string> move(const PositionHandle& position) {
    if (limits_.has_ended()) return Error{ErrorCode::kStopped, "stopped before the proof was whole", {}};
    if (cut_ > 0 && is_shown_by_trial(claim_, position, cut_)) return std::string(kNoMove);
    std::vector<std::pair<std::string, PositionHandle>> moves;
    for (const MoveText& text : position->moves())
      moves.emplace_back(text.wire, position->after(text.wire).value());
    for (const auto& [text, next] : moves)
      if (is_good(value_by_rules(*next))) return text;
    for (const auto& [text, next] : moves)
      if (is_good(solver_.known(*next, claim_.side))) return text;
    for (std::uint64_t nodes = 1'000; !limits_.has_ended(); nodes *= 4) {
      for (const auto& [text, next] : moves) {
        Limits limits = limits_;
        limits.nodes = nodes;
        if (is_good(solver_.solve(*next, claim_.side, limits))) return text;
      }
    }
    return Error{ErrorCode::kStopped, "stopped before the proof was whole", {}};
  }

 private:
  bool is_good(const SolvedValue& value) const {
    return value.is_known && (value.winner == claim_.side) == claim_.wins;
  }
  bool is_good(Verdict verdict) const {
    return verdict == (claim_.wins ? Verdict::kAttackerWins : Verdict::kAttackerDoesNotWin);
  }

  GameSolver& solver_;
  Claim claim_;
  std::uint64_t cut_;
  Limits limits_;
};

}  // namespace

std::string claim_text(const GameModule& game, const Claim& claim) {
  return std::string(game.sides()[static_cast<std::size_t>(claim.side)]) +
         std::string(claim.wins ? kWins : kDoesNotWin);
}

std::string format_proof(const GameModule& game, const ProofFile& proof) {
  std::string text(kMagic);
  text += "\ngame " + proof.game + "\nrules " + std::to_string(proof.rules_version) + "\nposition " +
          proof.position + "\ncut " + std::to_string(proof.cut) + "\n";
  for (const ClaimProof& claim : proof.claims) {
    text += "claim " + claim_text(game, claim.claim) + "\nmoves " + std::to_string(claim.moves.size()) + "\n";
    std::size_t width = 0;
    for (const std::string& move : claim.moves) {
      if (width > 0) text += width + 1 + move.size() > kWidth ? '\n' : ' ';
      width = width + 1 + move.size() > kWidth ? move.size() : width + 1 + move.size();
      text += move;
    }
    if (!claim.moves.empty()) text += '\n';
  }
  return text;
}

Result<ProofFile> parse_proof(std::string_view text,
                              const std::function<const GameModule*(std::string_view name)>& find_game) {
  Reader reader(text);
  if (reader.line() != kMagic)
    return invalid("this is not a proof: expected '" + std::string(kMagic) + "'", 0);
  ProofFile proof;
  const Result<std::string_view> name = reader.field("game");
  if (!name) return name.error();
  const GameModule* game = find_game(*name);
  if (!game) return unsupported("a proof of an unknown game, '" + std::string(*name) + "'");
  const Result<std::uint64_t> rules = reader.number("rules");
  if (!rules) return rules.error();
  if (*rules != game->rules_version()) return unsupported("a proof by other rules of the game");
  const Result<std::string_view> position = reader.field("position");
  if (!position) return position.error();
  const Result<std::uint64_t> cut = reader.number("cut");
  if (!cut) return cut.error();
  if (*cut > kMostCut)
    return invalid("a cut of " + std::to_string(*cut) + "; proofs are cut at " + std::to_string(kMostCut) +
                   " positions at most");
  proof = {std::string(*name), game->rules_version(), std::string(*position), *cut, {}};
  do {
    Result<ClaimProof> claim = read_claim(*game, reader);
    if (!claim) return claim.error();
    proof.claims.push_back(std::move(*claim));
  } while (!reader.at_end());
  return proof;
}

Result<ProofCheck> check_proof(const GameModule& game, const ProofFile& proof) {
  const Result<PositionHandle> root = game.parse_position(proof.position);
  if (!root) return root.error();
  if ((*root)->in_setup_phase())
    return invalid("in the position of the proof, setups are still to be placed");
  ProofCheck check;
  for (const ClaimProof& claim : proof.claims) {
    std::size_t next = 0;
    ProofWalk walk(claim.claim, proof.cut, [&](const PositionHandle& position) -> Result<std::string> {
      if (next == claim.moves.size()) return invalid("the proof has no move for " + position->text());
      return claim.moves[next++];
    });
    if (const Status walked = walk.walk(*root); !walked) return walked.error();
    if (next < claim.moves.size())
      return invalid("the proof has moves for positions that cannot be reached by it");
    check.positions += walk.positions();
    check.moves += claim.moves.size();
  }
  return check;
}

Result<ProofFile> prove(const GameModule& game, GameSolver& solver, const PositionHandle& position,
                        const SolvedValue& value, std::uint64_t cut, const Limits& limits) {
  std::vector<Claim> claims{{0, false}, {1, false}};
  if (value.winner) claims = {{*value.winner, true}};
  ProofFile proof{std::string(game.name()), game.rules_version(), position->text(), cut, {}};
  for (const Claim& claim : claims) {
    Prover prover(solver, claim, cut, limits);
    ClaimProof own{claim, {}};
    ProofWalk walk(claim, cut, [&](const PositionHandle& at) {
      Result<std::string> move = prover.move(at);
      if (move) own.moves.push_back(*move);
      return move;
    });
    if (const Status walked = walk.walk(position); !walked) return walked.error();
    proof.claims.push_back(std::move(own));
  }
  return proof;
}

}  // namespace tabiya::booksearch
