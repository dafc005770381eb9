// The requests of the page and their answers: everything but HTTP itself, which is in server.h.
#pragma once

#include <map>
#include <string>

#include "tools/cli/json.h"
#include "tools/explorer/library.h"
#include "tools/explorer/works.h"

namespace tabiya::tools {

struct ApiRequest {
  bool is_post = false;  // starts or ends work
  std::string path;      // "/api/books/0/entries"
  std::map<std::string, std::string> parameters{};
  std::string body{};  // JSON, of a post
};

struct ApiResponse {
  int status = 200;
  std::string body;  // JSON; {"error": a sentence} where the status is not 200
};

// The data that the page begins with: games, books, jobs.
Json session_json(const Library& library);

// The details of an entry for the page; and as lines, the books of moves that continue behind it: for each
// its number, and the number of the position (`at`).
Json pair_json(const Library& library, const OpenBook& book, std::size_t entry);

// The progress of a job, as `build --status --json` prints it. Throws Failure if the job has not begun.
Json job_json(const WatchedJob& job);

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
  Task task_of(const Json& body);

  Library& library_;
  Works works_;
};

}  // namespace tabiya::tools
