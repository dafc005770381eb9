#include "tools/explorer/tasks.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "booksearch/explain/explanation.h"
#include "booksearch/explain/game_review.h"
#include "booksearch/setups/audit/audit.h"
#include "core/setup/sampling.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/explorer/pair_matrix.h"
#include "tools/play/analysis_json.h"
#include "tools/play/position_argument.h"
#include "tools/reports/explanation_text.h"

namespace tabiya::tools {
namespace {

struct Candidate {
  SetupId reply;
  Score red_value;
};

// The statically best replies of the pool for Blue, after those that are known.
std::vector<SetupId> choose_candidates(const PairOracle& oracle, const RepliesRequest& request) {
  const std::vector<SetupId> pool = with_mirrors(oracle.blues(), request.pool);
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

Json candidate_json(const SetupPhase& phase, const RepliesRequest& request, const Candidate& candidate,
                    Score best) {
  Json object = setup_json(phase, 1, candidate.reply);
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
        SearchError off;
        const auto report = [&](const GameSearchResult& result) {
          off.add(result);
          Json object =
              analysis_json(view, result, nodes_per_second(result.nodes, start), PvText::kBothNotations);
          object["error"] = off.error();
          publish(object);
          return true;
        };
        report(take(engine->search(request.line.positions, limits, report)));
      };
}

Task explanation_task(Library& library, const GameModule& game, PlayedLine line,
                      std::vector<std::string> asked) {
  return [&library, &game, line = std::move(line), asked = std::move(asked)](const std::atomic<bool>& stop,
                                                                             const Publish& publish) {
    const auto engine = library.engine(game, 1);
    const PositionHandle& position = line.positions.back();
    ExplainOptions options;
    options.asked = asked;
    const auto explanation = explain(*engine, position, options, &stop);
    if (!explanation && explanation.error().code == ErrorCode::kStopped) return;
    publish(explanation_json(take(explanation), position->picture(), view_of(game, *position),
                             PvText::kBothNotations));
  };
}

Task replies_task(Library& library, const GameModule& game, RepliesRequest request) {
  return
      [&library, &game, request = std::move(request)](const std::atomic<bool>& stop, const Publish& publish) {
        const auto oracle = library.oracle(game);
        const std::vector<SetupId> replies = choose_candidates(*oracle, request);
        const auto searcher = oracle->searcher(kTaskTableBytes);
        const std::string evaluation = fmt::format("{:016x}", oracle->origin().evaluation);
        Json table = Json::array();
        const auto tell = [&](int finished, int of, std::size_t done) {
          publish({{"depth", finished},
                   {"of", of},
                   {"done", done},
                   {"total", replies.size()},
                   {"evaluation", evaluation},
                   {"replies", table}});
        };
        for (int depth = 1; depth <= request.depth; ++depth) {
          std::vector<Candidate> found;
          for (const SetupId reply : replies) {
            tell(depth - 1, depth, found.size());
            if (stop) return;
            searcher->set_red(request.red);  // forgets the other replies, so that none of them has it easier
            const auto result = searcher->search(reply, depth, -kInfiniteScore, kInfiniteScore);
            found.push_back({reply, result->red_value});
          }
          std::ranges::stable_sort(found, {}, &Candidate::red_value);
          table = Json::array();
          for (const Candidate& candidate : found)
            table.push_back(candidate_json(*game.setup_phase(), request, candidate, found.front().red_value));
        }
        tell(request.depth, request.depth, replies.size());
      };
}

namespace {

// A setup of Red in which two neighbours have changed places; of the red itself they are the same square.
struct Swap {
  SetupId red;
  std::size_t from = 0, to = 0;
  Score value = 0;
};

std::vector<Swap> swaps_of(const SetupPhase& phase, SetupId red) {
  const BoardPicture picture = phase.picture(0, red);
  const std::string squares = squares_text(picture);
  const std::size_t columns = picture.column_names.size();
  std::vector<Swap> swaps{{red}};
  const auto add = [&](std::size_t from, std::size_t to) {
    if (to >= squares.size() || squares[from] == squares[to] || squares[from] == '.' || squares[to] == '.')
      return;
    std::string swapped = squares;
    std::swap(swapped[from], swapped[to]);
    try {
      swaps.push_back({find_setup(phase, 0, swapped), from, to});
    } catch (const Failure&) {  // no setup
    }
  };
  for (std::size_t square = 0; square < squares.size(); ++square) {
    if (square % columns + 1 < columns) add(square, square + 1);
    add(square, square + columns);
  }
  return swaps;
}

// The value of a red against the best of the candidates.
Score value_of(const PairOracle& oracle, PairSearcher& searcher, const RepliesRequest& request) {
  Score value = kInfiniteScore;
  for (const SetupId reply : choose_candidates(oracle, request)) {
    searcher.set_red(request.red);
    value =
        std::min(value, searcher.search(reply, request.depth, -kInfiniteScore, kInfiniteScore)->red_value);
  }
  return value;
}

Json swaps_json(const SetupPhase& phase, std::vector<Swap> found) {
  const Score own = found.front().value;
  found.erase(found.begin());
  std::ranges::stable_sort(found, {}, &Swap::value);
  Json swaps = Json::array();
  for (const Swap& each : found) {
    Json object = setup_json(phase, 0, each.red);
    add_value(object, "value", each.value, kRedView);
    object.update({{"loss", booksearch::loss(own, each.value) - booksearch::loss(each.value, own)},
                   {"from", each.from},
                   {"to", each.to}});
    swaps.push_back(std::move(object));
  }
  return swaps;
}

}  // namespace

Task swaps_task(Library& library, const GameModule& game, RepliesRequest request) {
  return
      [&library, &game, request = std::move(request)](const std::atomic<bool>& stop, const Publish& publish) {
        const auto oracle = library.oracle(game);
        const auto searcher = oracle->searcher(kTaskTableBytes);
        const std::vector<Swap> swaps = swaps_of(*game.setup_phase(), request.red);
        std::vector<Swap> found;
        for (const Swap& swap : swaps) {
          if (stop) return;
          RepliesRequest one = request;
          one.red = swap.red;
          found.push_back(swap);
          found.back().value = value_of(*oracle, *searcher, one);
          publish({{"done", found.size()},
                   {"total", swaps.size()},
                   {"depth", request.depth},
                   {"value", found.front().value},
                   {"swaps", swaps_json(*game.setup_phase(), found)}});
        }
      };
}

namespace {

std::vector<SetupId> all_of(const SetupSpace& space) {
  std::vector<SetupId> ids(space.count());
  std::iota(ids.begin(), ids.end(), SetupId{0});
  return ids;
}

// The values of a red against every blue, statically.
std::vector<Score> static_row(PairScorer& scorer, SetupId red, std::size_t blues) {
  std::vector<Score> values(blues);
  scorer.set_red(red);
  scorer.evaluate(0, values);
  return values;
}

// The values of a red against every blue, each searched from an empty table.
std::vector<Score> searched_row(PairSearcher& searcher, SetupId red, std::size_t blues, int depth) {
  std::vector<Score> values(blues);
  for (SetupId blue = 0; blue < blues; ++blue) {
    searcher.set_red(red);
    values[blue] = searcher.search(blue, depth, -kInfiniteScore, kInfiniteScore)->red_value;
  }
  return values;
}

}  // namespace

Task matrix_task(Library& library, const GameModule& game, int depth) {
  return [&library, &game, last = depth](const std::atomic<bool>& stop, const Publish& publish) {
    const auto oracle = library.oracle(game);
    const std::vector<SetupId> blues = all_of(oracle->blues());
    const auto prepared = oracle->prepare(blues);
    const auto scorer = prepared->scorer();
    const auto searcher = oracle->searcher(kTaskTableBytes);
    const SetupId reds = oracle->reds().count();
    const Json axes = matrix_axes_json(small_setup_phase(game));
    Json values = Json::array();
    const auto tell = [&](int finished, int of, SetupId done) {
      Json object{{"depth", finished}, {"of", of}, {"done", done}, {"total", reds}};
      object.update(axes);
      object["unit"] = "value";
      object["values"] = values;
      publish(object);
    };
    for (int depth_now = 0; depth_now <= last; ++depth_now) {
      Json rows = Json::array();
      for (SetupId red = 0; red < reds; ++red) {
        if (depth_now > 0) tell(depth_now - 1, depth_now, red);
        if (stop) return;
        rows.push_back(depth_now == 0 ? static_row(*scorer, red, blues.size())
                                      : searched_row(*searcher, red, blues.size(), depth_now));
      }
      values = std::move(rows);
    }
    tell(last, last, reds);
  };
}

}  // namespace tabiya::tools
