#include "tools/openings/opening_list.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "booksearch/books/pgn_text.h"
#include "booksearch/openings/resolution.h"
#include "codec/parsing.h"
#include "codec/text.h"
#include "core/game/written_move.h"
#include "core/random.h"
#include "core/search/value_text.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {
namespace {

using booksearch::Judgement;
using booksearch::Measure;
using booksearch::Membership;

std::uint64_t place_by_seed(std::uint64_t seed, std::uint32_t candidate) {
  return Random(Random(seed ^ 0x6F72646572).next() + candidate).next();
}

int distance(const BoardPicture& a, const BoardPicture& b) {
  int squares = 0;
  for (std::size_t i = 0; i < a.squares.size(); ++i) squares += a.squares[i] == b.squares[i] ? 0 : 1;
  return squares;
}

// The FEN without the numbers of moves, which EPD lacks; unusual numbers become operations.
std::string epd_of(const std::string& position) {
  const auto words = words_of(position);
  if (words.size() != 6 || !number_in(words[4]) || !number_in(words[5])) return position;
  std::string text = joined(std::vector<std::string_view>(words.begin(), words.begin() + 4), " ");
  if (words[4] != "0") text += fmt::format(" hmvc {};", words[4]);
  if (words[5] != "1") text += fmt::format(" fmvn {};", words[5]);
  return text;
}

// The text is "draw rate 51.2 %", "expected score 61.0 %" or "logit +0.341".
std::string measure_text(const OpeningsJob& job, const Judgement& judgement) {
  if (job.oracle.engine.empty() && job.window.measure == Measure::kScore)
    return fmt::format("logit {:+.4f}", static_cast<double>(judgement.score) / kLogit);
  if (job.window.measure != Measure::kExpectedScore && judgement.has_chances())
    return fmt::format("draw rate {:.1f} %", value_of(judgement, Measure::kDrawRate));
  if (judgement.has_chances())
    return fmt::format("expected score {:.1f} %", value_of(judgement, Measure::kExpectedScore));
  return fmt::format("score {:+}", judgement.score);
}

// An engine's name for a text that one of the characters `ends` would end.
std::string without(std::string_view ends, char instead, std::string name) {
  std::ranges::replace_if(
      name, [&](char c) { return ends.find(c) != ends.npos; }, instead);
  return name;
}

std::string_view code_of(std::string_view operation) { return operation.substr(0, operation.find(' ')); }

// The operations of a candidate stay, but for those that say the same as the list's own. Comments of the list take the
// first codes that the candidate leaves free, of c0 to c9.
std::string epd_line(const OpeningsJob& job, const GamePosition& position, const Membership& membership,
                     const std::string& judge, std::string_view others) {
  const Judgement& judgement = membership.judgement;
  const std::int64_t for_mover = position.side_to_move() == 0 ? judgement.score : -judgement.score;
  std::vector<std::pair<std::string, std::string>> own{{"acd", std::to_string(judgement.depth)},
                                                       {"acn", std::to_string(judgement.nodes)}};
  if (!job.oracle.engine.empty()) own.insert(own.begin(), {"ce", std::to_string(for_mover)});
  const std::vector<std::string_view> operations = epd_operations(others);
  char digit = '0';
  for (const std::string& comment : {fmt::format("probability {:.3f}", membership.probability),
                                     measure_text(job, judgement), without("\"\\", '\'', judge)}) {
    const auto is_taken = [&](std::string_view operation) {
      return code_of(operation) == std::string{'c', digit};
    };
    while (std::ranges::any_of(operations, is_taken)) ++digit;
    if (digit <= '9') own.emplace_back(std::string{'c', digit++}, fmt::format("\"{}\"", comment));
  }
  std::string line = epd_of(position.text());
  for (const auto& [code, value] : own) line += fmt::format(" {} {};", code, value);
  for (const std::string_view operation : operations)
    if (!std::ranges::count(own, code_of(operation), &std::pair<std::string, std::string>::first))
      line.append(" ").append(operation).append(";");
  return line + '\n';
}

// A game without moves, to be played from the position. What is said of it is a tag: some testers refuse a comment before
// the first move.
std::string pgn_game(const OpeningsJob& job, const GamePosition& position, const Membership& membership,
                     const std::string& judge, std::size_t round) {
  const Judgement& judgement = membership.judgement;
  const std::int64_t for_mover = position.side_to_move() == 0 ? judgement.score : -judgement.score;
  const std::string score = job.oracle.engine.empty() ? "" : fmt::format("ce {}, ", for_mover);
  return fmt::format(
      "[Event \"start positions\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"{}\"]\n[White \"?\"]\n"
      "[Black \"?\"]\n[Result \"*\"]\n{}[SetUp \"1\"]\n[FEN \"{}\"]\n{}\n*\n\n",
      round, booksearch::variant_tag(*job.game, variant_name(*job.game), position), position.text(),
      booksearch::pgn_tag("Judgement", fmt::format("{}depth {}, nodes {}, probability {:.3f}, {}, {}", score,
                                                   judgement.depth, judgement.nodes, membership.probability,
                                                   measure_text(job, judgement), judge)));
}

constexpr const char* kColumns =
    "position,first_setup,second_setup,score,wins,draws,losses,probability,stage,depth,nodes\n";

std::string csv_line(const GameModule& game, const Candidates& candidates, std::uint32_t candidate,
                     const Membership& membership) {
  const auto pair = candidates.pair(candidate);
  const SetupPhase* setups = game.setup_phase();
  const auto& [wins, draws, losses] = membership.judgement.chances;
  return fmt::format("{},{},{},{},{},{},{},{:.6f},{},{},{}\n", candidates.position(candidate)->text(),
                     pair ? setups->reds().name(pair->red) : "", pair ? setups->blues().name(pair->blue) : "",
                     membership.judgement.score, wins, draws, losses, membership.probability,
                     membership.stage + 1, membership.judgement.depth, membership.judgement.nodes);
}

}  // namespace

booksearch::Selection selection_of(const OpeningsJob& job, const Candidates& candidates) {
  booksearch::Selection selection{job.wanted, [&job](std::uint32_t i) { return place_by_seed(job.seed, i); }};
  if (job.prefers_resolution) selection.worth = booksearch::resolution_of;
  if (job.distance == 0) return selection;
  auto pictures = std::make_shared<std::unordered_map<std::uint32_t, BoardPicture>>();
  const auto picture = [pictures, &candidates](std::uint32_t candidate) -> const BoardPicture& {
    const auto found = pictures->find(candidate);
    if (found != pictures->end()) return found->second;
    return pictures->emplace(candidate, candidates.position(candidate)->picture()).first->second;
  };
  selection.are_near = [picture, &job](std::uint32_t a, std::uint32_t b) {
    return distance(picture(a), picture(b)) < job.distance;
  };
  return selection;
}

OpeningFormat opening_format(const std::string& name, const std::string& path) {
  const std::string format = name.empty() ? path.substr(std::min(path.rfind('.') + 1, path.size())) : name;
  if (format == "fen") return OpeningFormat::kFen;
  if (format == "pgn") return OpeningFormat::kPgn;
  if (format == "npy") return OpeningFormat::kNpy;
  if (format == "csv") return OpeningFormat::kCsv;
  return OpeningFormat::kEpd;
}

std::string opening_text(OpeningFormat format, const OpeningsJob& job, const Candidates& candidates,
                         const booksearch::WindowFindings& result, const std::string& judge) {
  const GameModule& game = *job.game;
  std::string text = format == OpeningFormat::kCsv ? kColumns : "";
  std::vector<std::uint32_t> list = result.list;
  std::ranges::sort(list, {}, [&](std::uint32_t candidate) { return place_by_seed(job.seed, candidate); });
  std::size_t round = 0;
  for (const std::uint32_t candidate : list) {
    const PositionHandle position = candidates.position(candidate);
    const Membership& membership = result.memberships[candidate];
    switch (format) {
      case OpeningFormat::kEpd:
        text += epd_line(job, *position, membership, judge, candidates.operations(candidate));
        break;
      case OpeningFormat::kFen:
        text += position->text() + '\n';
        break;
      case OpeningFormat::kPgn:
        text += pgn_game(job, *position, membership, judge, ++round);
        break;
      case OpeningFormat::kNpy:  // of all pairs alone (pair_table.h)
      case OpeningFormat::kCsv:
        text += csv_line(game, candidates, candidate, membership);
        break;
    }
  }
  return text;
}

void print_window(const OpeningsJob& job, const booksearch::WindowFindings& result, const std::string& list,
                  const std::string& judge, bool json) {
  const auto is_in = [](const booksearch::Membership& membership) { return membership.belongs(); };
  const auto belonging = static_cast<std::size_t>(std::ranges::count_if(result.memberships, is_in));
  const std::size_t candidates = result.memberships.size();
  if (json) {
    print_json({{"list", list},
                {"written", result.list.size()},
                {"belonging", belonging},
                {"candidates", candidates},
                {"expected_error", result.expected_error},
                {"searched", result.searched},
                {"nodes", result.nodes},
                {"judge", judge}});
  } else {
    std::string searched;
    for (const std::uint64_t count : result.searched)
      searched += fmt::format("{}{}", searched.empty() ? "" : ", then ", count);
    print_line(
        "{}: {} of {} that belong, out of {}; compared with the last stage, {:.1f} % wrong decisions are expected",
        list, counted(result.list.size(), "position"), belonging, candidates, 100 * result.expected_error);
    print_line("{} has searched {} of them: {:.0f} nodes a position", judge, searched,
               static_cast<double>(result.nodes) / static_cast<double>(candidates));
  }
  if (!result.is_finished)
    print_note(
        fmt::format("time ran out before the share of wrong decisions had come down to {:.1f} %; "
                    "--resume continues",
                    100 * job.error));
  if (result.list.size() < job.wanted)
    print_note(fmt::format("{} of {} that were wanted; more pairs, or a wider window, may give the others",
                           result.list.size(), job.wanted));
}

}  // namespace tabiya::tools
