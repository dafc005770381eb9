#include "core/book/book_setups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/player.h"
#include "core/setup/pair_engine_of.h"
#include "core/setup/sampling.h"

namespace tabiya::book_setups_test {

using ::testing::HasSubstr;
using zero_point_one::kSetups;

using Pairs = PairEngineOf<zero_point_one::Rules>;

Pairs small_engine() { return Pairs(zero_point_one::make_engine({.table_bytes = 1 << 16})); }

// A book of sampled reds, with sampled replies and these values.
Book book_of(const std::vector<Score>& values, std::uint64_t seed = 7, std::uint8_t depth = 5) {
  const auto reds = sample_normalised(kSetups, values.size(), seed);
  const auto replies = sample_normalised(kSetups, values.size(), seed + 1);
  Book book;
  book.meta.game = kSetups.game();
  for (std::size_t i = 0; i < values.size(); ++i)
    book.entries.push_back({reds[i], replies[i], values[i], depth});
  return book;
}

std::vector<RedChoice> red_choices(const Book& book, const OpeningOptions& options) {
  return tabiya::red_choices(book, options, small_engine());
}

std::vector<std::size_t> entries_of(const std::vector<RedChoice>& choices) {
  std::vector<std::size_t> entries;
  for (const RedChoice& choice : choices) entries.push_back(choice.entry);
  return entries;
}

TEST(RedChoices, AreThoseWithinTheLossWeightedByIt) {
  const Book book = book_of({900, 1'000, 700, 499});
  const auto choices = red_choices(book, {.max_loss = 500, .variety = 200});
  ASSERT_EQ(entries_of(choices), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(choices[0].loss, 100);
  EXPECT_NEAR(choices[0].probability / choices[1].probability, std::exp(-0.5), 1e-9);
  EXPECT_NEAR(choices[2].probability / choices[1].probability, std::exp(-1.5), 1e-9);
  const double total = 1 + std::exp(-0.5) + std::exp(-1.5);
  const OpeningPrice cost = price(choices);
  EXPECT_NEAR(cost.loss, (0.01 * std::exp(-0.5) + 0.03 * std::exp(-1.5)) / total, 1e-9);
  EXPECT_NEAR(price(red_choices(book_of({5, 5, 5, 5}), {})).bits, 2, 1e-9);
}

TEST(RedChoices, AreTheBestAloneWithoutVarietyOrLoss) {
  const Book book = book_of({900, 1'000, 1'000, 999});
  EXPECT_EQ(entries_of(red_choices(book, {.max_loss = 500, .variety = 0})), (std::vector<std::size_t>{1}));
  EXPECT_EQ(entries_of(red_choices(book, {.max_loss = 0, .variety = 50})), (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(price(red_choices(book, {.max_loss = 0, .variety = 0})).loss, 0);
}

TEST(RedChoices, CountEntriesThatWereSearchedDeepEnough) {
  Book book = book_of({1'000, 900});
  book.entries[1].depth = 8;
  EXPECT_EQ(entries_of(red_choices(book, {.depth = 8})), (std::vector<std::size_t>{1}));
  EXPECT_TRUE(red_choices(book, {.depth = 9}).empty());
}

TEST(RedChoices, LeaveOutValuesThatNoSearchReturns) {
  const Book book =
      book_of({std::numeric_limits<Score>::max(), 1'000, std::numeric_limits<Score>::min(), 990});
  EXPECT_EQ(entries_of(red_choices(book, {.max_loss = 500, .variety = 200})),
            (std::vector<std::size_t>{1, 3}));
}

TEST(RedChoices, AreTheFirstEntryOfABookWithoutValues) {
  Book book = book_of({1, 2, 3});
  for (BookEntry& entry : book.entries) entry.red_value.reset();
  EXPECT_EQ(entries_of(red_choices(book, {})), (std::vector<std::size_t>{0}));
}

// The entry that a sum of squares likes best for Red, and not the first, although it is first by name.
TEST(RedChoices, AreStaticOfABookThatHasLostItsOrder) {
  Book book = book_of(std::vector<Score>(50, 0));
  for (BookEntry& entry : book.entries) entry.red_value.reset();
  book.meta.ordered = false;
  const Pairs engine = small_engine();
  const auto value = [&](const BookEntry& entry) { return engine.evaluate(entry.red, entry.reply); };
  const auto best = std::ranges::max_element(book.entries, {}, value) - book.entries.begin();
  ASSERT_NE(best, 0);
  EXPECT_EQ(entries_of(red_choices(book, {.variety = 0})), (std::vector<std::size_t>{std::size_t(best)}));
  EXPECT_TRUE(is_without_preference(book));
}

TEST(RedChoices, AreByValueWhereThereIsNoOrderButValues) {
  Book book = book_of({1, 3, 2});
  book.meta.ordered = false;
  EXPECT_EQ(entries_of(red_choices(book, {.variety = 0})), (std::vector<std::size_t>{1}));
  EXPECT_FALSE(is_without_preference(book));
}

class BookSetupsTest : public ::testing::Test {
 protected:
  BookSetups setups(std::vector<const Book*> books, const OpeningOptions& options = {}) {
    return BookSetups(std::move(books), options, engine_, zero_point_one::sound_red(),
                      [this](std::string_view line) { log_ += line; });
  }
  Pairs engine_ = small_engine();
  std::string log_;
};

TEST_F(BookSetupsTest, ChoosesAsOftenAsItSaysAndBothMirrorImages) {
  const Book book = book_of({1'000, 900, 800, 400});
  const OpeningOptions options{.max_loss = 300, .variety = 150, .seed = 11};
  BookSetups chooser = setups({&book}, options);
  constexpr int kDraws = 6'000;
  std::map<SetupId, int> counts;
  for (int i = 0; i < kDraws; ++i) ++counts[chooser.red_setup({})];
  for (const RedChoice& choice : red_choices(book, options)) {
    const SetupId red = book.entries[choice.entry].red;
    for (const SetupId image : {red, kSetups.mirror(red)})
      EXPECT_NEAR(counts[image] / double{kDraws}, choice.probability / 2, 0.03);
  }
  EXPECT_EQ(counts.size(), 6u);
  EXPECT_THAT(log_, HasSubstr("expected loss 0."));
}

TEST_F(BookSetupsTest, RepeatsItsChoicesWithItsSeed) {
  const Book book = book_of(std::vector<Score>(50, 100));
  const auto draws = [&](std::uint64_t seed) {
    BookSetups chooser = setups({&book}, {.seed = seed});
    std::vector<SetupId> reds;
    for (int i = 0; i < 10; ++i) reds.push_back(chooser.red_setup({}));
    return reds;
  };
  EXPECT_EQ(draws(1), draws(1));
  EXPECT_NE(draws(1), draws(2));
}

TEST_F(BookSetupsTest, WarnsOfABookThatHasLostItsOrder) {
  Book book = book_of({0, 0});
  for (BookEntry& entry : book.entries) entry.red_value.reset();
  setups({&book}).red_setup({});
  EXPECT_THAT(log_, ::testing::Not(HasSubstr("warning")));
  book.meta.ordered = false;
  setups({&book}).red_setup({});
  EXPECT_THAT(log_, HasSubstr("warning: it has lost its order"));
}

TEST_F(BookSetupsTest, AnswersEveryRedOfTheBookAndItsMirrorImage) {
  const Book book = book_of(std::vector<Score>(200, 0));
  BookSetups chooser = setups({&book});
  for (const BookEntry& entry : book.entries) {
    EXPECT_EQ(chooser.blue_reply(entry.red, {}), entry.reply);
    EXPECT_EQ(chooser.blue_reply(kSetups.mirror(entry.red), {}), kSetups.mirror(entry.reply));
  }
}

TEST_F(BookSetupsTest, TurnsToTheFallbackBook) {
  const Book first = book_of({0, 0}, 7, /*depth=*/3), second = book_of({10, 20}, 20, /*depth=*/9);
  BookSetups chooser = setups({&first, &second}, {.depth = 4});
  EXPECT_EQ(kSetups.normalised(chooser.red_setup({})), second.entries[1].red);
  EXPECT_EQ(chooser.blue_reply(second.entries[0].red, {}), second.entries[0].reply);
  BookSetups both = setups({&first, &second});
  EXPECT_EQ(both.blue_reply(first.entries[1].red, {}), first.entries[1].reply);
  EXPECT_EQ(both.blue_reply(second.entries[1].red, {}), second.entries[1].reply);
}

TEST_F(BookSetupsTest, SearchesAmongTheRepliesForAnUnknownRed) {
  const Book book = book_of(std::vector<Score>(40, 0));
  BookSetups chooser = setups({&book});
  const Limits limits{.depth = 2};
  for (const SetupId red : sample_normalised(kSetups, 3, 99)) {
    const auto reply = chooser.blue_reply(red, limits);
    const auto is_reply = [&](const BookEntry& entry) { return entry.reply == reply; };
    EXPECT_TRUE(std::ranges::any_of(book.entries, is_reply));
    EXPECT_EQ(chooser.blue_reply(kSetups.mirror(red), limits), kSetups.mirror(reply));
  }
  EXPECT_THAT(log_, HasSubstr("unknown red"));
}

TEST_F(BookSetupsTest, BeginsWithTheMostFrequentReply) {
  Book book = book_of(std::vector<Score>(40, 0));
  for (const std::size_t entry : {5u, 17u, 23u}) book.entries[entry].reply = book.entries[30].reply;
  BookSetups chooser = setups({&book});
  const auto red = sample_normalised(kSetups, 1, 99).front();
  EXPECT_EQ(chooser.blue_reply(red, {.nodes = 0}), book.entries[30].reply);
}

TEST_F(BookSetupsTest, DoesWithoutABookOrWithABrokenOne) {
  Book broken = book_of({0});
  broken.entries[0].red = kSetups.count();
  for (const std::vector<const Book*>& books : {std::vector<const Book*>{}, {&broken}}) {
    BookSetups chooser = setups(books);
    const auto red = chooser.red_setup({});
    EXPECT_LT(red, kSetups.count());
    const auto reply = chooser.blue_reply(red, {.nodes = 1'000});
    EXPECT_LT(reply, kSetups.count());
  }
}

}  // namespace tabiya::book_setups_test
