#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <httplib.h>
#include <nlohmann/json.hpp>

#include "tools/assets/shipped.h"
#include "tools/bench/bench.h"
#include "tools/cli/json_text.h"
#include "tools/explorer/page_files.h"
#include "tools/explorer/server.h"

namespace tabiya::tools {
namespace {

constexpr int kRequests = 400;

// The page's requests to a server that has just begun, one after the other.
class Visitor {
 public:
  explicit Visitor(const Server& server) : client_(server.address()) {
    client_.set_default_headers({{"X-Tabiya-Token", server.token()}});
  }

  std::string get(const std::string& path) {
    const auto response = client_.Get(path);
    if (!response || response->status != 200) throw std::runtime_error("no answer to " + path);
    return response->body;
  }
  void post(const std::string& path, const nlohmann::ordered_json& body) {
    const auto response = client_.Post(path, json_text(body), "application/json");
    if (!response || response->status != 200) throw std::runtime_error("no answer to " + path);
  }

 private:
  httplib::Client client_;
};

double milliseconds(const std::function<void()>& work) { return 1000 * least_seconds(1, work); }

// What pages ask for while one looks around: pairs, boards with their moves, setups, how far an analysis is.
std::vector<std::string> requests(const OpenBook& book) {
  const std::string game(book.game.name());
  std::vector<std::string> paths;
  const std::size_t entries = book.loaded.book.entries.size();
  for (std::size_t i = 0; i < kRequests / 4; ++i) {
    const BookEntry& entry = book.loaded.book.entries[i * 7919 % entries];
    const SetupPhase& setups = *book.loaded.setups;
    paths.push_back(fmt::format("/api/books/0/entries/{}", i * 7919 % entries));
    paths.push_back(fmt::format("/api/position?game={}&moves={}%20{}", game, setups.wire(0, entry.red),
                                setups.wire(1, entry.reply)));
    paths.push_back(fmt::format("/api/setup?game={}&rank={}", game, entry.red));
    paths.emplace_back("/api/works/1");
  }
  return paths;
}

}  // namespace

std::vector<BenchFigure> bench_explorer(const BenchOptions& options) {
  std::unique_ptr<Library> library;
  std::unique_ptr<Api> api;
  std::unique_ptr<Server> server;
  const std::string name = options.book.empty() ? std::string(kShipped) : options.book;
  const double start = milliseconds([&] {
    library = std::make_unique<Library>(std::vector{name}, std::string(kShipped));
    api = std::make_unique<Api>(*library);
    server = std::make_unique<Server>(*api, ServerOptions{});
  });
  Visitor visitor(*server);
  std::string columns;
  const double first = milliseconds([&] { columns = visitor.get("/api/books/0/entries"); });
  const double again = milliseconds([&] { columns = visitor.get("/api/books/0/entries"); });

  const OpenBook& book = library->book(0);
  const BookEntry& best = book.loaded.book.entries.front();
  visitor.post("/api/works", {{"kind", "analysis"},
                              {"game", book.game.name()},
                              {"lines", 3},
                              {"moves", book.loaded.setups->wire(0, best.red) + " " +
                                            book.loaded.setups->wire(1, best.reply)}});
  std::vector<double> times;
  for (const std::string& path : requests(book)) times.push_back(milliseconds([&] { visitor.get(path); }));
  std::ranges::sort(times);
  std::size_t page = 0;
  for (const PageFile& file : page_files()) page += file.content.size();
  return {{"start_ms", start},
          {"first_list_of_all_entries_ms", first},
          {"list_of_all_entries_ms", again},
          {"list_of_all_entries_kb", static_cast<double>(columns.size()) / 1000},
          {"answer_median_ms", times[times.size() / 2]},
          {"answer_p99_ms", times[times.size() * 99 / 100]},
          {"page_kb", static_cast<double>(page) / 1000}};
}

}  // namespace tabiya::tools
