// The settings by which the reds of one stage of a job are searched.
#pragma once

#include <cstdint>

namespace tabiya::booksearch {

// A [[stage]] of a job file (job_settings.h says what its keys mean).
struct JobStage {
  std::uint32_t keep = 0;     // the best reds of the stage before that enter this one
  int depth = 0;              // plies from the end of the setup phase
  std::uint32_t replies = 0;  // searched for each red, those statically best for Blue; 0: all reasonable ones
  std::uint32_t shared = 0;   // the number of further ones, the most frequent answers to all reds
  std::uint32_t exact = 0;  // rows that are searched to the end, per cent of those that the next stage takes,
                            // at least; 0: all (stage_cut.h)
  std::uint32_t sieve = 0;  // replies that shallower searches put further behind than this are not searched
                            // to the end, logit x 10,000; 0: all are (reply_sieve.h)
  std::uint32_t near = 0;   // the number of answers to the nearest other reds (reply_sources.h)
  std::uint32_t survivors = 0;  // the replies that the sieve leaves, at most; 0: all that stay near the best

  friend auto operator<=>(const JobStage&, const JobStage&) = default;
  static void visit_parts(auto& self, auto& visit) {
    visit(self.keep, self.depth, self.replies, self.shared, self.exact, self.sieve, self.near,
          self.survivors);
  }
};

}  // namespace tabiya::booksearch
