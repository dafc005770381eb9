// Games from the setups of a book between unequal opponents, for the book's results (core/book/book_results.h).
//
// Of each of the best reds, Blue's reply and others that are as good within the error of the entry's value are played by one
// engine against itself, once with more nodes for Red and once for Blue. No two games are alike: the nodes of each move are
// drawn, from half of the mean to half more. A game depends on its setups, its number and the conditions alone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "booksearch/work/control.h"
#include "core/book/book_results.h"
#include "core/eval/evaluation_choice.h"
#include "core/game/game_module.h"
#include "tools/assets/book_input.h"

namespace tabiya::tools {

struct ResultGames {
  GameConditions conditions{.nodes = 2'000, .weaker_nodes = 500, .games = 8, .seed = 1, .origin = {}};
  std::size_t reds = 300;  // the first ones of the book
  std::uint32_t candidates =
      20;                     // other replies that are compared with that of the book: the statically best
  std::uint32_t replies = 3;  // that are played at most, that of the book included
  int depth = 9;              // plies, for the comparison
};

// What gives values and plays, as book files name it. Errors: kUnsupported if the network does not fit the game.
Result<ValueOrigin> origin_of_games(const GameModule& game, const EvaluationChoice& evaluation);

// Plays on the threads of the caller, and puts the pairs of each red into `results`, in the order of the book; those of reds
// that are there already stay as they are. When it is stopped, `results` has all reds that are done. The book is sound.
// Errors: kStopped; as origin_of_games().
Status play_results(const LoadedBook& book, const GameModule& game, const EvaluationChoice& evaluation,
                    const ResultGames& games, BookResults& results, const booksearch::Control& control);

}  // namespace tabiya::tools
