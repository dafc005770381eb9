#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/games/zero_point_one/notation.h"
#include "core/search/value_text.h"
#include "tools/assets/book_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

struct Options {
  std::string book;
  std::string setup;
  bool json = false;
};

int run_probe(const Options& options) {
  const LoadedBook loaded = load_book(options.book);
  const SetupSpace& setups = *loaded.setups;
  const SetupId red =
      take(setups.parse(options.setup), "SETUP", "a setup is 16 letters, as in AWAAAAAADFFDDDAN");
  const std::optional<BookAnswer> answer = BookIndex(loaded.book, setups, setups).find(red);
  if (!answer)
    throw Failure(fmt::format("{}: has no entry for {}", input_name(options.book), options.setup),
                  kFoundWanting);
  using namespace zero_point_one;
  const std::string wire = format_wire_setup(Side::kBlue, unrank(answer->reply));
  nlohmann::ordered_json facts = entry_json(loaded, answer->entry);
  facts["red"] = options.setup;
  facts["reply"] = setups.name(answer->reply);
  facts["reply_wire"] = wire;
  facts["mirrored"] = answer->mirrored;
  if (options.json) {
    print_json(facts);
  } else {
    const BookEntry& entry = loaded.book.entries[answer->entry];
    const std::string value =
        entry.red_value ? fmt::format("  {} at depth {}", value_text(*entry.red_value, kRedView), entry.depth)
                        : "";
    print_line("{}  {}  (rank {}{}){}", setups.name(answer->reply), wire, answer->entry + 1,
               answer->mirrored ? ", mirrored" : "", value);
  }
  return kSuccess;
}

}  // namespace

CommandRun book_probe(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_book_option(app, options->book);
  app.add_option("SETUP", options->setup, "Red's setup; his canonical and his wire notation are the same")
      .required();
  add_json_option(app, options->json);
  app.footer(
      "Answers with Blue's reply, canonical and as the judge's protocol has it; exit code 1 where the book\n"
      "has none. Setups and their mirror images are found.\n"
      "Example: tabiya book probe book.tbk AWAAAAAADFFDDDAN");
  return [options] { return run_probe(*options); };
}

}  // namespace tabiya::tools
