#include "core/book/verify.h"

#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/assets/book_input.h"
#include "tools/cli/command.h"
#include "tools/cli/counted.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

struct Options {
  std::string book;
  bool json = false;
};

int run_verify(const Options& options) {
  const LoadedBook loaded = load_book(options.book);
  const std::vector<BookFinding> findings =
      verify_book(loaded.book, loaded.setups->reds(), loaded.setups->blues());
  for (const BookFinding& finding : findings) {
    const std::string text = describe(finding, loaded.book, loaded.setups->reds());
    if (options.json) {
      nlohmann::ordered_json rank = nullptr;
      if (loaded.book.meta.ordered) rank = finding.entry + 1;
      print_json({{"rank", rank}, {"finding", text}});
    } else {
      print_line("{}", text);
    }
  }
  if (options.json) {
    print_json({{"entries", loaded.book.entries.size()}, {"findings", findings.size()}});
  } else {
    print_line("{}: {}, {}", input_name(options.book), counted(loaded.book.entries.size(), "entry"),
               counted(findings.size(), "finding"));
  }
  return findings.empty() ? kSuccess : kFoundWanting;
}

}  // namespace

CommandRun verify(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_book_option(app, options->book);
  add_json_option(app, options->json);
  app.footer(
      "Checks structure, checksums, and that every entry is legal, normalised and the only one for its "
      "setup.\n"
      "Exit code 1 where an entry is wanting, 2 where the file is damaged.\n"
      "Example: tabiya verify book.tbk");
  return [options] { return run_verify(*options); };
}

}  // namespace tabiya::tools
