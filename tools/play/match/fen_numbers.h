// The counters of a position whose text is a FEN: other games' positions have none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "codec/text.h"
#include "core/game/game_position.h"

namespace tabiya::tools {

struct FenNumbers {
  std::optional<std::int64_t> halfmove_clock{}, move{};
};

inline FenNumbers fen_numbers(const GamePosition& position) {
  constexpr std::size_t kFields = 6;
  const std::string text = position.text();
  const auto fields = words_of(text);
  if (fields.size() != kFields) return {};
  return {number_in(fields[kFields - 2]), number_in(fields.back())};
}

}  // namespace tabiya::tools
