// The requests of the page and their answers: everything but HTTP itself, which is in server.h.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tools/cli/json.h"
#include "tools/explorer/library.h"
#include "tools/explorer/request.h"
#include "tools/explorer/tasks.h"
#include "tools/explorer/works.h"

namespace tabiya::tools {

// The data that the page begins with: games, books, jobs.
Json session_json(const Library& library);

// The details of an entry for the page; and as lines, the books of moves that continue behind it: for each
// its number, and the number of the position (`at`).
Json pair_json(const Library& library, const OpenBook& book, std::size_t entry);

// Safe to use from many threads.
class Api {
 public:
  explicit Api(Library& library) : library_(library) {}

  // Answers any request; the response reports errors.
  ApiResponse answer(const ApiRequest& request);

  // Makes the data that take long before the page asks for them, so that it need not wait.
  void prepare();

  Works& works() { return works_; }

 private:
  std::string get(const ApiRequest& request);
  std::string post(const ApiRequest& request);
  std::string get_book(const ApiRequest& request, const std::vector<std::string>& words);
  Task task(const Json& body);

  Library& library_;
  Works works_;
};

}  // namespace tabiya::tools
