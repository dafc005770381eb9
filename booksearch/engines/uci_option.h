// The options that a UCI engine offers: "option name Hash type spin default 16 min 1 max 1024".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tabiya::booksearch {

struct UciOption {
  enum class Kind { kCheck, kSpin, kCombo, kButton, kString };

  std::string name;
  Kind kind = Kind::kString;
  std::int64_t least = 0, most = 0;  // of a spin
  std::vector<std::string> choices;  // of a combo

  // Tells what is wrong with setting it to `value`; nothing if that may be done.
  std::optional<std::string> fault_of(std::string_view value) const;
};

// Reads the option that a line of the handshake offers; nothing if the line offers none.
std::optional<UciOption> parse_uci_option(std::string_view line);

// True if two names are of one option: the protocol does not tell capitals from lower-case letters.
bool is_same_option(std::string_view a, std::string_view b);

// True for the value of a check that is on; values of checks are written in any case.
bool is_true(std::string_view value);

// Finds the option of that name; null if there is none.
const UciOption* find_option(const std::vector<UciOption>& options, std::string_view name);

// Lists the options for people: "Hash (1 to 1024), Ponder (true or false), Style (Solid or Risky), Clear
// Hash".
std::string option_list(const std::vector<UciOption>& options);

}  // namespace tabiya::booksearch
