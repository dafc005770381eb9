// The answers to questions of the page that take a computation: positions, setups, and work. The server (api.h) and the module
// of exported pages (engine/module.cpp) answer by the same functions.
#pragma once

#include <optional>
#include <string>

#include "tools/explorer/library.h"
#include "tools/explorer/request.h"
#include "tools/explorer/tasks.h"

namespace tabiya::tools {

// The answer to a request of /api/position, /api/setup or /api/solved, as JSON; empty for other paths. Throws Failure.
std::optional<std::string> computed_answer(Library& library, const ApiRequest& request);

// The work that an object describes, of kind analysis, explanation, replies, swaps or matrix. Throws Failure.
Task task_of(Library& library, const Json& body);

// The books of moves that know a position: for each its number, and the position's number `at` in it.
Json places_in_lines(const Library& library, const GameModule& game, const GamePosition& position);

}  // namespace tabiya::tools
