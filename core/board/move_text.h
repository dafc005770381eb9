#pragma once

#include <string>

namespace tabiya {

// A move, or a setup that is placed, in both of its notations: as programs exchange it, and for people.
struct MoveText {
  std::string wire;
  std::string readable;

  friend bool operator==(const MoveText&, const MoveText&) = default;
};

}  // namespace tabiya
