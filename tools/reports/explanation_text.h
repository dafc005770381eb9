// Explanations of positions, which `analyse --explain` and `book show --why` share, and reviews of games.
#pragma once

#include <string_view>

#include "booksearch/explain/explanation.h"
#include "booksearch/explain/game_review.h"
#include "core/game/board_picture.h"
#include "core/search/value_text.h"
#include "tools/cli/json.h"
#include "tools/play/analysis_json.h"

namespace tabiya::tools {

// Prints an explanation, a line for each statement. `picture` is that of the position, and `view` its side to
// move's.
void print_explanation(const booksearch::Explanation& explanation, const BoardPicture& picture,
                       const View& view);

// The object has "threat" {score, loss, line, squares} or null, "royals" [{side, square, in_danger,
// attackers, reached, gain, line}], "tempting" [{move, why: "looks good"|"captures"|"asked", score, loss,
// refuted_at, refutation, best, squares, answer}], "pieces" [{square, side, worth, error}], "tempo". Scores
// and worths are logit x 10,000, losses in winning chances from 0 to 1, squares those of the first move,
// `answer` those of the refutation's. A move in both notations is an object, with wire and readable.
Json explanation_json(const booksearch::Explanation& explanation, const BoardPicture& picture,
                      const View& view, PvText text = PvText::kWire);

// Print a line of the review of a game, for a move or for a side.
void print_judged(const booksearch::JudgedMove& move, bool json);
void print_sum(std::string_view side, const booksearch::SideSum& sum, bool json);

}  // namespace tabiya::tools
