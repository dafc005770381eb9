// Explanations as people and programs read them: the same for `analyse --explain` and `book show --why`.
#pragma once

#include "core/games/board_picture.h"
#include "core/search/value_text.h"
#include "tools/cli/json.h"
#include "tools/explain/explanation.h"

namespace tabiya::tools {

// Prints it, a line for each statement. `picture` is that of the position, and `view` its side to move's.
void print_explanation(const Explanation& explanation, const BoardPicture& picture, const View& view);

// "threat" {score, loss, line} or null, "tempting" [{move, why: "looks good"|"captures"|"asked", score, loss,
// refuted_at, refutation}], "pieces" [{square, side, worth, error}], "tempo". Scores and worths are logit x
// 10,000, losses in winning chances from 0 to 1, moves in wire notation.
Json explanation_json(const Explanation& explanation, const BoardPicture& picture, const View& view);

}  // namespace tabiya::tools
