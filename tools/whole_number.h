// The check of options and arguments that are whole numbers.
#pragma once

#include <cstdint>
#include <limits>

#include <CLI/CLI.hpp>

namespace tabiya::tools {

// Decimal digits alone, between bounds. CLI11's own conversion would take "010" for 8, " 0x10" for 16 and
// "-1" for the largest number of 64 bits.
CLI::Validator whole_number(std::uint64_t least = 0,
                            std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

}  // namespace tabiya::tools
