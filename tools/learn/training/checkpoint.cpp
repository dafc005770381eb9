#include "tools/learn/training/checkpoint.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "codec/bits.h"
#include "codec/container.h"
#include "tools/cli/json.h"
#include "tools/cli/json_text.h"

namespace tabiya::tools {
namespace {

using codec::BitReader;
using codec::BitWriter;
using Bytes = std::vector<std::byte>;

constexpr std::string_view kKind = "TRNG";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kNumbersOfEpoch = 6;

Bytes encode_json(const Json& value) {
  const std::string text = json_text(value);
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

Json decode_json(const Bytes& bytes) {  // discarded where it is none
  return parse_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Bytes encode_number(std::uint64_t number) {
  BitWriter writer;
  writer.put(number, 64);
  return writer.take_bytes();
}

Json epochs_json(const std::vector<EpochResult>& epochs) {
  Json all = Json::array();
  for (const EpochResult& epoch : epochs)
    all.push_back({epoch.epoch, epoch.rate, epoch.training_loss, epoch.training_excess, epoch.validation_loss,
                   epoch.validation_excess});
  return all;
}

// Empty if the bytes are no epochs: a training is only kept after its first.
std::vector<EpochResult> decode_epochs(const Bytes& bytes) {
  const Json all = decode_json(bytes);
  if (!all.is_array()) return {};
  std::vector<EpochResult> epochs;
  for (const Json& epoch : all) {
    const bool is_epoch = epoch.is_array() && epoch.size() == kNumbersOfEpoch &&
                          std::ranges::all_of(epoch, [](const Json& number) { return number.is_number(); });
    if (!is_epoch) return {};
    const auto number = [&](std::size_t i) { return epoch[i].get<double>(); };
    epochs.push_back(
        {static_cast<int>(epochs.size()) + 1, number(1), number(2), number(3), number(4), number(5)});
  }
  return epochs;
}

Bytes encode_network(const FloatNetwork& network) {
  BitWriter writer;
  writer.put(network.shape.width, 32);
  for (const std::vector<float>& array : network.arrays)
    for (const float number : array) writer.put(std::bit_cast<std::uint32_t>(number), 32);
  return writer.take_bytes();
}

// Nothing if the bytes are no network of that shape.
std::optional<FloatNetwork> decode_network(const Bytes& bytes, const ModelShape& model) {
  FloatNetwork network(model);
  std::size_t size = 4;
  for (const std::vector<float>& array : network.arrays) size += array.size() * sizeof(float);
  BitReader reader(bytes);
  if (bytes.size() != size || reader.get(32) != model.width) return std::nullopt;
  for (std::vector<float>& array : network.arrays)
    for (float& number : array) number = std::bit_cast<float>(static_cast<std::uint32_t>(reader.get(32)));
  return network;
}

Result<std::monostate> check_header(const Json& found, const Json& wanted) {
  if (!found.is_object()) return corrupt("its header is no object of JSON");
  for (const auto& [name, value] : wanted.items()) {
    const std::string there = found.contains(name) ? json_text(found[name]) : "nothing";
    if (there != json_text(value))
      return invalid("is of another training: " + name + " is " + there + " there, and " + json_text(value) +
                     " here");
  }
  return ok_status();
}

}  // namespace

std::vector<std::byte> encode_checkpoint(const Json& header, const TrainingState& state) {
  return codec::encode_container({std::string(kKind),
                                  kVersion,
                                  {{"HEAD", encode_json(header)},
                                   {"EPOC", encode_json(epochs_json(state.epochs))},
                                   {"STEP", encode_number(state.trainer.steps)},
                                   {"NETW", encode_network(state.trainer.network)},
                                   {"MEAN", encode_network(state.trainer.mean)},
                                   {"VARI", encode_network(state.trainer.variance)},
                                   {"BEST", encode_network(state.best)}}});
}

Result<TrainingState> decode_checkpoint(std::span<const std::byte> bytes, const Json& header,
                                        const ModelShape& model) {
  const Result<codec::Container> file = codec::decode_container(bytes);
  if (!file) return file.error();
  if (file->kind != kKind || file->version != kVersion)
    return unsupported("is no checkpoint of a training, or one of another version");
  for (const char* name : {"HEAD", "EPOC", "STEP", "NETW", "MEAN", "VARI", "BEST"})
    if (!file->find(name)) return corrupt("lacks the section " + std::string(name));
  if (Status status = check_header(decode_json(*file->find("HEAD")), header); !status) return status.error();
  TrainingState state;
  state.epochs = decode_epochs(*file->find("EPOC"));
  if (state.epochs.empty() || file->find("STEP")->size() != 8) return corrupt("has no epochs");
  state.trainer.steps = BitReader(*file->find("STEP")).get(64);
  const std::pair<FloatNetwork*, const char*> networks[] = {{&state.trainer.network, "NETW"},
                                                            {&state.trainer.mean, "MEAN"},
                                                            {&state.trainer.variance, "VARI"},
                                                            {&state.best, "BEST"}};
  for (const auto& [network, name] : networks) {
    auto decoded = decode_network(*file->find(name), model);
    if (!decoded) return corrupt(std::string("its section ") + name + " is no network of its shape");
    *network = *std::move(decoded);
  }
  return state;
}

}  // namespace tabiya::tools
