// What programs that use the decoders of networks print.
#pragma once

#include <string>

#include "core/eval/network.h"

namespace tabiya::tools {

// A line of the name, the provenance and the shape, and a line of the numbers of each array.
inline std::string printed_network(const NetworkWeights& weights) {
  std::string lines = "sample,random numbers," + std::to_string(weights.shape.features) + "," +
                      std::to_string(weights.shape.width) + "\n";
  visit_arrays(weights, [&](auto numbers, int, const char*) {
    for (const auto number : numbers) lines += std::to_string(number) + " ";
    lines += '\n';
  });
  return lines;
}

}  // namespace tabiya::tools
