#include <memory>

#include <nlohmann/json.hpp>

#include "tools/assets/book_input.h"
#include "tools/assets/book_selection.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

struct Options {
  std::string book;
  BookSelection selection;
  bool json = false;
};

int run_list(const Options& options) {
  const LoadedBook loaded = load_book(options.book);
  const auto& entries = loaded.book.entries;
  for (const std::size_t i : select_entries(loaded, options.selection, input_name(options.book))) {
    if (options.json) {
      print_json(entry_json(loaded, i));
    } else {
      print_line("{:>6}  {}", rank_text(loaded.book, i), entry_text(*loaded.setups, entries[i]));
    }
  }
  return kSuccess;
}

}  // namespace

CommandRun book_list(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_book_option(app, options->book);
  add_selection_options(app, options->selection);
  add_json_option(app, options->json);
  app.footer(
      "A line holds rank, red setup, reply (canonical, and as the judge has it), depth, and the value from "
      "Red's view: logit, and his winning\n"
      "chances. JSON has logit x 10,000.\n"
      "Example: tabiya book list shipped --first 10 --value -0.1: --red-piece W@a1");
  return [options] { return run_list(*options); };
}

}  // namespace tabiya::tools
