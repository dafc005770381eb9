#include "tools/explorer/api.h"

#include <limits>
#include <optional>
#include <utility>

#include "booksearch/setups/audit/audit.h"
#include "booksearch/setups/audit/audit_report.h"
#include "booksearch/work/parallel.h"
#include "core/games/games.h"
#include "tools/assets/audit_json.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/explorer/answers.h"
#include "tools/explorer/book_columns.h"
#include "tools/explorer/game_json.h"
#include "tools/explorer/tasks.h"

namespace tabiya::tools {
namespace {

// The audit of a book, which the page of the server can start.
struct AuditRequest {
  std::uint32_t sample = 0;   // entries
  int deeper = 0;             // plies beyond the book
  std::uint32_t replies = 0;  // tried for each
  std::uint64_t seed = 0;
};

AuditRequest audit_request(const Json& body) {
  return {.sample = number_field<std::uint32_t>(body, "sample", 1, 5'000, 60),
          .deeper = number_field(body, "deeper", 0, 6, 2),
          .replies = number_field<std::uint32_t>(body, "replies", 1, 5'000, 200),
          .seed = number_field<std::uint64_t>(body, "seed", 0, std::numeric_limits<std::uint32_t>::max(), 1)};
}

// The element of a list that a path such as "/api/jobs/0" names by its number.
const auto& element(const auto& list, const ApiRequest& request, const std::vector<std::string>& words) {
  const std::uint64_t index = number_of(words[1]);
  if (index >= list.size()) throw NotFound(request.path);
  return list[index];
}

// The results are {"done", "total", "summary": audit_facts() or null until it is there, "entries": all of the
// sample as audited_entry_json(), the largest regret first, "better": in the end, a file for `build --with`}.
Task audit_task(Library& library, const OpenBook& book, const AuditRequest& request) {
  return [&library, &book, request](const std::atomic<bool>& stop, const Publish& publish) {
    const auto oracle = library.oracle(book.game);
    const std::vector<SetupId> pool = audit_pool(book.loaded.book, *oracle, /*random=*/0, request.seed);
    const AuditSettings settings{.tolerance = 100,
                                 .replies = request.replies,
                                 .shared = 20,
                                 .pool = pool.size(),
                                 .seed = request.seed,
                                 .origin = oracle->origin()};
    const booksearch::AuditOptions options{.sample = request.sample,
                                           .deeper = request.deeper,
                                           .replies = settings.replies,
                                           .shared = settings.shared,
                                           .seed = settings.seed,
                                           .table_bytes = kTaskTableBytes};
    const auto report_progress = [&](const booksearch::Progress& progress) {
      publish({{"done", progress.done},
               {"total", progress.total},
               {"summary", nullptr},
               {"entries", Json::array()}});
    };
    std::optional<Result<booksearch::Audit>> audit;
    booksearch::with_threads(1, [&] {
      audit = booksearch::audit_book(*oracle, book.loaded.book, pool, options, {report_progress, &stop});
    });
    if (stop) return;
    const booksearch::Audit found = take(*std::move(audit), "audit");
    const auto report = booksearch::report_on(found, static_cast<Score>(settings.tolerance));
    Json entries = Json::array();
    for (const booksearch::AuditedEntry& entry : entries_above(found, -1))
      entries.push_back(audited_entry_json(book.loaded, entry));
    publish({{"done", entries.size()},
             {"total", entries.size()},
             {"summary", audit_facts(book.loaded, found, report, settings, /*json=*/true).object()},
             {"entries", entries},
             {"better", refutations_text(book.loaded, found)}});
  };
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
    object["jobs"].push_back({{"name", job.name}, {"game", job.game->name()}});
  for (const LoadedMatrix& matrix : library.matrices())
    object["matrices"].push_back({{"name", matrix.name}, {"game", matrix.game->name()}});
  return object;
}

Json pair_json(const Library& library, const OpenBook& book, std::size_t entry) {
  Json details = entry_details(book.loaded, entry);
  const BookEntry& pair = book.loaded.book.entries[entry];
  details["lines"] =
      places_in_lines(library, book.game, *book.loaded.setups->position_after(pair.red, pair.reply));
  return details;
}

ApiResponse Api::answer(const ApiRequest& request) {
  return respond([&] { return request.is_post ? post(request) : get(request); });
}

void Api::prepare() {
  for (const OpenBook& book : library_.books()) book.columns();
}

std::string Api::get_book(const ApiRequest& request, const std::vector<std::string>& words) {
  const OpenBook& book = library_.book(number_of(words[1]));
  if (words.size() == 3 && words[2] == "entries") return book.columns();
  if (words.size() == 3 && words[2] == "audit" && !book.audit.empty()) return book.audit;
  if (words.size() == 4 && words[2] == "entries") {
    const std::size_t entries = book.loaded.book.entries.size();
    const std::size_t index = number_of(words[3]);
    if (index >= entries) throw NotFound(request.path);
    return json_text(pair_json(library_, book, index));
  }
  throw NotFound(request.path);
}

std::string Api::get(const ApiRequest& request) {
  const std::vector<std::string> words = path_words(request.path);
  if (words[0] == "session" && words.size() == 1) return json_text(session_json(library_));
  if (words[0] == "books" && words.size() >= 3) return get_book(request, words);
  if (words[0] == "lines" && words.size() == 3) {
    const OpenMoves& lines = *element(library_.lines(), request, words);
    const std::uint64_t node = number_of(words[2], std::numeric_limits<BookNode>::max());
    if (node >= lines.size()) throw NotFound(request.path);
    return json_text(lines.node(static_cast<BookNode>(node)));
  }
  if (words[0] == "jobs" && words.size() == 2)
    return json_text(element(library_.jobs(), request, words).status());
  if (words[0] == "matrices" && words.size() == 2) return element(library_.matrices(), request, words).json;
  if (auto answer = computed_answer(library_, request)) return *std::move(answer);
  if (words[0] == "works" && words.size() == 2) {
    const auto state = works_.state(number_of(words[1]));
    if (state) return work_json(*state, number_of(parameter(request, "seen", "0")));
  }
  throw NotFound(request.path);
}

std::string Api::post(const ApiRequest& request) {
  const std::vector<std::string> words = path_words(request.path);
  if (words[0] == "works" && words.size() == 1) {
    const Json body = parse_json(request.body);
    if (!body.is_object()) throw Failure("the body is not a JSON object");
    return json_text({{"id", works_.start(task(body))}});
  }
  if (words[0] == "works" && words.size() == 3 && words[2] == "stop") {
    if (works_.stop(number_of(words[1]))) return "{}";
  }
  throw NotFound(request.path);
}

Task Api::task(const Json& body) {
  if (text_field(body, "kind") != "audit") return task_of(library_, body);
  constexpr auto kMost = std::numeric_limits<std::size_t>::max();
  return audit_task(library_, library_.book(number_field(body, "book", std::size_t{0}, kMost, kMost)),
                    audit_request(body));
}

}  // namespace tabiya::tools
