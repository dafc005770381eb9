// Refutations: better replies than those of a book, as an audit finds them and a build takes them back in.
// Their file is a small text that people can read, sort and join:
//
//   tabiya refutations 1 GAME
//   RED<tab>REPLY<tab>VALUE<tab>DEPTH<tab>BOOK REPLY<tab>ITS VALUE
//   …
//
// Each refutation has a line: a red of the book, the better reply to it, the value of the pair, the depth of
// its search, and the reply of the book with its value at the same depth. Setups are in canonical notation,
// values are Red's view, logit x 10,000.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"
#include "core/search/score.h"
#include "core/setup/setup_space.h"

namespace tabiya::booksearch {

struct Refutation {
  SetupId red = 0;
  SetupId reply = 0;    // the better one
  Score red_value = 0;  // of it
  int depth = 0;        // plies from the end of the setup phase, of both values; 0 … 255
  SetupId book_reply = 0;
  Score book_value = 0;

  bool operator==(const Refutation&) const = default;
};

// Both spaces are of the same game.
std::string format_refutations(std::span<const Refutation> refutations, const SetupSpace& reds,
                               const SetupSpace& blues);

// Errors: kInvalid with the line and an offset into the text, kUnsupported for another version or game.
Result<std::vector<Refutation>> parse_refutations(std::string_view text, const SetupSpace& reds,
                                                  const SetupSpace& blues);

}  // namespace tabiya::booksearch
