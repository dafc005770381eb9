#include "core/book/book_walk.h"

#include "core/game/game_module.h"

namespace tabiya {

std::unique_ptr<BookWalk> GameModule::make_book_walk() const { return nullptr; }

}  // namespace tabiya
