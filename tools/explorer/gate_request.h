// The size of a request in bytes, as far as the bytes that have come tell it.
#pragma once

#include <cstddef>
#include <string_view>

namespace tabiya::tools {

struct RequestSize {
  enum class State { kIncomplete, kWhole, kRefused };

  State state = State::kIncomplete;
  std::size_t size = 0;  // of a whole request, in bytes
  const char* refusal =
      "";  // status and reason of one that is refused: "431 Request Header Fields Too Large"
};

// `head`, `body`: the most bytes that each may have. Bodies have a stated length, and are not sent in chunks.
RequestSize size_of_request(std::string_view bytes, std::size_t head, std::size_t body);

}  // namespace tabiya::tools
