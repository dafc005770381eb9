// The data that a single-file player carries next to its code. `tabiya submit` writes the definition behind
// the sources.
#pragma once

#include <cstddef>
#include <string_view>

namespace tabiya::submission {

struct Payload {
  bool in_utf16;             // the texts are for UTF-16, otherwise dense (codec/dense_text.h)
  std::string_view network;  // text of a framed compact network; empty: the linear evaluation
  std::string_view book;     // text of a framed compact book; empty: none
  std::string_view lines;    // text of the framed section of a book of lines; empty: none
  std::size_t table_bytes;
  int max_loss;  // of the choice of setups (book_setups.h)
  int variety;
};

extern const Payload kPayload;

}  // namespace tabiya::submission
