// Decisions mixed from adaptive bits in hashed contexts.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "codec/mixing.h"

namespace tabiya::codec {

// A hash of numbers; the first tells contexts of different kinds apart.
template <class... Numbers>
std::uint32_t context_hash(std::uint64_t first, Numbers... numbers) {
  std::uint64_t hash = first;
  ((hash = (hash ^ (hash >> 29) ^ static_cast<std::uint64_t>(numbers)) * 0x9E3779B97F4A7C15), ...);
  return static_cast<std::uint32_t>((hash ^ (hash >> 32)) * 0x9E3779B97F4A7C15 >> 32);
}

// A mixer of kContexts adaptive bits, and of kOpinions logits that the model works out by itself. Contexts
// whose hashes begin with the same kMaxBits bits share an adaptive bit.
template <std::size_t kContexts, std::size_t kOpinions, unsigned kMaxBits>
class ContextModel {
 public:
  using Weights = Mixer<kContexts + kOpinions + 1>;

  // `decisions`: about how many will be coded. Tables with room for more would only take time to set up.
  ContextModel(std::size_t mixers, std::size_t decisions)
      : shift_(32 - std::clamp<unsigned>(static_cast<unsigned>(std::bit_width(decisions)), 8, kMaxBits)),
        mixers_(mixers, Weights(Weights::kUnit / 5)) {
    for (auto& table : tables_) table.resize(std::size_t{1} << (32 - shift_));
  }

  // Sets how much an opinion counts at first.
  void set_opinion_weight(std::size_t opinion, int weight) {
    for (Weights& mixer : mixers_) mixer.set_weight(kContexts + opinion, weight);
  }

  // Codes one decision in contexts given by their hashes; `mixer` chooses the weights.
  template <class Coder>
  bool code(Coder& coder, bool bit, const std::array<std::uint32_t, kContexts>& contexts,
            const std::array<int, kOpinions>& opinions, std::size_t mixer, int rate, std::uint32_t limit) {
    typename Weights::Inputs inputs{};
    for (std::size_t i = 0; i < kContexts; ++i) inputs[i] = stretch(at(i, contexts[i]).p());
    for (std::size_t i = 0; i < kOpinions; ++i) inputs[kContexts + i] = opinions[i];
    inputs.back() = kLogitUnit / 4;
    const std::uint32_t p = std::clamp<std::uint32_t>(mixers_[mixer].mix(inputs), 32, 65536 - 32);
    bit = coder.code(bit, p);
    mixers_[mixer].update(inputs, p, bit, rate);
    for (std::size_t i = 0; i < kContexts; ++i) at(i, contexts[i]).update(bit, limit);
    return bit;
  }

 private:
  AdaptiveBit& at(std::size_t context, std::uint32_t hash) { return tables_[context][hash >> shift_]; }

  unsigned shift_;
  std::array<std::vector<AdaptiveBit>, kContexts> tables_;
  std::vector<Weights> mixers_;
};

}  // namespace tabiya::codec
