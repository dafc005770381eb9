// Reads the text of a file of rules, and makes the checked rules of one of its games.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"
#include "core/games/variants/variant.h"

namespace tabiya::variants {

// The rules that files can inherit from without defining them: parents.ini, which is made part of the program.
extern const std::string_view kParents;

// The games of a file, in its order. Errors as below.
Result<std::vector<std::string>> names_of(std::string_view text);

// The rules of the section `name`, or of the only one where that is empty. A section inherits from one before
// it in the text, or from a parent that the program brings with it (parents.ini). Errors: kInvalid,
// kUnsupported or kTooLarge, with the line and the key.
Result<Variant> read_variant(std::string_view text, std::string_view name = {});

// True if a game goes on by the rules that every UCI engine plays once both sides are set up: those of the
// first section of parents.ini, with castling from the usual squares alone.
bool engines_play_on(const Variant& variant);

// The sections of a game and of all that it inherits from, parents of the program included, as a text of their own; the game is
// the last. Without comments, so that equal rules have equal texts. Errors as above, those of keys excepted.
Result<std::string> resolved_text(std::string_view text, std::string_view name = {});

}  // namespace tabiya::variants
