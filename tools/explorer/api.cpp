#include "tools/explorer/api.h"

#include <algorithm>
#include <charconv>
#include <exception>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/games/games.h"
#include "tools/assets/known_position.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/json.h"
#include "tools/cli/json_text.h"
#include "tools/explorer/book_columns.h"
#include "tools/explorer/game_json.h"
#include "tools/explorer/pair_matrix.h"
#include "tools/explorer/tasks.h"
#include "tools/jobs/job_status_text.h"
#include "tools/jobs/known_oracles.h"
#include "tools/play/position_argument.h"

namespace tabiya::tools {
namespace {

// Thrown for a request of something that does not exist.
struct NotFound : Failure {
  explicit NotFound(const std::string& path) : Failure("there is no " + path) {}
};

// Splits "/api/books/0" into "books", "0".
std::vector<std::string> words_of(const std::string& path) {
  constexpr std::string_view kStart = "/api/";
  if (!path.starts_with(kStart)) throw NotFound(path);
  std::vector<std::string> words;
  for (std::size_t begin = kStart.size(); begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    words.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::uint64_t number_of(const std::string& text, std::uint64_t most) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || error != std::errc{} || rest != end || number > most)
    throw Failure(fmt::format("'{}' is not a whole number up to {}", text, most));
  return number;
}

std::string parameter(const ApiRequest& request, const std::string& name, const std::string& otherwise = "") {
  const auto found = request.parameters.find(name);
  return found == request.parameters.end() ? otherwise : found->second;
}

std::string text_field(const Json& body, const std::string& name, const std::string& otherwise = "") {
  const Json* field = body.find(name);
  if (field == nullptr) return otherwise;
  if (!field->is_string()) throw Failure(name + ": is not a text");
  return field->get<std::string>();
}

std::vector<std::string> text_fields(const Json& body, const std::string& name) {
  const Json* field = body.find(name);
  if (field == nullptr) return {};
  const auto is_text = [](const Json& value) { return value.is_string(); };
  constexpr std::size_t kMost = 100;
  if (!field->is_array() || field->size() > kMost || !std::ranges::all_of(*field, is_text))
    throw Failure(fmt::format("{}: is not a list of texts, {} at most", name, kMost));
  return field->get<std::vector<std::string>>();
}

template <class Number>
Number number_field(const Json& body, const std::string& name, Number least, Number most, Number otherwise) {
  const Json* field = body.find(name);
  if (field == nullptr) return otherwise;
  if (!field->is_number_unsigned()) throw Failure(name + ": is not a whole number");
  const auto number = field->get<std::uint64_t>();
  if (number < static_cast<std::uint64_t>(least) || number > static_cast<std::uint64_t>(most))
    throw Failure(fmt::format("{}: {} is not between {} and {}", name, number, least, most));
  return static_cast<Number>(number);
}

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

// The first book's entry for the position after both setups: known_json(), the book's number, the red, a
// text, and whether its value is by the evaluation that is used here; null for other positions.
Json known_here(Library& library, const GameModule& game, const PlayedLine& line) {
  if (line.positions.size() != 3 || !line.positions[1]->in_setup_phase()) return nullptr;
  const SetupPhase& phase = *game.setup_phase();
  const auto first = written_setup(phase, 0, line.moves[0].wire),
             second = written_setup(phase, 1, line.moves[1].wire);
  if (!first || !second) return nullptr;
  for (std::size_t i = 0; i < library.books().size(); ++i) {
    const OpenBook& book = library.books()[i];
    const auto entry = &book.game == &game ? find_pair(book.loaded, *first, *second) : std::nullopt;
    if (!entry) continue;
    Json known = known_json(book.loaded, *entry);
    known["book"] = i;
    known["red"] = book.loaded.setups->reds().name(book.loaded.book.entries[*entry].red);
    known["text"] = known_text(book.loaded, *entry);
    const Json evaluation = entry_json(book.loaded, *entry)["evaluation"];
    known["same_evaluation"] =
        evaluation.is_null() ||
        evaluation == fmt::format("{:016x}", library.oracle(game)->origin().evaluation);
    return known;
  }
  return nullptr;
}

// The books of moves that know a position: for each its number, and the position's number `at` in it.
Json places_in_lines(const Library& library, const GameModule& game, const GamePosition& position) {
  Json places = Json::array();
  for (std::size_t i = 0; i < library.lines().size(); ++i) {
    const OpenMoves& lines = *library.lines()[i];
    if (&lines.game() != &game) continue;
    if (const auto node = lines.find(position.text())) places.push_back({{"book", i}, {"at", *node}});
  }
  return places;
}

AuditRequest audit_request(const Json& body) {
  return {.sample = number_field<std::uint32_t>(body, "sample", 1, 5'000, 60),
          .deeper = number_field(body, "deeper", 0, 6, 2),
          .replies = number_field<std::uint32_t>(body, "replies", 1, 5'000, 200),
          .seed = number_field<std::uint64_t>(body, "seed", 0, std::numeric_limits<std::uint32_t>::max(), 1)};
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

// The element of a list that a path such as "/api/jobs/0" names by its number.
const auto& element(const auto& list, const ApiRequest& request, const std::vector<std::string>& words) {
  const std::uint64_t index = number_of(words[1], std::numeric_limits<std::uint64_t>::max());
  if (index >= list.size()) throw NotFound(request.path);
  return list[index];
}

ApiResponse error_response(int status, const char* message) {
  return {status, json_text({{"error", message}})};
}

}  // namespace

Json session_json(const Library& library) {
  Json object{{"program", "tabiya"},       {"network", library.network()},
              {"games", Json::array()},    {"books", Json::array()},
              {"lines", Json::array()},    {"jobs", Json::array()},
              {"matrices", Json::array()}, {"game", nullptr}};
  for (const GameModule* game : library.known_games()) object["games"].push_back(game_json(*game));
  if (const GameModule* game = library.named_game()) object["game"] = game->name();
  for (const OpenBook& book : library.books()) {
    object["books"].push_back({{"name", book.name},
                               {"game", book.game.name()},
                               {"entries", book.loaded.book.entries.size()},
                               {"maker", book.loaded.book.meta.maker},
                               {"audited", !book.audit.empty()}});
  }
  for (const auto& lines : library.lines()) object["lines"].push_back(lines->summary());
  for (const WatchedJob& job : library.jobs())
    object["jobs"].push_back({{"name", job.name}, {"game", job.file.job.game}});
  for (const LoadedMatrix& matrix : library.matrices())
    object["matrices"].push_back({{"name", matrix.name}, {"game", matrix.game}});
  return object;
}

Json pair_json(const Library& library, const OpenBook& book, std::size_t entry) {
  Json details = entry_details(book.loaded, entry);
  const BookEntry& pair = book.loaded.book.entries[entry];
  details["lines"] =
      places_in_lines(library, book.game, *book.loaded.setups->position_after(pair.red, pair.reply));
  return details;
}

Json job_json(const WatchedJob& job) {
  return status_json(job.files.state(), read_status(job.file.job, job.files), job.files.owner(),
                     find_setup_phase(job.file.job.game));
}

ApiResponse Api::answer(const ApiRequest& request) {
  try {
    return {200, request.is_post ? post(request) : get(request)};
  } catch (const NotFound& failure) {
    return error_response(404, failure.what());
  } catch (const Failure& failure) {
    return error_response(400, failure.what());
  } catch (const std::bad_alloc&) {
    return error_response(503, "out of memory");
  } catch (const std::exception& error) {
    return error_response(500, error.what());
  }
}

void Api::prepare() {
  for (const OpenBook& book : library_.books()) book.columns();
}

std::string Api::get_book(const ApiRequest& request, const std::vector<std::string>& words) {
  const OpenBook& book = library_.book(number_of(words[1], std::numeric_limits<std::size_t>::max()));
  if (words.size() == 3 && words[2] == "entries") return book.columns();
  if (words.size() == 3 && words[2] == "audit" && !book.audit.empty()) return book.audit;
  if (words.size() == 4 && words[2] == "entries") {
    const std::size_t entries = book.loaded.book.entries.size();
    const std::size_t index = number_of(words[3], std::numeric_limits<std::size_t>::max());
    if (index >= entries) throw NotFound(request.path);
    return json_text(pair_json(library_, book, index));
  }
  throw NotFound(request.path);
}

std::string Api::get(const ApiRequest& request) {
  const std::vector<std::string> words = words_of(request.path);
  if (words[0] == "session" && words.size() == 1) return json_text(session_json(library_));
  if (words[0] == "books" && words.size() >= 3) return get_book(request, words);
  if (words[0] == "lines" && words.size() == 3) {
    const OpenMoves& lines = *element(library_.lines(), request, words);
    const std::uint64_t node = number_of(words[2], std::numeric_limits<LineNode>::max());
    if (node >= lines.size()) throw NotFound(request.path);
    return json_text(lines.node(static_cast<LineNode>(node)));
  }
  if (words[0] == "jobs" && words.size() == 2)
    return json_text(job_json(element(library_.jobs(), request, words)));
  if (words[0] == "matrices" && words.size() == 2) return element(library_.matrices(), request, words).json;
  if (words[0] == "solved" && words.size() == 1) {
    const GameModule& game = game_named(parameter(request, "game"), "game");
    if (const auto matrix = solved_matrix(game)) return json_text(matrix_json(*matrix, game));
  }
  if (words[0] == "position" && words.size() == 1) {
    const GameModule& game = game_named(parameter(request, "game"), "game");
    const PlayedLine line = play_out(game, parameter(request, "position"), parameter(request, "moves"));
    Json object = position_json(line);
    object["known"] = known_here(library_, game, line);
    object["lines"] = places_in_lines(library_, game, line.now());
    return json_text(object);
  }
  if (words[0] == "setup" && words.size() == 1) {
    const SetupPhase& phase = setup_phase_of(game_named(parameter(request, "game"), "game"), "a setup");
    const int side = static_cast<int>(number_of(parameter(request, "side", "0"), 1));
    return json_text(setup_or_fault(phase, side, request));
  }
  if (words[0] == "works" && words.size() == 2) {
    constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
    const auto state = works_.state(number_of(words[1], kMost));
    if (state) return work_json(*state, number_of(parameter(request, "seen", "0"), kMost));
  }
  throw NotFound(request.path);
}

std::string Api::post(const ApiRequest& request) {
  const std::vector<std::string> words = words_of(request.path);
  if (words[0] == "works" && words.size() == 1) {
    const Json body = parse_json(request.body);
    if (!body.is_object()) throw Failure("the body is not a JSON object");
    return json_text({{"id", works_.start(task_of(body))}});
  }
  if (words[0] == "works" && words.size() == 3 && words[2] == "stop") {
    if (works_.stop(number_of(words[1], std::numeric_limits<std::uint64_t>::max()))) return "{}";
  }
  throw NotFound(request.path);
}

Task Api::task_of(const Json& body) {
  const std::string kind = text_field(body, "kind");
  if (kind == "audit") {
    constexpr auto kMost = std::numeric_limits<std::size_t>::max();
    return audit_task(library_, library_.book(number_field(body, "book", std::size_t{0}, kMost, kMost)),
                      audit_request(body));
  }
  const GameModule& game = game_named(text_field(body, "game"), "game");
  if (kind == "analysis") return analysis_task(library_, game, analysis_request(game, body));
  if (kind == "explanation") return explanation(library_, game, body);
  if (kind == "replies") return replies_task(library_, game, replies_request(library_, game, body));
  if (kind == "matrix") return matrix_task(library_, game, matrix_depth(game, body));
  throw Failure(fmt::format("'{}' is not a kind of work", kind));
}

}  // namespace tabiya::tools
