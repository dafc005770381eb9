#include "tools/assets/book_input.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/book/book_file.h"
#include "core/book/verify.h"
#include "tools/assets/decoded.h"
#include "tools/assets/packing.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/value_json.h"

namespace tabiya::tools {
namespace {

Book decoded_book(const std::string& file, const std::string& path) {
  const auto bytes = std::as_bytes(std::span(file));
  return take_decoded(decode_book(bytes), bytes, path, "a book", "tabiya book import");
}

}  // namespace

LoadedBook load_book(const std::string& name) {
  const std::string path = book_path(name);
  Asset asset = read_asset(path, kMaxBookFile);
  Book book = std::holds_alternative<Book>(asset) ? std::get<Book>(std::move(asset))
                                                  : decoded_book(file_of(std::move(asset)), path);
  const SetupPhase& setups = setup_phase_of(game_named(book.meta.game, input_name(path)), "book");
  return {std::move(book), &setups};
}

LoadedBook load_sound_book(const std::string& path) {
  LoadedBook loaded = load_book(path);
  const std::vector<BookFinding> findings =
      verify_book(loaded.book, loaded.setups->reds(), loaded.setups->blues());
  if (!findings.empty()) {
    throw Failure(fmt::format("{}: {}; `tabiya verify` lists all that is wrong", input_name(path),
                              describe(findings.front(), loaded.book, loaded.setups->reds())));
  }
  return loaded;
}

LoadedBook load_book(const std::string& name, const GameModule& game) {
  LoadedBook loaded = load_book(name);
  if (loaded.book.meta.game == game.name()) return loaded;
  throw Failure(fmt::format("{}: a book of the game '{}', not of '{}'; name the game by --game",
                            input_name(name), loaded.book.meta.game, game.name()));
}

const BookFormat& published_format(const GameModule& game, std::string_view name) {
  const BookFormat* format = setup_phase_of(game, "book").published_books();
  if (format != nullptr && format->name == name) return *format;
  throw Failure(fmt::format("{} has no books in the format {}; take csv or json", game.name(), name));
}

CommandOption add_book_choice(CommandLine& app, std::string& name) {
  return app
      .add_option("--book", name,
                  "Place setups from this book: a file (.tbk, packed or not), `shipped`, or `none`")
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

std::string rank_text(const Book& book, std::size_t index) {
  return book.meta.ordered ? std::to_string(index + 1) : "-";
}

nlohmann::ordered_json entry_json(const LoadedBook& loaded, std::size_t index) {
  const BookEntry& entry = loaded.book.entries[index];
  nlohmann::ordered_json object{{"rank", nullptr},
                                {"red", setup_text(loaded.setups->reds(), entry.red)},
                                {"reply", setup_text(loaded.setups->blues(), entry.reply)},
                                {"reply_wire", reply_wire(*loaded.setups, entry.reply)}};
  if (loaded.book.meta.ordered) object["rank"] = index + 1;
  add_value(object, "value", entry.red_value, kRedView);
  object.update({{"depth", entry.depth},
                 {"nodes", nullptr},
                 {"standard_error", nullptr},
                 {"evaluation", nullptr},
                 {"search", nullptr}});
  if (entry.nodes > 0) object["nodes"] = entry.nodes;
  if (entry.standard_error) object["standard_error"] = *entry.standard_error;
  if (entry.origin > 0) {
    const ValueOrigin& origin = loaded.book.origins[entry.origin - 1];
    object["evaluation"] = fmt::format("{:016x}", origin.evaluation);
    object["search"] = fmt::format("{:016x}", origin.search);
  }
  return object;
}

}  // namespace tabiya::tools
