#include "tools/explorer/export.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <regex>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "codec/foreign_text.h"
#include "tools/assets/evaluation_input.h"
#include "tools/assets/packing.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/output_file.h"
#include "tools/cli/rule_files.h"
#include "tools/explorer/api.h"
#include "tools/explorer/book_columns.h"
#include "tools/explorer/page_files.h"

namespace tabiya::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDetailsPerFile = 500;  // as data.js has it

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t place = text.find(from);
  if (place == text.npos) throw std::logic_error(fmt::format("the page has no {}", from));
  return text.replace(place, from.size(), to);
}

std::string module_as_function(const PageFile& file) {
  static const std::regex kImport(R"re(import ?(\{[^}]*\}) ?from ?"\./([^"]+)";)re");
  static const std::regex kLoad(R"re(import\("\./([^"]+)"\))re");
  static const std::regex kExport(R"re(export (?:async )?(?:const|function|class) (\w+).*)re");
  std::istringstream lines{std::string(file.content)};
  std::string text, exports;
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_match(line, match, kImport)) {
      text += fmt::format("const {} = modules[\"{}\"];\n", match[1].str(), match[2].str());
    } else if (std::regex_match(line, match, kExport)) {
      exports += match[1].str() + ", ";
      text += line.substr(std::string_view("export ").size()) + "\n";
    } else {
      text += std::regex_replace(line, kLoad, R"(Promise.resolve(modules["$1"]))") + "\n";
    }
  }
  return fmt::format("modules[\"{}\"] = (() => {{\n{}return {{{}}};\n}})();\n", file.name, text, exports);
}

std::string index_html(std::string_view mark) {
  const std::optional<std::string> page = page_file("index.html", "");
  const std::string marked = replaced(*page, kServedMark, mark);
  return replaced(marked, "<script type=\"module\" src=", "<script defer src=");
}

// Writes the files of a folder. It gets its final name when all are written.
class Writer {
 public:
  explicit Writer(const std::string& folder)
      : Writer(folder, fmt::format("{}.{}.part", fs::path(folder).lexically_normal().string(), ::getpid())) {
    std::error_code error;
    if (fs::exists(folder_, error) && !fs::is_empty(folder_, error))
      throw Failure(fmt::format("--export {}: already exists; name another folder, or remove it", folder));
    fs::create_directories(part_ / "data", error);
    if (error) throw Failure(fmt::format("--export {}: cannot create it: {}", folder, error.message()));
  }
  ~Writer() {
    std::error_code ignored;
    fs::remove_all(part_, ignored);
  }

  void write(const std::string& name, const std::string& content) {
    write_output({.path = (part_ / name).string()}, content);
  }
  void write_data(const std::string& name, const std::string& json) {
    write("data/" + name + ".js", fmt::format("tabiyaData(\"{}\", {});\n", name, json));
  }

  void finish() {
    std::error_code error;
    fs::remove(folder_, error);  // an empty one
    fs::rename(part_, folder_, error);
    if (error)
      throw Failure(fmt::format("--export {}: cannot create it: {}", folder_.string(), error.message()));
  }

 private:
  // From here on, the temporary folder is removed, whatever fails.
  Writer(const std::string& folder, const std::string& part) : folder_(folder), part_(part) {}

  const fs::path folder_, part_;
};

// Writes details into files of kDetailsPerFile entries.
void write_details(Writer& writer, const std::string& name, std::size_t count,
                   const std::function<Json(std::size_t)>& details_of) {
  for (std::size_t first = 0; first < count; first += kDetailsPerFile) {
    Json details = Json::array();
    for (std::size_t i = first; i < std::min(first + kDetailsPerFile, count); ++i)
      details.push_back(details_of(i));
    writer.write_data(fmt::format("{}-details-{}", name, first / kDetailsPerFile), json_text(details));
  }
}

void write_book(Writer& writer, const Library& library, std::size_t number) {
  const OpenBook& book = library.books()[number];
  writer.write_data(fmt::format("books-{}-entries", number), book.columns());
  write_details(writer, fmt::format("books-{}", number), book.loaded.book.entries.size(),
                [&](std::size_t entry) { return pair_json(library, book, entry); });
  if (!book.audit.empty()) writer.write_data(fmt::format("books-{}-audit", number), book.audit);
}

// Writes the job as it is now, without the process and the place that compute it.
void write_job(Writer& writer, const WatchedJob& job, std::size_t number) {
  Json status = job.status();
  status.erase("state");
  status["built_by"] = nullptr;
  writer.write_data(fmt::format("jobs-{}", number), json_text(status));
}

// A book as packed text, for who answers by it. Books of games from files of rules are not coded as books.
std::string packed_book(const OpenBook& book) {
  PackRequest request;
  request.encoding = &codec::kPrintable;
  Book answers = book.loaded.book;
  for (BookEntry& entry : answers.entries) entry.nodes = 0;  // a third of the text, which nothing asks for
  if (!names_rule_file(book.game.name())) return pack_book(answers, request, book.name).output;
  return pack_asset({file_of(std::move(answers)), {}}, request, book.name).output;
}

// The keys of a book's positions in the order of their numbers, 16 hexadecimal digits each.
std::string keys_text(const OpenMoves& lines) {
  std::string text;
  for (std::size_t node = 0; node < lines.size(); ++node)
    text += fmt::format("{:016x}", lines.key(static_cast<BookNode>(node)));
  return text;
}

// Writes what the engine of the page needs to know of a game, as module.cpp has it: its rules, its evaluation, its books, and
// the positions that books of moves know.
void write_game(Writer& writer, const Library& library, const GameModule& game, std::size_t number) {
  Json all = Json::array();
  const auto add = [&](const Json& what, const std::string& text) {
    all.push_back(Json::array({what, text}));
  };
  if (names_rule_file(game.name())) add({{"kind", "rules"}, {"name", game.name()}}, kept_rules(game.name()));
  add({{"kind", "evaluation"}, {"game", game.name()}}, packed_evaluation(game, library.network_of(game)));
  for (const OpenBook& book : library.books())
    if (&book.game == &game) add({{"kind", "book"}, {"number", book.number}}, packed_book(book));
  for (std::size_t i = 0; i < library.lines().size(); ++i)
    if (&library.lines()[i]->game() == &game)
      add({{"kind", "lines"}, {"game", game.name()}, {"number", i}}, keys_text(*library.lines()[i]));
  writer.write_data(fmt::format("engine-{}", number), json_text(all));
}

void write_engine(Writer& writer, const Library& library, const std::string& engine) {
  const std::string script = read_input(engine, booksearch::kMaxTextInput);
  if (!script.starts_with(engine_stamp()))
    throw Failure(
        fmt::format("{}: belongs to another version of the page; `./quickstart wasm` builds it anew, and "
                    "--no-engine leaves it out",
                    engine));
  writer.write("data/engine.js", script);
  const std::vector<const GameModule*> known = library.known_games();
  for (std::size_t i = 0; i < known.size(); ++i) write_game(writer, library, *known[i], i);
}

}  // namespace

std::string bundle_modules() {
  std::string script = "\"use strict\";\nconst modules = {};\n";
  for (const PageFile& file : page_files())
    if (file.name.ends_with(".js")) script += module_as_function(file);
  return script;
}

void export_page(const Library& library, const std::string& folder,
                 const std::optional<std::string>& engine) {
  for (const auto& lines : library.lines())
    if (lines->summary()["positions"].is_null())
      throw Failure(fmt::format(
          "{}: is too large for pages that have no program behind them; leave it out, or make a smaller one, as by "
          "`tabiya book from-games --min-games`",
          lines->name()));
  Writer writer(folder);
  writer.write("index.html", index_html(engine ? kEngineMark : kSilentMark));
  if (engine) write_engine(writer, library, *engine);
  writer.write("style.css", *page_file("style.css", ""));
  writer.write("app.js", bundle_modules());
  Json session = session_json(library);
  // The paths of files on this machine are not published.
  const auto show_name_alone = [](Json& path) {
    path = foreign_text(fs::path(path.get<std::string>()).filename().string());
  };
  show_name_alone(session["network"]);
  for (const char* kind : {"books", "lines", "jobs", "matrices"})
    for (auto& each : session[kind]) show_name_alone(each["name"]);
  writer.write_data("session", json_text(session));
  for (std::size_t i = 0; i < library.books().size(); ++i) write_book(writer, library, i);
  for (std::size_t i = 0; i < library.lines().size(); ++i)
    write_details(writer, fmt::format("lines-{}", i), library.lines()[i]->size(),
                  [&](std::size_t node) { return library.lines()[i]->node(static_cast<BookNode>(node)); });
  for (std::size_t i = 0; i < library.jobs().size(); ++i) write_job(writer, library.jobs()[i], i);
  for (std::size_t i = 0; i < library.matrices().size(); ++i)
    writer.write_data(fmt::format("matrices-{}", i), library.matrices()[i].json);
  writer.finish();
}

}  // namespace tabiya::tools
