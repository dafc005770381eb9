#include "tools/assets/book_input.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/book/polyglot_file.h"
#include "core/book/valued_book_file.h"
#include "core/book/verify.h"
#include "core/game/entry_positions.h"
#include "core/games/games.h"
#include "tools/assets/decoded.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {
namespace {

// A file of a single entry without the usual ending may be anything.
bool is_book_of_moves(std::span<const std::byte> file, const std::string& path) {
  const bool is_named = path.ends_with(".bin") || file.size() > kPolyglotEntry;
  return is_named && !codec::looks_like_container(file) && looks_like_polyglot(file);
}

Book decoded_book(const std::string& file, const std::string& path, LinesOfPlay lines) {
  const auto bytes = std::as_bytes(std::span(file));
  if (own_format(file) == nullptr && is_book_of_moves(bytes, path))
    throw Failure(
        fmt::format("{}: a book of moves in PolyGlot's format, not of setups; the commands of `tabiya "
                    "book` read it from a file, and `tabiya play` and `tabiya uci` (OwnBook) play from it",
                    input_name(path)));
  Book book = take_decoded(decode_book(bytes, lines), bytes, path, "a book", "tabiya book import");
  if (book.entries.empty() && may_have_lines(bytes))
    throw Failure(
        fmt::format("{}: a book of moves, not of setups; the commands of `tabiya book` read it from a file, "
                    "and `tabiya play --lines` plays from it",
                    input_name(path)));
  if (!book.rules.empty()) learn_rules(book.meta.game, book.rules, input_name(path));
  return book;
}

}  // namespace

LoadedBook load_book(const std::string& name, LinesOfPlay lines) {
  const std::string path = book_path(name);
  LoadedBook loaded = book_in(read_asset(path, kMaxBookFile), path, lines);
  loaded.name = input_name(name);
  return loaded;
}

bool is_book(const Asset& asset) {
  if (std::holds_alternative<Book>(asset)) return true;
  const std::string* file = std::get_if<std::string>(&asset);
  const OwnFormat* format = file != nullptr ? own_format(*file) : nullptr;
  return format != nullptr && format->kind == OwnKind::kBook;
}

LoadedBook book_in(Asset asset, const std::string& path, LinesOfPlay lines) {
  Book book = std::holds_alternative<Book>(asset) ? std::get<Book>(std::move(asset))
                                                  : decoded_book(file_of(std::move(asset)), path, lines);
  const GameModule& game = game_named(book.meta.game, input_name(path));
  const SetupPhase& setups = setup_phase_of(game, "book");
  book.meta.game = game.name();  // under which this run knows the rules that the book keeps
  return {std::move(book), &setups, &game, input_name(path)};
}

LoadedBook load_sound_book(const std::string& name) {
  LoadedBook loaded = load_book(name);
  const std::vector<BookFinding> findings =
      verify_book(loaded.book, loaded.setups->reds(), loaded.setups->blues());
  if (!findings.empty())
    throw Failure(fmt::format("{}: {}; `tabiya verify` lists all that is wrong", loaded.name,
                              describe(findings.front(), loaded.book, loaded.setups->reds())));
  return loaded;
}

LoadedBook load_book(const std::string& name, const GameModule& game, LinesOfPlay lines) {
  LoadedBook loaded = load_book(name, lines);
  if (loaded.game == &game) return loaded;
  throw Failure(fmt::format("{}: a book of the game '{}', not of '{}'; name that game, or another book",
                            loaded.name, loaded.game->name(), game.name()));
}

std::vector<std::string> book_formats() {
  std::vector<std::string> names;
  for (const GameModule* game : games()) {
    const BookFormat* format = game->setup_phase() ? game->setup_phase()->published_books() : nullptr;
    if (format != nullptr) names.emplace_back(format->name);
  }
  names.insert(names.end(), {"csv", "json"});
  return names;
}

const BookFormat& published_format(const GameModule& game, std::string_view name) {
  const BookFormat* format = setup_phase_of(game, "book").published_books();
  if (format != nullptr && format->name == name) return *format;
  throw Failure(fmt::format("{} has no books in the format {}; take csv or json", game.name(), name));
}

CommandOption add_book_choice(CommandLine& app, std::string& name) {
  return app
      .add_option("--book", name,
                  "Take setups from this book. A file (.tbk, packed or not), `shipped`, or `none`")
      .type_name("FILE")
      .capture_default_str();
}

void add_book_option(CommandLine& app, std::string& path) {
  app.add_option("BOOK", path, "The book: a file (.tbk, packed or not), `shipped`, or - for standard input")
      .required()
      .type_name("FILE");
}

View first_view(const SetupPhase& setups) {
  const auto sides = game_named(setups.reds().game()).sides();
  return {kRedView.name, sides[0], sides[1]};
}

std::string setup_text(const SetupSpace& setups, SetupId id) {
  return id < setups.count() ? setups.name(id) : fmt::format("#{}", id);
}

std::string reply_wire(const SetupPhase& setups, SetupId id) {
  return id < setups.blues().count() ? setups.wire(/*side=*/1, id) : setup_text(setups.blues(), id);
}

std::string entry_text(const SetupPhase& setups, const BookEntry& entry) {
  return fmt::format("{}  {}  {}  {:>3}  {}", setup_text(setups.reds(), entry.red),
                     setup_text(setups.blues(), entry.reply), reply_wire(setups, entry.reply), entry.depth,
                     value_text(entry.red_value, first_view(setups)));
}

std::string entry_header(const SetupPhase& setups) {
  const auto width = [](const std::string& sample, std::string_view title) {
    return std::max(sample.size(), title.size());
  };
  return fmt::format("{:>6}  {:<{}}  {:<{}}  {:<{}} depth  value", "rank", "red",
                     width(setups.reds().name(0), "red"), "reply", width(setups.blues().name(0), "reply"),
                     "wire", width(setups.wire(1, 0), "wire"));
}

std::string rank_text(const Book& book, std::size_t index) {
  return book.meta.ordered ? std::to_string(index + 1) : "-";
}

Json entry_json(const LoadedBook& loaded, std::size_t index) {
  const BookEntry& entry = loaded.book.entries[index];
  Json object{{"rank", nullptr},
              {"red", setup_text(loaded.setups->reds(), entry.red)},
              {"reply", setup_text(loaded.setups->blues(), entry.reply)},
              {"reply_wire", reply_wire(*loaded.setups, entry.reply)}};
  if (loaded.book.meta.ordered) object["rank"] = index + 1;
  add_value(object, "value", entry.red_value, kRedView);
  object.update({{"depth", entry.depth},
                 {"nodes", nullptr},
                 {"standard_error", entry.standard_error},
                 {"evaluation", nullptr},
                 {"search", nullptr},
                 {"line", nullptr}});
  if (entry.nodes > 0) object["nodes"] = entry.nodes;
  if (entry.origin > 0) {
    const ValueOrigin& origin = loaded.book.origins[entry.origin - 1];
    object["evaluation"] = fmt::format("{:016x}", origin.evaluation);
    object["search"] = fmt::format("{:016x}", origin.search);
  }
  if (const std::string line = line_text(*loaded.setups, entry, &MoveText::wire); !line.empty())
    object["line"] = line;
  return object;
}

std::string known_text(const LoadedBook& loaded, std::size_t index) {
  const BookEntry& entry = loaded.book.entries[index];
  std::string text = fmt::format("rank {}, {} at depth {}", rank_text(loaded.book, index),
                                 value_text(entry.red_value, first_view(*loaded.setups)), entry.depth);
  if (entry.standard_error) text += fmt::format(", standard error {:.3f}", *entry.standard_error / kLogit);
  return text;
}

Json known_json(const LoadedBook& loaded, std::size_t index) {
  const Json entry = entry_json(loaded, index);
  Json object = Json::object();
  for (const char* name : {"rank", "value", "win", "view", "depth", "standard_error"})
    object[name] = entry.at(name);
  return object;
}

}  // namespace tabiya::tools
