// The module that answers an exported page in place of the program: what the page asks of the server, by the same
// functions (answers.h), for books and evaluations that the page hands over. It runs in workers of a browser, each with a
// memory of its own and one thread, so that work runs to its end; who stops it ends the worker.
//
// All texts are UTF-8, of a length in bytes. The results of a call are told, not returned.
#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "core/eval/feature_weights.h"
#include "core/eval/network_file.h"
#include "core/games/asset.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/json.h"
#include "tools/cli/rule_files.h"
#include "tools/explorer/answers.h"

namespace tabiya::tools {
namespace {

// Gives the page a response (status and JSON), or with status 0 a result of work that goes on.
extern "C" __attribute__((import_module("page"), import_name("tell"))) void tell_page(int status,
                                                                                      const char* text,
                                                                                      std::size_t size);

void tell(int status, const std::string& text) { tell_page(status, text.data(), text.size()); }

// An asset as packed text.
Asset asset_in(std::string_view text, const std::string& name) {
  return take(open_asset(std::as_bytes(std::span(text)), LinesOfPlay::kSkip), name);
}

// A network, weights, or nothing: what is built in.
EvaluationChoice evaluation_in(std::string_view text) {
  EvaluationChoice choice;
  if (text.empty()) return choice;
  Asset asset = asset_in(text, "evaluation");
  if (NamedNetwork* network = std::get_if<NamedNetwork>(&asset)) {
    choice.network =
        std::make_shared<const PackedNetwork>(take(PackedNetwork::make(std::move(network->weights))));
    choice.kernels = take(select_kernels());
  } else {
    const auto file = std::as_bytes(std::span(std::get<std::string>(asset)));
    choice.weights = std::make_shared<const FeatureWeights>(take(decode_weights(file)).weights);
  }
  return choice;
}

// The positions of a book of moves by their keys, as export.cpp writes them.
std::map<PositionKey, BookNode> keys_in(std::string_view text) {
  constexpr std::size_t kDigits = 16;
  std::map<PositionKey, BookNode> keys;
  for (std::size_t i = 0; i + kDigits <= text.size(); i += kDigits)
    keys.emplace(std::stoull(std::string(text.substr(i, kDigits)), nullptr, 16),
                 static_cast<BookNode>(i / kDigits));
  return keys;
}

// All that the page has handed over.
class Handed {
 public:
  // {"kind": "rules", "name"}: of a game from a file; {"kind": "evaluation", "game"}; {"kind": "book", "number"}: a sound book
  // of setups, of a game that is known by now, with its number in the page;
  // {"kind": "lines", "game", "number"}: the positions of a book of moves.
  void add(const Json& what, std::string_view text) {
    const std::string kind = text_field(what, "kind");
    if (kind == "rules") {
      learn_rules(text_field(what, "name"), text, text_field(what, "name"));
    } else if (kind == "evaluation") {
      evaluations_[&game_named(text_field(what, "game"))] = evaluation_in(text);
    } else if (kind == "lines") {
      library.add_keys(game_named(text_field(what, "game")), what.at("number").get<std::size_t>(),
                       keys_in(text));
    } else {
      Asset asset = asset_in(text, kind);
      const std::string* const file = std::get_if<std::string>(&asset);
      Book book = file != nullptr
                      ? take(decode_book(std::as_bytes(std::span(*file)), LinesOfPlay::kSkip), kind)
                      : std::get<Book>(std::move(asset));
      const GameModule& game = game_named(book.meta.game);
      library.add("", {std::move(book), &setup_phase_of(game, kind), &game},
                  what.at("number").get<std::size_t>());
    }
  }

  Library library{"", [this](const GameModule& game, const std::string&) { return evaluations_[&game]; }};

 private:
  std::map<const GameModule*, EvaluationChoice> evaluations_;
};

Handed& handed() {
  static Handed all;
  return all;
}

void tell(const ApiResponse& response) { tell(response.status, response.body); }

Json object_in(std::string_view text) {
  Json object = parse_json(text);
  if (!object.is_object()) throw Failure("the request is not a JSON object");
  return object;
}

}  // namespace

extern "C" {

__attribute__((export_name("add"))) void page_add(const char* what, std::size_t size, const char* text,
                                                  std::size_t length) {
  tell(respond([&] {
    handed().add(object_in({what, size}), {text, length});
    return std::string("{}");
  }));
}

// {"path", "parameters": texts by their names}
__attribute__((export_name("answer"))) void page_answer(const char* text, std::size_t size) {
  tell(respond([&] {
    const Json object = object_in({text, size});
    ApiRequest request{.path = text_field(object, "path")};
    for (const auto& [name, value] : object.at("parameters").items())
      request.parameters.emplace(name, value.get<std::string>());
    std::optional<std::string> answer = computed_answer(handed().library, request);
    if (!answer) throw NotFound(request.path);
    return *std::move(answer);
  }));
}

// The body of a request for work. Its results are told as they come.
__attribute__((export_name("work"))) void page_work(const char* text, std::size_t size) {
  tell(respond([&] {
    const std::atomic<bool> stop = false;
    task_of(handed().library, object_in({text, size}))(
        stop, [](const Json& result) { tell(0, json_text(result)); });
    return std::string("{}");
  }));
}

}  // extern "C"

}  // namespace tabiya::tools
