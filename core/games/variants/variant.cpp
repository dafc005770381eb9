#include "core/games/variants/variant.h"

namespace tabiya::variants {

Variant::Variant() { promoted.fill(kNoPieceName); }

}  // namespace tabiya::variants
