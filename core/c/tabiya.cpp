#include "core/c/tabiya.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "codec/text.h"
#include "core/c/handles.h"
#include "core/game/written_move.h"
#include "core/games/asset.h"
#include "core/games/games.h"
#include "core/games/variants/module.h"

struct tabiya_network {
  std::shared_ptr<const tabiya::PackedNetwork> network;
};

struct tabiya_engine {
  tabiya::c::GameHandle game;
  std::unique_ptr<tabiya::GameEngine> engine;
  std::atomic<bool> stop{false};     // asks the search that is running to end
  std::atomic<bool> is_busy{false};  // a call is at work on it
};

namespace tabiya::c {

Result<std::vector<PositionHandle>> read_line(const GameModule& game, const char* position,
                                              const char* moves) {
  if (position == nullptr) return invalid("no position is given");
  const Result<PositionHandle> start = read_position(game, position);
  if (!start) return start.error();
  std::vector<PositionHandle> line{*start};
  for (const std::string_view move : words_of(moves == nullptr ? "" : moves)) {
    Result<PositionHandle> next = line.back()->after(move);
    if (!next) return Error{next.error().code, std::string(move) + ": " + next.error().message, {}};
    line.push_back(*std::move(next));
  }
  if (line.back()->in_setup_phase()) return invalid("the position is still in the setup phase");
  return line;
}

Status give_engine(GameHandle game, const tabiya_network* network, std::size_t table_bytes,
                   tabiya_engine** engine) {
  constexpr std::size_t kTableBytes = std::size_t{16} << 20;
  if (network != nullptr && !is_open(network)) return not_open("network");
  EvaluationChoice evaluation;
  if (network != nullptr) {
    const Result<const KernelSet*> kernels = select_kernels();
    if (!kernels) return kernels.error();
    evaluation.network = network->network;
    evaluation.kernels = *kernels;
  }
  SearcherOptions options{.parameters = game->facts().search_parameters};
  options.table_bytes = table_bytes == 0 ? kTableBytes : table_bytes;
  auto made = game->make_engine(evaluation, options);
  if (!made) return made.error();
  return give(std::unique_ptr<tabiya_engine>(new tabiya_engine{std::move(game), *std::move(made)}), engine);
}

namespace {

// Has an engine for one call alone, as long as it lives. Errors, which error() has: not open, or another call is at work.
class EngineUse {
 public:
  explicit EngineUse(tabiya_engine* engine) {
    if (!is_open(engine)) {
      fault_ = not_open("engine");
    } else if (engine->is_busy.exchange(true)) {
      fault_ = invalid("the engine is at work");
    } else {
      engine_ = engine;
    }
  }
  ~EngineUse() {
    if (engine_ != nullptr) engine_->is_busy = false;
  }
  EngineUse(const EngineUse&) = delete;
  EngineUse& operator=(const EngineUse&) = delete;

  explicit operator bool() const { return engine_ != nullptr; }
  const Error& error() const { return fault_; }

 private:
  tabiya_engine* engine_ = nullptr;
  Error fault_;
};

Result<NamedNetwork> read_network(const void* bytes, std::size_t size) {
  auto asset =
      open_asset({static_cast<const std::byte*>(bytes), bytes == nullptr ? 0 : size}, LinesOfPlay::kSkip);
  if (!asset) return asset.error();
  if (NamedNetwork* network = std::get_if<NamedNetwork>(&*asset)) return std::move(*network);
  return unsupported("this is not a network");
}

Result<Limits> read_limits(const tabiya_limits* limits) {
  if (limits == nullptr || (limits->depth <= 0 && limits->nodes == 0 && limits->milliseconds == 0))
    return invalid("the search has no limit: give it a depth, nodes or milliseconds");
  Limits read;
  if (limits->depth > 0) read.depth = std::min<int>(limits->depth, kMaxDepth);
  if (limits->nodes > 0) read.nodes = limits->nodes;
  if (limits->milliseconds > 0)
    read.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(limits->milliseconds);
  return read;
}

void tell(const GameSearchResult& found, tabiya_result& result) {
  std::string variation;
  for (const MoveText& move : found.best.pv) {
    if (variation.size() + 1 + move.wire.size() >= sizeof result.variation) break;  // no part of a move
    variation += (variation.empty() ? "" : " ") + move.wire;
  }
  copy_text(found.best.pv.empty() ? "" : found.best.pv.front().wire, result.move);
  copy_text(variation, result.variation);
  result.score = found.best.score;
  result.depth = found.depth;
  result.nodes = found.nodes;
}

}  // namespace
}  // namespace tabiya::c

using namespace tabiya;
using namespace tabiya::c;

const char* tabiya_version(void) { return TABIYA_VERSION; }

tabiya_status tabiya_network_open(const void* bytes, size_t size, tabiya_network** network,
                                  tabiya_error* error) {
  return guarded(error, [&]() -> Status {
    if (network == nullptr) return null_pointer("network");
    *network = nullptr;
    Result<NamedNetwork> opened = read_network(bytes, size);
    if (!opened) return opened.error();
    Result<PackedNetwork> packed = PackedNetwork::make(std::move(opened->weights));
    if (!packed) return packed.error();
    auto made = std::make_unique<tabiya_network>();
    made->network = std::make_shared<const PackedNetwork>(*std::move(packed));
    return give(std::move(made), network);
  });
}

tabiya_status tabiya_network_close(tabiya_network* network) { return close(network); }

tabiya_status tabiya_engine_new(const char* game, const tabiya_network* network, size_t table_bytes,
                                tabiya_engine** engine, tabiya_error* error) {
  return guarded(error, [&]() -> Status {
    if (engine == nullptr) return null_pointer("engine");
    *engine = nullptr;
    const GameModule* module = game == nullptr ? nullptr : find_game(game);
    if (module == nullptr) return unsupported("no game of that name is known");
    return give_engine(GameHandle(GameHandle(), module), network, table_bytes, engine);
  });
}

tabiya_status tabiya_engine_new_by_rules(const char* rules, const char* name, const tabiya_network* network,
                                         size_t table_bytes, tabiya_engine** engine, tabiya_error* error) {
  return guarded(error, [&]() -> Status {
    if (engine == nullptr) return null_pointer("engine");
    *engine = nullptr;
    if (rules == nullptr) return null_pointer("rules");
    const std::string_view section = name == nullptr ? "" : name;
    auto game = variants::make_module(rules, section, std::string(section));
    if (!game) return game.error();
    return give_engine(*std::move(game), network, table_bytes, engine);
  });
}

tabiya_status tabiya_engine_free(tabiya_engine* engine) {
  return is_open(engine) && engine->is_busy ? TABIYA_INVALID : close(engine);
}

tabiya_status tabiya_engine_new_game(tabiya_engine* engine) {
  const EngineUse use(engine);
  if (!use) return TABIYA_INVALID;
  engine->engine->new_game();
  return TABIYA_OK;
}

tabiya_status tabiya_evaluate(tabiya_engine* engine, const char* position, const char* moves, int32_t* value,
                              tabiya_error* error) {
  return guarded(error, [&]() -> Status {
    const EngineUse use(engine);
    if (!use) return use.error();
    if (value == nullptr) return null_pointer("value");
    const auto line = read_line(*engine->game, position, moves);
    if (!line) return line.error();
    const Result<Score> found = engine->engine->evaluate(*line->back());
    if (!found) return found.error();
    *value = *found;
    return ok_status();
  });
}

tabiya_status tabiya_search_with(tabiya_engine* engine, const char* position, const char* moves,
                                 const tabiya_limits* limits, tabiya_progress progress, void* data,
                                 tabiya_result* result, tabiya_error* error) {
  return guarded(error, [&]() -> Status {
    const EngineUse use(engine);
    if (!use) return use.error();
    if (result == nullptr) return null_pointer("result");
    engine->stop = false;
    const auto line = read_line(*engine->game, position, moves);
    if (!line) return line.error();
    if (line->back()->outcome() != Outcome::kOpen) return invalid("the game is over in this position");
    Result<Limits> read = read_limits(limits);
    if (!read) return read.error();
    read->stop = &engine->stop;
    const auto report = [&](const GameSearchResult& found) {
      tabiya_result so_far;
      if (progress != nullptr) tell(found, so_far);
      return (progress == nullptr || progress(data, &so_far) != 0) && !engine->stop;
    };
    tell(engine->engine->search(*line, *read, report).value(), *result);
    return ok_status();
  });
}

tabiya_status tabiya_search(tabiya_engine* engine, const char* position, const char* moves,
                            const tabiya_limits* limits, tabiya_result* result, tabiya_error* error) {
  return tabiya_search_with(engine, position, moves, limits, nullptr, nullptr, result, error);
}

tabiya_status tabiya_stop(tabiya_engine* engine) {
  if (!is_open(engine)) return TABIYA_INVALID;
  engine->stop = true;
  return TABIYA_OK;
}
