#include "tools/learn/selfplay/self_play.h"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

namespace tabiya::tools {

void play_games(const GeneratorMaker& make_generator, std::uint64_t first, std::uint64_t end,
                const std::function<void(const DataChunk&)>& sink, const booksearch::Control& control) {
  tbb::enumerable_thread_specific<std::unique_ptr<GameGenerator>> generators(make_generator);
  booksearch::ProgressMeter meter(control, "games", end, first);

  std::uint64_t next = first;
  const auto draw = [&](tbb::flow_control& flow) -> DataChunk {
    if (next >= end || control.stopped()) return flow.stop(), DataChunk{};
    DataChunk chunk{.first_game = next, .games = kGamesPerChunk, .records = {}};
    next += kGamesPerChunk;
    return chunk;
  };
  const auto play = [&](DataChunk chunk) {
    for (std::uint64_t game = chunk.first_game; game < chunk.first_game + chunk.games; ++game)
      generators.local()->play(game, chunk.records);
    return chunk;
  };
  const auto hand_over = [&](const DataChunk& chunk) {
    sink(chunk);
    meter.advance(chunk.games);
  };
  constexpr int kChunksPerThread = 4;  // so that no thread waits for the chunk of a slower one
  const auto in_flight = static_cast<std::size_t>(kChunksPerThread * tbb::this_task_arena::max_concurrency());
  tbb::parallel_pipeline(in_flight,
                         tbb::make_filter<void, DataChunk>(tbb::filter_mode::serial_in_order, draw) &
                             tbb::make_filter<DataChunk, DataChunk>(tbb::filter_mode::parallel, play) &
                             tbb::make_filter<DataChunk, void>(tbb::filter_mode::serial_in_order, hand_over));
}

}  // namespace tabiya::tools
