#include "tools/assets/setup_list.h"

#include <fmt/format.h>

#include "core/book/book_statistics.h"
#include "core/book/reply_count.h"
#include "tools/assets/book_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"

namespace tabiya::tools {

namespace {

std::vector<SetupId> parse_setups(const std::vector<InputLine>& lines, const SetupSpace& space) {
  std::vector<SetupId> setups;
  for (const InputLine& line : lines) setups.push_back(take(space.parse(line.text), line.where));
  return setups;
}

std::vector<SetupId> shipped_replies(std::string_view game) {
  const Book book = load_book(std::string(kShipped), game_named(game), Lines::kSkip).book;
  return most_frequent(replies_of(book), book.entries.size());
}

}  // namespace

std::vector<SetupId> load_setup_list(const std::string& path, const SetupSpace& space) {
  std::vector<SetupId> setups =
      path == kShipped ? shipped_replies(space.game()) : parse_setups(read_lines(path), space);
  if (setups.empty()) throw Failure(fmt::format("{}: holds no setups", input_name(path)));
  return setups;
}

std::vector<SetupId> parse_setup_arguments(const std::vector<std::string>& arguments,
                                           const SetupSpace& space) {
  return parse_setups(argument_lines(arguments, "SETUP"), space);
}

}  // namespace tabiya::tools
