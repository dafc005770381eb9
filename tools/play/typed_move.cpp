#include "tools/play/typed_move.h"

#include <algorithm>
#include <cctype>

namespace tabiya::tools {

std::string squeezed_move(std::string_view text) {
  constexpr std::string_view kSeparators = " \t\r\n-x@:*+#!?";
  std::string squeezed;
  for (const char c : text) {
    const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (kSeparators.find(lower) == kSeparators.npos) squeezed += lower;
  }
  return squeezed;
}

std::vector<MoveText> moves_meant(const std::vector<MoveText>& legal, std::string_view typed) {
  const std::string text = squeezed_move(typed);
  std::vector<MoveText> meant;
  for (const MoveText& move : legal) {
    const std::string wire = squeezed_move(move.wire);
    const std::string readable = squeezed_move(move.readable);
    if (text == wire || text == readable || text == readable.substr(0, 1) + wire ||
        text == readable.substr(1))
      meant.push_back(move);
  }
  return meant;
}

}  // namespace tabiya::tools
