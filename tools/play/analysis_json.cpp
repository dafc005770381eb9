#include "tools/play/analysis_json.h"

#include <algorithm>
#include <cmath>

namespace tabiya::tools {
namespace {

Json pv_json(const GameLine& line, PvText text) {
  auto moves = Json::array();
  for (const MoveText& move : line.pv) {
    if (text == PvText::kWire) {
      moves.push_back(move.wire);
    } else {
      moves.push_back({{"wire", move.wire}, {"readable", move.readable}});
    }
  }
  return moves;
}

}  // namespace

std::uint64_t nodes_per_second(std::uint64_t nodes, std::chrono::steady_clock::time_point start) {
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return static_cast<std::uint64_t>(std::round(static_cast<double>(nodes) / std::max(seconds, 1e-6)));
}

Json analysis_json(const View& view, const GameSearchResult& result, std::uint64_t nps, PvText text) {
  Json object{{"depth", result.depth}};
  add_value(object, "score", result.best.score, view);
  object.update({{"pv", pv_json(result.best, text)}, {"nodes", result.nodes}, {"nps", nps}});
  for (const GameLine& line : result.others) {
    auto& other = object["others"].emplace_back(Json::object());
    add_value(other, "score", line.score, view);
    other["pv"] = pv_json(line, text);
  }
  return object;
}

}  // namespace tabiya::tools
