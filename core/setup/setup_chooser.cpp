#include "core/setup/setup_chooser.h"

#include "core/setup/reply_search.h"

namespace tabiya {

SetupId SearchedSetups::blue_reply(SetupId red, const Limits& limits) {
  return best_reply(red, sampled_replies(engine_.blues()), engine_, limits);
}

}  // namespace tabiya
