// Many games of self-play at once, handed over in their order.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "booksearch/work/control.h"
#include "booksearch/work/work_kind.h"
#include "codec/result.h"
#include "core/learn/learning.h"
#include "tools/learn/selfplay/data_file.h"

namespace tabiya::tools {

inline constexpr std::uint32_t kGamesPerChunk = 32;

using GeneratorMaker = std::function<Result<std::unique_ptr<GameGenerator>>()>;

// Plays the games from `first` up to but without `end`, both multiples of kGamesPerChunk, on the threads of
// the caller (threads.h) and by control.helpers, and calls `sink` with each chunk, one at a time and in
// order. `make_generator` is called once for each thread. What `sink` throws comes out. Errors: those of
// `make_generator`; kStopped, after the chunks that are under way.
Status play_games(const GeneratorMaker& make_generator, std::uint64_t first, std::uint64_t end,
                  const std::function<void(const DataChunk&)>& sink, const booksearch::Control& control);

// Games for another process (support/work_kind.h).
booksearch::WorkKind games_work(GeneratorMaker make_generator);

}  // namespace tabiya::tools
