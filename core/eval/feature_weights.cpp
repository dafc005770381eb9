#include "core/eval/feature_weights.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "codec/bits.h"
#include "codec/container.h"
#include "codec/crc64.h"
#include "core/eval/features.h"
#include "core/eval/network.h"
#include "core/eval/network_file.h"

namespace tabiya {
namespace {

constexpr std::string_view kWeightsKind = "LINR";
constexpr std::uint32_t kWeightsVersion = 1;
constexpr std::array<std::string_view, 4> kWeightsSections{"GAME", "NAME", "FROM", "NUMS"};
constexpr std::size_t kKindOffset = 12;  // in a container: behind its magic and two numbers

}  // namespace

std::int32_t reference_evaluation(const FeatureWeights& weights,
                                  std::span<const std::uint16_t> mover_features,
                                  std::span<const std::uint16_t> other_features, std::optional<int> phase) {
  const std::size_t weights_of_feature = phase ? 2 : 1;
  const auto sum_of = [&](std::size_t which) {
    std::int32_t sum = 0;
    for (const std::size_t f : mover_features) sum += weights.weights[f * weights_of_feature + which];
    for (const std::size_t f : other_features) sum -= weights.weights[f * weights_of_feature + which];
    return sum;
  };
  if (!phase) return weights.bias + sum_of(0);
  return weights.bias + (sum_of(0) * *phase + sum_of(1) * (kMiddlegame - *phase)) / kMiddlegame;
}

std::uint64_t fingerprint(const FeatureWeights& weights) {
  const std::uint64_t crc = codec::crc64(std::as_bytes(std::span(weights.weights)));
  return codec::crc64(std::as_bytes(std::span(&weights.bias, 1)), crc);
}

bool looks_like_weights(std::span<const std::byte> file) {
  if (!codec::looks_like_container(file) || file.size() < kKindOffset + kWeightsKind.size()) return false;
  return std::ranges::equal(file.subspan(kKindOffset, kWeightsKind.size()),
                            std::as_bytes(std::span(kWeightsKind)));
}

std::vector<std::byte> encode_weights(const NamedWeights& weights) {
  codec::BitWriter numbers;
  numbers.put(static_cast<std::uint16_t>(weights.weights.bias), 16);
  for (const std::int16_t weight : weights.weights.weights)
    numbers.put(static_cast<std::uint16_t>(weight), 16);
  codec::Container file{std::string(kWeightsKind),
                        kWeightsVersion,
                        {{"GAME", codec::bytes_of(weights.game)},
                         {"NAME", codec::bytes_of(weights.name)},
                         {"FROM", codec::bytes_of(weights.provenance)},
                         {"NUMS", numbers.take_bytes()}}};
  put_rules(weights.rules, file);
  return codec::encode_container(file);
}

Result<NamedWeights> decode_weights(std::span<const std::byte> bytes) {
  Result<codec::Container> file = codec::decode_container(bytes);
  if (!file) return file.error();
  if (file->kind != kWeightsKind)
    return unsupported("a file of kind \"" + file->kind + "\", not weights of features");
  if (file->version != kWeightsVersion)
    return unsupported("weights of version " + std::to_string(file->version) + "; this build reads version " +
                       std::to_string(kWeightsVersion));
  const Result<std::uint32_t> rules = take_rules(*file);
  if (!rules) return rules.error();
  if (!std::ranges::equal(file->sections, kWeightsSections, {}, &codec::Section::name))
    return corrupt("the sections of the weights are not GAME, NAME, FROM and NUMS");
  NamedWeights weights;
  weights.rules = *rules;
  const std::array texts{&weights.game, &weights.name, &weights.provenance};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const std::byte byte : file->sections[i].bytes) texts[i]->push_back(static_cast<char>(byte));
    const bool printable =
        std::ranges::none_of(*texts[i], [](unsigned char c) { return c < ' ' || c == 0x7F; });
    if (!printable || texts[i]->size() > kMaxNetworkText)
      return corrupt("the section " + file->sections[i].name +
                     " of the weights holds control characters or more than 65,535 bytes");
  }
  const std::vector<std::byte>& numbers = file->sections.back().bytes;
  if (numbers.size() % 2 != 0 || numbers.size() < 4 || numbers.size() > 2 * (2 * kMaxNetworkFeatures + 1))
    return corrupt("the section NUMS of the weights is not a bias and a number for each feature");
  codec::BitReader reader(numbers);
  weights.weights.bias = static_cast<std::int16_t>(reader.get(16));
  while (reader.remaining() > 0) weights.weights.weights.push_back(static_cast<std::int16_t>(reader.get(16)));
  for (const std::int16_t weight : weights.weights.weights)
    if (weight < -kMaxFeatureWeight) return corrupt("the section NUMS of the weights holds -32768");
  if (weights.weights.bias < -kMaxFeatureWeight) return corrupt("the bias of the weights is -32768");
  return weights;
}

}  // namespace tabiya
