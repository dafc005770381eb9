// The explorer's server as a page sees it. Requests go one after the other over connections of their own, as
// a page sends them, while an analysis computes.
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <httplib.h>

#include "tools/assets/shipped.h"
#include "tools/bench/bench.h"
#include "tools/cli/json.h"
#include "tools/explorer/library_files.h"
#include "tools/explorer/page_files.h"
#include "tools/explorer/server.h"

namespace tabiya::tools {
namespace {

constexpr std::size_t kEntries = 500;  // looked at, with four requests each

class Visitor {
 public:
  explicit Visitor(const Server& server) : client_(server.address().substr(0, server.address().size() - 1)) {
    client_.set_default_headers({{"X-Tabiya-Token", server.token()}});
  }

  std::string get(const std::string& path) { return body_of(client_.Get(path), path); }
  std::string post(const std::string& path, const Json& body) {
    return body_of(client_.Post(path, json_text(body), "application/json"), path);
  }

 private:
  static std::string body_of(const httplib::Result& response, const std::string& path) {
    if (!response || response->status != 200) throw std::runtime_error("no answer to " + path);
    return response->body;
  }

  httplib::Client client_;
};

template <class Work>
double milliseconds(Work work) {
  return 1000 * least_seconds(1, work);
}

// The requests of a page while its reader looks around: pairs, boards with their moves, setups, the progress
// of the analysis.
std::vector<std::string> requests(const OpenBook& book, const std::string& analysis) {
  const SetupPhase& setups = *book.loaded.setups;
  const auto& entries = book.loaded.book.entries;
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < kEntries; ++i) {
    const std::size_t index = i * 7919 % entries.size();
    const BookEntry& entry = entries[index];
    paths.push_back(fmt::format("/api/books/0/entries/{}", index));
    paths.push_back(fmt::format("/api/position?game={}&moves={}%20{}", book.game.name(),
                                setups.wire(0, entry.red), setups.wire(1, entry.reply)));
    paths.push_back(fmt::format("/api/setup?game={}&rank={}", book.game.name(), entry.red));
    paths.push_back(analysis);
  }
  return paths;
}

std::string start_analysis(Visitor& visitor, const OpenBook& book) {
  const BookEntry& best = book.loaded.book.entries.front();
  const SetupPhase& setups = *book.loaded.setups;
  const std::string started =
      visitor.post("/api/works", {{"kind", "analysis"},
                                  {"game", book.game.name()},
                                  {"lines", 3},
                                  {"moves", setups.wire(0, best.red) + " " + setups.wire(1, best.reply)}});
  return "/api/works/" + json_text(parse_json(started)["id"]);
}

double page_kilobytes() {
  std::size_t bytes = 0;
  for (const PageFile& file : page_files()) bytes += file.content.size();
  return static_cast<double>(bytes) / 1000;
}

}  // namespace

std::vector<BenchFigure> bench_explorer(const BenchOptions& options) {
  const std::string name = options.book.empty() ? std::string(kShipped) : options.book;
  std::unique_ptr<Library> library;
  std::unique_ptr<Api> api;
  std::unique_ptr<Server> server;
  const double start = milliseconds([&] {
    library = std::make_unique<LibraryOfFiles>(std::vector{name}, std::string(kShipped));
    api = std::make_unique<Api>(*library);
    server = std::make_unique<Server>(*api, ServerOptions{});
  });
  Visitor visitor(*server);
  const double session = milliseconds([&] { visitor.get("/api/session"); });
  std::string columns;
  const double first = milliseconds([&] { columns = visitor.get("/api/books/0/entries"); });
  const double again = milliseconds([&] { columns = visitor.get("/api/books/0/entries"); });

  const std::string analysis = start_analysis(visitor, library->book(0));
  std::vector<double> times;
  for (const std::string& path : requests(library->book(0), analysis))
    times.push_back(milliseconds([&] { visitor.get(path); }));
  visitor.post(analysis + "/stop", Json::object());
  std::ranges::sort(times);
  return {{"start_ms", start},
          {"session_ms", session},
          {"all_entries_first_ms", first},
          {"all_entries_again_ms", again},
          {"all_entries_kb", static_cast<double>(columns.size()) / 1000},
          {"answers_while_analysing", static_cast<double>(times.size())},
          {"answer_median_ms", times[times.size() / 2]},
          {"answer_p99_ms", times[times.size() * 99 / 100]},
          {"answer_largest_ms", times.back()},
          {"page_kb", page_kilobytes()}};
}

}  // namespace tabiya::tools
