#include "tools/explorer/answers.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/game/entry_positions.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/json.h"
#include "tools/explorer/game_json.h"
#include "tools/explorer/pair_matrix.h"
#include "tools/explorer/tasks.h"
#include "tools/play/position_argument.h"

namespace tabiya::tools {
namespace {

AnalysisRequest analysis_request(const GameModule& game, const Json& body) {
  AnalysisRequest request{
      .line = play_out(game, text_field(body, "position"), text_field(body, "moves")),
      .lines = number_field(body, "lines", 1, 20, 1),
      .depth = number_field(body, "depth", 1, kMaxDepth, kMaxDepth),
      .nodes = number_field<std::uint64_t>(body, "nodes", 1, std::numeric_limits<std::uint64_t>::max(),
                                           std::numeric_limits<std::uint64_t>::max()),
      .milliseconds = number_field(body, "milliseconds", 0, 3'600'000, 0)};
  check_setups_placed(game, request.line.now(), "position");
  return request;
}

// The line to the position that is to be explained.
PlayedLine explained_line(const GameModule& game, const Json& body) {
  PlayedLine line = play_out(game, text_field(body, "position"), text_field(body, "moves"));
  check_setups_placed(game, line.now(), "position");
  if (line.now().outcome() != Outcome::kOpen) throw Failure("the game is over");
  return line;
}

Task explanation(Library& library, const GameModule& game, const Json& body) {
  PlayedLine line = explained_line(game, body);
  std::vector<std::string> asked = text_fields(body, "asked");
  for (const std::string& move : asked) take(line.now().after(move), "asked");
  return explanation_task(library, game, std::move(line), std::move(asked));
}

RepliesRequest replies_request(const Library& library, const GameModule& game, const Json& body) {
  const SetupPhase& phase = setup_phase_of(game, "a search of replies");
  RepliesRequest request{.red = take(phase.reds().parse(text_field(body, "red")), "red"),
                         .known = {},
                         .pool = {},
                         .candidates = number_field<std::uint32_t>(body, "candidates", 1, 200, 12),
                         .depth = number_field(body, "depth", 1, 40, 8)};
  for (const std::string& name : text_fields(body, "known"))
    request.known.push_back(take(phase.blues().parse(name), "known"));
  for (const OpenBook& book : library.books()) {
    if (&book.game != &game) continue;
    for (const BookEntry& entry : book.loaded.book.entries) request.pool.push_back(entry.reply);
  }
  constexpr SetupId kFew = 2'000;  // that can all be looked at, and are enough
  const SetupId step = std::max<SetupId>(phase.blues().count() / kFew, 1);
  if (request.pool.size() < kFew)
    for (std::uint64_t id = 0; id < phase.blues().count(); id += step)
      request.pool.push_back(static_cast<SetupId>(id));
  return request;
}

// A setup as people write it, or as it is sent: in some games its name behind "white=".
Result<SetupId> written_setup(const SetupPhase& phase, int side, std::string_view text) {
  const std::string sent = phase.wire(side, 0), prefix = sent.substr(0, sent.find('=') + 1);
  if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
  return phase.parse_written(side, text);
}

// The first book's entry for the position after both setups: known_json(), the book's number, the red,
// and whether its value is by the evaluation that is used here; null for other positions.
Json known_here(Library& library, const GameModule& game, const PlayedLine& line) {
  if (line.positions.size() != 3 || !line.positions[1]->in_setup_phase()) return nullptr;
  const SetupPhase& phase = *game.setup_phase();
  const auto first = written_setup(phase, 0, line.moves[0].wire),
             second = written_setup(phase, 1, line.moves[1].wire);
  if (!first || !second) return nullptr;
  for (const OpenBook& book : library.books()) {
    const auto entry = &book.game == &game ? find_pair(book.loaded.book, *book.loaded.setups, *first, *second)
                                           : std::nullopt;
    if (!entry) continue;
    Json known = known_json(book.loaded, *entry);
    known["book"] = book.number;
    known["red"] = book.loaded.setups->reds().name(book.loaded.book.entries[*entry].red);
    const Json evaluation = entry_json(book.loaded, *entry)["evaluation"];
    known["same_evaluation"] =
        evaluation.is_null() ||
        evaluation == fmt::format("{:016x}", library.oracle(game)->origin().evaluation);
    return known;
  }
  return nullptr;
}

int matrix_depth(const GameModule& game, const Json& body) {
  const SetupPhase& phase = small_setup_phase(game);
  const std::uint64_t pairs = std::uint64_t{phase.reds().count()} * phase.blues().count();
  const int depth = number_field(body, "depth", 0, 40, 0);
  if (depth > 0 && pairs > kMostPairsSearched)
    throw Failure(fmt::format("{} has {} pairs of setups: too many to be searched", game.name(), pairs));
  return depth;
}

// The setup that is meant by its name in either notation, its rank, or its squares.
SetupId setup_of(const SetupPhase& phase, int side, const ApiRequest& request) {
  const SetupSpace& space = side == 0 ? phase.reds() : phase.blues();
  if (request.parameters.contains("squares")) return find_setup(phase, side, parameter(request, "squares"));
  if (request.parameters.contains("rank"))
    return static_cast<SetupId>(number_of(parameter(request, "rank"), space.count() - 1));
  return take(written_setup(phase, side, parameter(request, "name")), "name");
}

// The setup, or {"fault": why}: a person who builds a setup passes through many arrangements that are none.
Json setup_or_fault(const SetupPhase& phase, int side, const ApiRequest& request) {
  try {
    return setup_json(phase, side, setup_of(phase, side, request));
  } catch (const Failure& failure) {
    return {{"fault", failure.what()}};
  }
}

std::string position_answer(Library& library, const GameModule& game, const ApiRequest& request) {
  const PlayedLine line = play_out(game, parameter(request, "position"), parameter(request, "moves"));
  Json object = position_json(line);
  object["known"] = known_here(library, game, line);
  object["lines"] = places_in_lines(library, game, line.now());
  return json_text(object);
}

std::string setup_answer(const GameModule& game, const ApiRequest& request) {
  const SetupPhase& phase = setup_phase_of(game, "a setup");
  const int side = static_cast<int>(number_of(parameter(request, "side", "0"), 1));
  return json_text(setup_or_fault(phase, side, request));
}

}  // namespace

Json places_in_lines(const Library& library, const GameModule& game, const GamePosition& position) {
  Json places = Json::array();
  for (const auto& [book, node] : library.places_in_lines(game, position.text()))
    places.push_back({{"book", book}, {"at", node}});
  return places;
}

std::optional<std::string> computed_answer(Library& library, const ApiRequest& request) {
  const auto game = [&]() -> const GameModule& { return game_named(parameter(request, "game"), "game"); };
  if (request.path == "/api/position") return position_answer(library, game(), request);
  if (request.path == "/api/setup") return setup_answer(game(), request);
  if (request.path != "/api/solved") return std::nullopt;
  const auto matrix = solved_matrix(game());
  return matrix ? std::optional(json_text(matrix_json(*matrix, game()))) : std::nullopt;
}

Task task_of(Library& library, const Json& body) {
  const std::string kind = text_field(body, "kind");
  const GameModule& game = game_named(text_field(body, "game"), "game");
  if (kind == "analysis") return analysis_task(library, game, analysis_request(game, body));
  if (kind == "explanation") return explanation(library, game, body);
  if (kind == "replies") return replies_task(library, game, replies_request(library, game, body));
  if (kind == "swaps") return swaps_task(library, game, replies_request(library, game, body));
  if (kind == "matrix") return matrix_task(library, game, matrix_depth(game, body));
  throw Failure(fmt::format("'{}' is not a kind of work", kind));
}

}  // namespace tabiya::tools
