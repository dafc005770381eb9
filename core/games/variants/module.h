// A game made of a file's text, at run time.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "codec/result.h"
#include "core/game/game_module.h"

namespace tabiya::variants {

// The game of the section `name`, or of the only one where that is empty. `id` is what files and options call the
// game, its GameModule::name(). The version of its rules is made of their text. Positions and engines refer to
// the module, which outlives them. Errors: kInvalid, kUnsupported or kTooLarge, with the line and the key.
Result<std::unique_ptr<const GameModule>> make_module(std::string_view text, std::string_view name,
                                                      std::string id);

}  // namespace tabiya::variants
