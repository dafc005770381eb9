#include <algorithm>
#include <limits>
#include <memory>

#include <nlohmann/json.hpp>

#include "tools/assets/book_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

struct Options {
  std::string book;
  std::size_t first = std::numeric_limits<std::size_t>::max();
  bool json = false;
};

int run_list(const Options& options) {
  const LoadedBook loaded = load_book(options.book);
  const auto& entries = loaded.book.entries;
  for (std::size_t i = 0; i < std::min(options.first, entries.size()); ++i) {
    if (options.json) {
      print_json(entry_json(loaded, i));
    } else {
      print_line("{:>6}  {}", i + 1, entry_text(*loaded.setups, entries[i]));
    }
  }
  return kSuccess;
}

}  // namespace

CommandRun book_list(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_book_option(app, options->book);
  app.add_option("--first", options->first, "Only the best N entries").type_name("N").whole_number();
  add_json_option(app, options->json);
  app.footer(
      "A line holds rank, red setup, reply (canonical, and as the judge has it), depth, and the value from "
      "Red's view: logit, and his winning\n"
      "chances. JSON has logit x 10,000.\n"
      "Example: tabiya book list book.tbk --first 10");
  return [options] { return run_list(*options); };
}

}  // namespace tabiya::tools
