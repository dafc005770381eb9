// A request of the page, read: its path, its parameters, and the fields of its JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "tools/cli/failure.h"
#include "tools/cli/json.h"

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

// Thrown for a request of something that does not exist: a response of status 404.
struct NotFound : Failure {
  explicit NotFound(const std::string& path) : Failure("there is no " + path) {}
};

// The response of an answer, or of the error that it throws.
ApiResponse respond(const std::function<std::string()>& answer);

// The words of a path, "books" and "0" of "/api/books/0"; at least one. Throws NotFound for other paths.
std::vector<std::string> path_words(const std::string& path);

// The following functions read what a page has sent. All throw Failure.

std::uint64_t number_of(const std::string& text,
                        std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

std::string parameter(const ApiRequest& request, const std::string& name, const std::string& otherwise = "");

// Members of an object.
std::string text_field(const Json& body, const std::string& name, const std::string& otherwise = "");
std::vector<std::string> text_fields(const Json& body, const std::string& name);
std::uint64_t whole_number_field(const Json& body, const std::string& name, std::uint64_t least,
                                 std::uint64_t most, std::uint64_t otherwise);
template <class Number>
Number number_field(const Json& body, const std::string& name, Number least, Number most, Number otherwise) {
  return static_cast<Number>(whole_number_field(body, name, static_cast<std::uint64_t>(least),
                                                static_cast<std::uint64_t>(most),
                                                static_cast<std::uint64_t>(otherwise)));
}

}  // namespace tabiya::tools
