#include "tools/explorer/tasks.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "booksearch/audit.h"
#include "booksearch/filter.h"
#include "tools/cli/value_json.h"
#include "tools/play/analysis_json.h"
#include "tools/play/position_argument.h"

namespace tabiya::tools {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kTableBytes = std::size_t{16} << 20;

struct Candidate {
  SetupId reply;
  Score red_value;
};

// The statically best replies of the pool for Blue, after those that are known.
std::vector<SetupId> choose_candidates(const PairOracle& oracle, const RepliesRequest& request) {
  const std::vector<SetupId> pool = booksearch::with_mirrors(oracle.blues(), request.pool);
  const auto prepared = oracle.prepare(pool);
  const auto scorer = prepared->scorer();
  std::vector<Score> values(pool.size());
  scorer->set_red(request.red);
  scorer->evaluate(0, values);
  std::vector<Candidate> sorted;
  for (std::size_t i = 0; i < pool.size(); ++i) sorted.push_back({pool[i], values[i]});
  std::ranges::stable_sort(sorted, {}, &Candidate::red_value);
  std::vector<SetupId> candidates = request.known;
  for (const Candidate& candidate : sorted) {
    if (candidates.size() >= request.candidates) break;
    if (std::ranges::find(candidates, candidate.reply) == candidates.end())
      candidates.push_back(candidate.reply);
  }
  return candidates;
}

ordered_json candidate_json(const SetupPhase& phase, const RepliesRequest& request,
                            const Candidate& candidate, Score best) {
  ordered_json object = setup_json(phase, 1, candidate.reply);
  add_value(object, "value", candidate.red_value, kRedView);
  object["loss"] = booksearch::loss(candidate.red_value, best);
  object["known"] = std::ranges::find(request.known, candidate.reply) != request.known.end();
  return object;
}

}  // namespace

Task analysis_task(Library& library, const GameModule& game, AnalysisRequest request) {
  return
      [&library, &game, request = std::move(request)](const std::atomic<bool>& stop, const Publish& publish) {
        const auto engine = library.engine(game, request.lines);
        const View view = view_of(game, request.line.now());
        Limits limits{.depth = request.depth, .nodes = request.nodes, .stop = &stop};
        const auto start = std::chrono::steady_clock::now();
        if (request.milliseconds > 0)
          limits.deadline = start + std::chrono::milliseconds(request.milliseconds);
        const auto report = [&](const GameSearchResult& result) {
          publish(analysis_json(view, result, nodes_per_second(result.nodes, start), PvText::kBothNotations));
          return true;
        };
        report(engine->search(request.line.positions, limits, report));
      };
}

Task replies_task(Library& library, const GameModule& game, RepliesRequest request) {
  return
      [&library, &game, request = std::move(request)](const std::atomic<bool>& stop, const Publish& publish) {
        const auto oracle = library.oracle(game);
        const std::vector<SetupId> replies = choose_candidates(*oracle, request);
        const auto searcher = oracle->searcher(kTableBytes);
        ordered_json table = ordered_json::array();
        for (int depth = 1; depth <= request.depth; ++depth) {
          std::vector<Candidate> found;
          for (const SetupId reply : replies) {
            publish({{"depth", depth - 1},
                     {"of", depth},
                     {"done", found.size()},
                     {"total", replies.size()},
                     {"replies", table}});
            if (stop) return;
            searcher->set_red(request.red);  // forgets the other replies, so that none of them has it easier
            const auto result = searcher->search(reply, depth, -kInfiniteScore, kInfiniteScore);
            found.push_back({reply, result.red_value});
          }
          std::ranges::stable_sort(found, {}, &Candidate::red_value);
          table = ordered_json::array();
          for (const Candidate& candidate : found)
            table.push_back(candidate_json(*game.setup_phase(), request, candidate, found.front().red_value));
        }
        publish({{"depth", request.depth},
                 {"of", request.depth},
                 {"done", replies.size()},
                 {"total", replies.size()},
                 {"replies", table}});
      };
}

}  // namespace tabiya::tools
