// The smallest space of setups with mirror images: the words of two digits, mirrored by reading them
// backwards.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/setup/setup_space.h"

namespace tabiya::test {

class DigitSetups final : public SetupSpace {
 public:
  std::string_view game() const override { return "digits"; }
  SetupId count() const override { return 100; }
  SetupId mirror(SetupId id) const override { return id % 10 * 10 + id / 10; }
  SetupId normalised(SetupId id) const override { return std::min(id, mirror(id)); }
  std::vector<SetupId> normalised_ids() const override {
    std::vector<SetupId> ids;
    for (SetupId id = 0; id < count(); ++id) {
      if (is_normalised(id)) ids.push_back(id);
    }
    return ids;
  }
  std::string name(SetupId id) const override {
    return {static_cast<char>('0' + id / 10), static_cast<char>('0' + id % 10)};
  }
  Result<SetupId> parse(std::string_view name) const override {
    if (name.size() != 2) return invalid("not two digits", 0);
    for (std::size_t i = 0; i < 2; ++i) {
      if (name[i] < '0' || name[i] > '9') return invalid("not a digit", i);
    }
    return static_cast<SetupId>((name[0] - '0') * 10 + (name[1] - '0'));
  }
};

}  // namespace tabiya::test
