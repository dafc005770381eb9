// The result of a book's decoder. The file that `tabiya pack --to cpp --decoder` writes has it as it is here,
// except for the lines above the namespace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tabiya_book {

// Fingerprints that are 0 are not known.
struct Entry {
  std::string red, reply;             // canonical names of setups, each as its owner sees it
  std::optional<std::int32_t> value;  // of the pair, from Red's view, in logit / 10,000
  int depth = 0;                      // plies searched from the end of the setup phase; 0: not searched
  std::uint64_t nodes = 0;            // 0: not known
  std::optional<std::uint32_t> standard_error;  // of the value, in its unit
  std::uint64_t evaluation = 0, search = 0;     // fingerprints of what gave the value
};

struct Book {
  std::string game, maker;
  std::uint64_t evaluation = 0, job = 0;  // fingerprints
  bool ordered = false;                   // the best for Red come first
  std::vector<Entry> entries;
};

}  // namespace tabiya_book
