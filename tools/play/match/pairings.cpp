#include "tools/play/match/pairings.h"

namespace tabiya::tools {

std::string ordinal(std::size_t engine) {
  static constexpr std::array<const char*, 10> kWords{"first", "second",  "third",  "fourth", "fifth",
                                                      "sixth", "seventh", "eighth", "ninth",  "tenth"};
  return engine < kWords.size() ? kWords[engine] : std::to_string(engine + 1) + "th";
}

}  // namespace tabiya::tools
