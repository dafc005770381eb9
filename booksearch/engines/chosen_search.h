// The search that answers the questions of a run: our own, or that of a UCI engine. An interrupted search of the latter is an
// error, so that answers depend on the questions alone.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "booksearch/engines/uci_engine.h"
#include "booksearch/work/judge_pool.h"
#include "codec/result.h"
#include "core/eval/evaluation_choice.h"
#include "core/game/game_engine.h"
#include "core/game/game_module.h"

namespace tabiya::booksearch {

using MakeEngine = std::function<Result<std::unique_ptr<GameEngine>>()>;

struct ChosenSearch {
  std::string identity;  // equal for searches that find the same
  std::string name;      // for people
  MakeEngine make_engine;
  bool is_ours = true;        // else values are centipawns by origin
  bool tells_chances = true;  // of a win, a draw and a loss
  std::string command{};      // program and arguments of an engine
};

// The judges of a run: searches that answer its questions.
template <class Q>
struct JudgeKind {
  std::string identity;  // equal for judges that say the same of the same question
  std::string name;      // for people
  MakeJudge<Q> make;
};

// `game` must outlive the search. Errors: kUnsupported if the game cannot be searched with the evaluation.
Result<ChosenSearch> own_search(const GameModule& game, const EvaluationChoice& evaluation);

// Starts the engine, which tells who it is. `game` must outlive the search. Errors: those of UciSession.
Result<ChosenSearch> engine_search(const GameModule& game, const UciSettings& settings);

}  // namespace tabiya::booksearch
