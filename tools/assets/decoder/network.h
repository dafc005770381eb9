// The result of a network's decoder. The file that `tabiya pack --to cpp --decoder` writes has it as it is
// here, except for the lines above the namespace.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tabiya_network {

// Arrays by rows, the first index slowest. Of p = the side to move, the other side:
//   accumulator[p] = transformer_bias + the feature transformer's rows of the features that p sees
//   x  = clamp(accumulator, 0, 127), the mover's before the other's
//   h0 = clamp((w0 x + b0) >> 8, 0, 127)
//   h1 = clamp((w1 h0 + b1) >> 6, 0, 127)
//   evaluation = w2 h1 + b2, in logit / 10,000 from the mover's view
struct Network {
  std::string name, provenance;
  std::uint32_t features = 0, width = 0;
  std::vector<std::int16_t> transformer;       // [features][width]
  std::vector<std::int16_t> transformer_bias;  // [width]
  std::vector<std::int8_t> w0;                 // [16][2 * width]
  std::vector<std::int32_t> b0;                // [16]
  std::vector<std::int8_t> w1;                 // [32][16]
  std::vector<std::int32_t> b1;                // [32]
  std::vector<std::int8_t> w2;                 // [32]
  std::int32_t b2 = 0;
};

}  // namespace tabiya_network
