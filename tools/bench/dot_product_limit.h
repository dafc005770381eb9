// How many of the dot products of a network this machine can compute at best.
#pragma once

#include <cstdint>
#include <string_view>

namespace tabiya::tools {

// Products of an activation and a weight, added up, that one core does in a second with the instructions of a
// kernel set and nothing else to do; 0 if we do not measure it.
double product_limit(std::string_view kernel_set);

// Products that one pair of positions takes, by the shape of the network.
double products_per_evaluation(std::uint32_t width);

}  // namespace tabiya::tools
