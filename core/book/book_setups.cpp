#include "core/book/book_setups.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "core/book/book.h"
#include "core/book/reply_count.h"
#include "core/setup/setup_chooser.h"

namespace tabiya {
namespace {

// Books need not have been verified.
bool counts(const BookEntry& entry, const OpeningOptions& options, const PairEngine& engine) {
  const Score value = entry.red_value.value_or(0);
  return value > -kInfiniteScore && value < kInfiniteScore && entry.depth >= options.depth &&
         entry.red < engine.reds().count() && entry.reply < engine.blues().count();
}

std::string describe(const OpeningPrice& price, std::size_t choices) {
  char text[120];
  std::snprintf(text, sizeof text, "one of %zu setups, %.1f bits; expected loss %.4f logit", choices,
                price.bits, price.loss);
  return text;
}

}  // namespace

bool is_without_preference(const Book& book) {
  const auto has_value = [](const BookEntry& entry) { return entry.red_value.has_value(); };
  return !book.meta.ordered && !std::ranges::all_of(book.entries, has_value);
}

std::vector<RedChoice> red_choices(const Book& book, const OpeningOptions& options,
                                   const PairEngine& engine) {
  const bool is_static = is_without_preference(book);
  std::vector<RedChoice> choices;
  Score best = -kInfiniteScore;
  bool have_values = true;
  for (std::size_t i = 0; i < book.entries.size(); ++i) {
    const BookEntry& entry = book.entries[i];
    if (!counts(entry, options, engine)) continue;
    have_values = have_values && (is_static || entry.red_value.has_value());
    const Score value = is_static ? engine.evaluate(entry.red, entry.reply) : entry.red_value.value_or(0);
    best = std::max(best, value);
    choices.push_back({i, 0, value});
  }
  if (choices.empty()) return choices;
  if (!have_values) return {{choices.front().entry, 1, 0}};
  for (RedChoice& choice : choices) choice.loss = best - choice.loss;
  vary(choices, options);
  return choices;
}

OpeningPrice price(const std::vector<RedChoice>& choices) {
  OpeningPrice price;
  for (const RedChoice& choice : choices) {
    price.loss += choice.probability * choice.loss / 10'000;
    if (choice.probability > 0) price.bits -= choice.probability * std::log2(choice.probability);
  }
  return price;
}

std::vector<SetupId> distinct_replies(const std::vector<const Book*>& books, const OpeningOptions& options,
                                      const PairEngine& engine) {
  std::vector<SetupId> given, replies;
  for (const Book* book : books) {
    for (const BookEntry& entry : book->entries)
      if (counts(entry, options, engine)) given.push_back(entry.reply);
  }
  for (const ReplyCount& frequent : count_replies(given)) replies.push_back(frequent.reply);
  return replies;
}

BookSetups::BookSetups(std::vector<const Book*> books, const OpeningOptions& options, PairEngine& engine,
                       SetupId sound_red, Log log)
    : books_(std::move(books)),
      options_(options),
      engine_(engine),
      without_book_(engine, sound_red),
      random_(options.seed),
      log_(std::move(log)) {}

SetupId BookSetups::red_setup(const Limits& limits) {
  for (const Book* book : books_) {
    const std::vector<RedChoice> choices = red_choices(*book, options_, engine_);
    if (choices.empty()) continue;
    const RedChoice& choice = draw(choices, random_);
    const SetupId red = book->entries[choice.entry].red;
    if (is_without_preference(*book))
      log("book: warning: it has lost its order and has no values; Red's setup is chosen by static "
          "evaluation");
    log("book: entry " + std::to_string(choice.entry + 1) + ", " + describe(price(choices), choices.size()));
    return random_.below(2) == 0 ? red : engine_.reds().mirror(red);
  }
  if (!books_.empty()) log("book: no entry for Red");
  return without_book_.red_setup(limits);
}

SetupId BookSetups::blue_reply(SetupId red, const Limits& limits) {
  const SetupSpace& reds = engine_.reds();
  const SetupSpace& blues = engine_.blues();
  for (const Book* book : books_) {
    const auto answer = look_up(*book, reds, blues, red);
    if (!answer || !counts(book->entries[answer->entry], options_, engine_)) continue;
    log("book: entry " + std::to_string(answer->entry + 1) + (answer->mirrored ? ", mirrored" : ""));
    return answer->reply;
  }
  // Replies are those to normalised reds.
  const std::vector<SetupId> replies = distinct_replies(books_, options_, engine_);
  if (replies.empty()) {
    if (!books_.empty()) log("book: no replies; searching among sampled setups");
    return without_book_.blue_reply(red, limits);
  }
  log("book: unknown red; searching among " + std::to_string(replies.size()) + " replies");
  const SetupId reply = best_reply(reds.normalised(red), replies, engine_, limits);
  return reds.is_normalised(red) ? reply : blues.mirror(reply);
}

}  // namespace tabiya
