#include "core/eval/network_file.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <type_traits>
#include <utility>

#include "codec/bits.h"
#include "codec/container.h"
#include "codec/short_text.h"

namespace tabiya {
namespace {

using codec::Container;
using Bytes = std::vector<std::byte>;

constexpr std::string_view kKind = "NNUE";
constexpr std::string_view kShape = "SHAP";
constexpr std::string_view kName = "NAME";
constexpr std::string_view kProvenance = "FROM";
constexpr std::string_view kNumbers = "NUMS";
constexpr std::string_view kRules = "RULE";
constexpr std::array kSections{kShape, kName, kProvenance, kNumbers};

Bytes encode_shape(NetworkShape shape) {
  codec::BitWriter writer;
  writer.put(shape.features, 32);
  writer.put(shape.width, 32);
  return writer.take_bytes();
}

Bytes encode_numbers(const NetworkWeights& weights) {
  codec::BitWriter writer;
  visit_arrays(weights, [&](auto numbers, int, const char*) {
    for (auto number : numbers) writer.put(static_cast<std::uint64_t>(number), 8 * sizeof number);
  });
  return writer.take_bytes();
}

Result<NetworkShape> decode_shape(const Bytes& section) {
  if (section.size() != 8) return corrupt("the network's section SHAP is not two numbers of 32 bits");
  codec::BitReader reader(section);
  NetworkShape shape;
  shape.features = static_cast<std::uint32_t>(reader.get(32));
  shape.width = static_cast<std::uint32_t>(reader.get(32));
  if (Status status = check_shape(shape); !status) return status.error();
  return shape;
}

Result<std::string> decode_text(const Bytes& section, std::string_view name) {
  const std::string text(reinterpret_cast<const char*>(section.data()), section.size());
  if (!codec::is_printable(text) || text.size() > kMaxNetworkText) {
    return corrupt("the network's section " + std::string(name) +
                   " holds control characters or more than 65,535 bytes");
  }
  return text;
}

std::size_t numbers_size(const NetworkWeights& weights) {
  std::size_t size = 0;
  visit_arrays(weights, [&](auto numbers, int, const char*) { size += numbers.size_bytes(); });
  return size;
}

// Checks the size before anything of the declared shape is allocated: a row has one number at least.
Result<NetworkWeights> decode_numbers(const Bytes& section, NetworkShape shape) {
  const std::string wanted = std::to_string(number_count(shape));
  if (section.size() < number_count(shape)) {
    return corrupt("the network's section NUMS is shorter than the " + wanted + " numbers of its shape");
  }
  NetworkWeights weights(shape);
  if (section.size() != numbers_size(weights)) {
    return corrupt("the network's section NUMS is not the " + wanted + " numbers of its shape");
  }
  codec::BitReader reader(section);
  visit_arrays(weights, [&](auto numbers, int, const char*) {
    for (auto& number : numbers) {
      number = static_cast<std::remove_reference_t<decltype(number)>>(reader.get(8 * sizeof number));
    }
  });
  if (Status status = check_ranges(weights); !status) {
    return corrupt("number " + std::to_string(*status.error().offset) + ": " + status.error().message);
  }
  return weights;
}

}  // namespace

void put_rules(std::uint32_t rules, codec::Container& file) {
  if (rules == 0) return;
  codec::BitWriter writer;
  writer.put(rules, 32);
  file.sections.push_back({std::string(kRules), writer.take_bytes()});
}

Result<std::uint32_t> take_rules(codec::Container& file) {
  if (file.sections.empty() || file.sections.back().name != kRules) return std::uint32_t{0};
  const Bytes bytes = std::move(file.sections.back().bytes);
  file.sections.pop_back();
  const auto rules = bytes.size() == 4 ? static_cast<std::uint32_t>(codec::BitReader(bytes).get(32)) : 0;
  if (rules == 0) return corrupt("the section RULE is not the version of a game's rules");
  return rules;
}

std::vector<std::byte> encode_network(const NamedNetwork& network) {
  Container file{std::string(kKind),
                 kNetworkFileVersion,
                 {{std::string(kShape), encode_shape(network.weights.shape)},
                  {std::string(kName), codec::bytes_of(network.name)},
                  {std::string(kProvenance), codec::bytes_of(network.provenance)},
                  {std::string(kNumbers), encode_numbers(network.weights)}}};
  put_rules(network.rules, file);
  return codec::encode_container(file);
}

Result<NamedNetwork> decode_network(std::span<const std::byte> bytes) {
  Result<Container> file = codec::decode_container(bytes);
  if (!file) return file.error();
  if (file->kind != kKind) return unsupported("a file of kind \"" + file->kind + "\", not a network");
  if (file->version != kNetworkFileVersion) {
    return unsupported("a network file of version " + std::to_string(file->version) +
                       "; this build reads version " + std::to_string(kNetworkFileVersion));
  }
  const Result<std::uint32_t> rules = take_rules(*file);
  if (!rules) return rules.error();
  const bool complete = std::ranges::equal(file->sections, kSections, {}, &codec::Section::name);
  if (!complete) return corrupt("the sections of the network are not SHAP, NAME, FROM and NUMS");

  const Result<NetworkShape> shape = decode_shape(*file->find(kShape));
  if (!shape) return shape.error();
  Result<std::string> name = decode_text(*file->find(kName), kName);
  if (!name) return name.error();
  Result<std::string> provenance = decode_text(*file->find(kProvenance), kProvenance);
  if (!provenance) return provenance.error();
  Result<NetworkWeights> weights = decode_numbers(*file->find(kNumbers), *shape);
  if (!weights) return weights.error();
  return NamedNetwork{*std::move(name), *std::move(provenance), *std::move(weights), *rules};
}

}  // namespace tabiya
