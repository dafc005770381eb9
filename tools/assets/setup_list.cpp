#include "tools/assets/setup_list.h"

#include <utility>
#include <variant>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/book/book_statistics.h"
#include "core/book/reply_count.h"
#include "core/setup/sampling.h"
#include "tools/assets/book_input.h"
#include "tools/assets/packing.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {

namespace {

std::vector<SetupId> parse_setups(const std::vector<InputLine>& lines, const SetupSpace& space) {
  std::vector<SetupId> setups;
  for (const InputLine& line : lines) setups.push_back(take(space.parse(line.text), line.where));
  return setups;
}

std::vector<SetupId> replies_in(const LoadedBook& loaded, const std::string& path, const SetupSpace& space) {
  if (loaded.book.meta.game != space.game())
    throw Failure(fmt::format("{}: a book of the game '{}', not of '{}'; name that game, or another book",
                              input_name(path), loaded.book.meta.game, space.game()));
  if (&space != &loaded.setups->blues() && !loaded.setups->sides_are_alike())
    throw Failure(fmt::format("{}: a book, whose replies are setups of the other side; name a list of setups",
                              input_name(path)));
  return most_frequent(replies_of(loaded.book), loaded.book.entries.size());
}

}  // namespace

std::vector<SetupId> load_setup_list(const std::string& path, const SetupSpace& space) {
  Asset asset = read_asset(book_path(path), kMaxBinaryInput);
  std::vector<SetupId> setups;
  if (is_book(asset)) {
    setups = replies_in(book_in(std::move(asset), path, LinesOfPlay::kSkip), path, space);
  } else {
    const std::string* text = std::get_if<std::string>(&asset);
    if (text == nullptr)
      throw Failure(fmt::format("{}: neither a list of setups nor a book", input_name(path)));
    setups = parse_setups(split_lines(without_mark(*text), input_name(path)), space);
  }
  if (setups.empty()) throw Failure(fmt::format("{}: holds no setups", input_name(path)));
  return setups;
}

void add_replies_option(CommandLine& app, std::string& path) {
  app.add_option(
         "--replies", path,
         "File of Blue's setups. Canonical, one per line; or a book (a file, or `shipped`), whose replies are taken; - is "
         "standard input. Mirror images count, too")
      .required()
      .type_name("FILE");
}

std::vector<SetupId> load_replies(const std::string& path, const SetupSpace& blues) {
  return with_mirrors(blues, load_setup_list(path, blues));
}

std::vector<SetupId> parse_setup_arguments(const std::vector<std::string>& arguments,
                                           const SetupSpace& space) {
  return parse_setups(argument_lines(arguments, "SETUP"), space);
}

}  // namespace tabiya::tools
