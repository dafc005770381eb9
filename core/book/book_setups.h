// Setups from books: as Red a choice among the best, as Blue the answer that a book knows.
//
// A player that always opens with its best setup can be prepared against. How much it pays for being
// unpredictable is its own choice: a setup that is worse than the best by `variety` is chosen e times less
// often, one that is worse by more than `max_loss` never. price() says what that costs on average.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/book/book.h"
#include "core/book/variety.h"
#include "core/random.h"
#include "core/setup/setup_chooser.h"

namespace tabiya {

// One of Red's setups, with the probability of its choice.
struct RedChoice {
  std::size_t entry = 0;  // of the book
  double probability = 0;
  Score loss = 0;  // of value, against the best, logit x 10,000
};

// True if nothing in the book says which of its reds are good: it has lost its order, and not all entries
// have values.
bool is_without_preference(const Book& book);

// The choices among the entries that count. If they have no values, the first is the only choice, or, in a
// book without preference, `engine` judges them statically. Empty if there is no such entry.
std::vector<RedChoice> red_choices(const Book& book, const OpeningOptions& options, const PairEngine& engine);

struct OpeningPrice {
  double loss = 0;  // expected, in logit
  double bits = 0;  // of information that an opponent lacks, left or right not counted
};
OpeningPrice price(const std::vector<RedChoice>& choices);

// All replies of the entries that count, each once, the most frequent first: those to normalised reds.
std::vector<SetupId> distinct_replies(const std::vector<const Book*>& books, const OpeningOptions& options,
                                      const PairEngine& engine);

class BookSetups final : public SetupChooser {
 public:
  using Log = std::function<void(std::string_view)>;

  // `books`, the preferred one first, and `engine` outlive this. `sound_red` is placed where no book has a
  // red setup. Each decision is reported to `log`, if there is one.
  BookSetups(std::vector<const Book*> books, const OpeningOptions& options, PairEngine& engine,
             SetupId sound_red, Log log = {});

  // The setup comes from the first book with an entry that counts, in either mirror image.
  SetupId red_setup(const Limits& limits) override;
  // The answer of the first book that knows `red` or its mirror image; else a search among all replies that
  // the books have, the most frequent first.
  SetupId blue_reply(SetupId red, const Limits& limits) override;

 private:
  void log(const std::string& line) const {
    if (log_) log_(line);
  }

  std::vector<const Book*> books_;
  OpeningOptions options_;
  PairEngine& engine_;
  SearchedSetups without_book_;
  Random random_;
  Log log_;
};

}  // namespace tabiya
