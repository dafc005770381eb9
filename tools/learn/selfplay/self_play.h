// Many games of self-play at once, handed over in their order.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "booksearch/support/control.h"
#include "core/learn/learning.h"
#include "tools/learn/selfplay/data_file.h"

namespace tabiya::tools {

inline constexpr std::uint32_t kGamesPerChunk = 32;

using GeneratorMaker = std::function<std::unique_ptr<GameGenerator>()>;

// Plays the games from `first` up to but without `end`, both multiples of kGamesPerChunk, on as many threads
// as there are, and calls `sink` with each chunk, one at a time and in order. `make_generator` is called once
// for each thread. Ends after the chunks that are under way when `control` says stop. What `sink` throws
// comes out.
void play_games(const GeneratorMaker& make_generator, std::uint64_t first, std::uint64_t end,
                const std::function<void(const DataChunk&)>& sink, const booksearch::Control& control);

}  // namespace tabiya::tools
