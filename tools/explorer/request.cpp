#include "tools/explorer/request.h"

#include <algorithm>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "codec/parsing.h"
#include "tools/cli/json.h"

namespace tabiya::tools {
namespace {

ApiResponse error_response(int status, const char* message) {
  return {status, json_text({{"error", message}})};
}

}  // namespace

ApiResponse respond(const std::function<std::string()>& answer) {
  try {
    return {200, answer()};
  } catch (const NotFound& failure) {
    return error_response(404, failure.what());
  } catch (const Failure& failure) {
    return error_response(400, failure.what());
  } catch (const std::bad_alloc&) {
    return error_response(503, "out of memory");
  } catch (const std::exception& error) {
    return error_response(500, error.what());
  }
}

std::vector<std::string> path_words(const std::string& path) {
  constexpr std::string_view kStart = "/api/";
  if (!path.starts_with(kStart)) throw NotFound(path);
  std::vector<std::string> words;
  for (std::size_t begin = kStart.size(); begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    words.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::uint64_t number_of(const std::string& text, std::uint64_t most) {
  const auto number = number_in<std::uint64_t>(text);
  if (!number || *number > most)
    throw Failure(fmt::format("'{}' is not a whole number up to {}", text, most));
  return *number;
}

std::string parameter(const ApiRequest& request, const std::string& name, const std::string& otherwise) {
  const auto found = request.parameters.find(name);
  return found == request.parameters.end() ? otherwise : found->second;
}

std::string text_field(const Json& body, const std::string& name, const std::string& otherwise) {
  const Json* field = body.find(name);
  if (field == nullptr) return otherwise;
  if (!field->is_string()) throw Failure(name + ": is not a text");
  return field->get<std::string>();
}

std::vector<std::string> text_fields(const Json& body, const std::string& name) {
  const Json* field = body.find(name);
  if (field == nullptr) return {};
  const auto is_text = [](const Json& value) { return value.is_string(); };
  constexpr std::size_t kMost = 100;
  if (!field->is_array() || field->size() > kMost || !std::ranges::all_of(*field, is_text))
    throw Failure(fmt::format("{}: is not a list of texts, {} at most", name, kMost));
  return field->get<std::vector<std::string>>();
}

std::uint64_t whole_number_field(const Json& body, const std::string& name, std::uint64_t least,
                                 std::uint64_t most, std::uint64_t otherwise) {
  const Json* field = body.find(name);
  if (field == nullptr) return otherwise;
  if (!field->is_number_unsigned()) throw Failure(name + ": is not a whole number");
  const auto number = field->get<std::uint64_t>();
  if (number < least || number > most)
    throw Failure(fmt::format("{}: {} is not between {} and {}", name, number, least, most));
  return number;
}

}  // namespace tabiya::tools
