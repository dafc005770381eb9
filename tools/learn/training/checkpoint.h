// The file that a training continues from: a container (codec/container.h) of kind "TRNG".
//
//   HEAD  what is trained, on what and how: an object of JSON
//   EPOC  the results of the epochs: an array of JSON, an array of numbers for each
//   STEP  how many steps were taken, u64
//   NETW, MEAN, VARI, BEST   networks: width u32, then the arrays of FloatNetwork one after another, f32
//
// Integers and numbers are little-endian.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codec/result.h"
#include "tools/cli/json.h"
#include "tools/learn/training/training_run.h"

namespace tabiya::tools {

std::vector<std::byte> encode_checkpoint(const Json& header, const TrainingState& state);

// Errors: kCorrupt; kUnsupported for another kind of file, and kInvalid for a header that is not `header`,
// with the first of its settings that differs. `model` is what is trained.
Result<TrainingState> decode_checkpoint(std::span<const std::byte> file, const Json& header,
                                        const ModelShape& model);

}  // namespace tabiya::tools
