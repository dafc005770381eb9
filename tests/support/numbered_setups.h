// The simplest space of setups: numbers.
#pragma once

#include <string>

#include "core/setup/setup_space.h"

namespace tabiya::test {

// Setups 0 … count - 1, named by as many digits as the last one has; 2i and 2i + 1 are mirror images, and 2i
// is the normalised one. With an odd count the last is its own mirror image.
class NumberedSetups final : public SetupSpace {
 public:
  explicit NumberedSetups(SetupId count) : count_(count) {}

  std::string_view game() const override { return "numbers"; }
  SetupId count() const override { return count_; }
  SetupId mirror(SetupId id) const override { return (id ^ 1) < count_ ? id ^ 1 : id; }
  SetupId normalised(SetupId id) const override { return id & ~SetupId{1}; }
  SetupId normalised_count() const override { return count_ / 2 + count_ % 2; }
  std::string name(SetupId id) const override {
    const std::string digits = std::to_string(id);
    return std::string(width() - digits.size(), '0') + digits;
  }
  Result<SetupId> parse(std::string_view name) const override {
    if (name.size() != width()) return invalid("not " + std::to_string(width()) + " digits", 0);
    SetupId id = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
      if (name[i] < '0' || name[i] > '9') return invalid("not a digit", i);
      id = 10 * id + static_cast<SetupId>(name[i] - '0');
    }
    if (id >= count_) return invalid("no such setup", 0);
    return id;
  }

 private:
  std::size_t width() const { return std::to_string(count_ - 1).size(); }

  SetupId count_;
};

}  // namespace tabiya::test
