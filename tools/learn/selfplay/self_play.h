// Many games of self-play at once, handed over in their order.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "booksearch/support/control.h"
#include "tools/learn/selfplay/data_file.h"
#include "tools/learn/selfplay/game_generator.h"

namespace tabiya::tools {

inline constexpr std::uint32_t kGamesPerChunk = 32;

// Plays the games from `first` up to but without `end`, both multiples of kGamesPerChunk, on as many threads
// as there are, and calls `sink` with each chunk, one at a time and in order. `make_engine` is called once
// for each thread. Ends after the chunks that are under way when `control` says stop. What `sink` throws
// comes out.
void play_games(const SelfPlaySettings& settings, const GameGenerator::EngineMaker& make_engine,
                std::uint64_t first, std::uint64_t end, const std::function<void(const DataChunk&)>& sink,
                const booksearch::Control& control);

}  // namespace tabiya::tools
