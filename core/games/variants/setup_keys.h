// The keys of the setup section of files of rules.
#pragma once

#include <string_view>

#include "codec/result.h"
#include "core/games/variants/variant.h"

namespace tabiya::variants {

inline constexpr std::string_view kSetupKeys = "setup";  // how they begin

// Reads a key of this section, as read_rule() (keys.h) does others.
Status read_setup(Variant& variant, std::string_view key, std::string_view value);

// Checks its squares, as check_on_board() does.
Status check_setup_on_board(const Variant& variant, std::string_view key, std::string_view value);

// An error of a key of the section, with its line in the file: that of the key for this side, or, where the key is
// missing, the last one of the section.
Error about(const SetupSection& section, int side, std::string_view key, Error error);

}  // namespace tabiya::variants
