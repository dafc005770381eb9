#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/games/zero_point_one/wazirdrop_book.h"
#include "tools/assets/book_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"

namespace tabiya::tools {
namespace {

struct Options {
  std::string book;
  std::string format;
  OutputOptions output;
};

std::string csv(const LoadedBook& loaded) {
  std::string text = "rank,red,reply,reply_wire,value,depth\n";
  for (std::size_t i = 0; i < loaded.book.entries.size(); ++i) {
    const BookEntry& entry = loaded.book.entries[i];
    text += fmt::format("{},{},{},{},{},{}\n", i + 1, setup_text(*loaded.setups, entry.red),
                        setup_text(*loaded.setups, entry.reply), reply_wire(*loaded.setups, entry.reply),
                        entry.red_value ? std::to_string(*entry.red_value) : "", entry.depth);
  }
  return text;
}

std::string json_lines(const LoadedBook& loaded) {
  std::string text;
  for (std::size_t i = 0; i < loaded.book.entries.size(); ++i) text += entry_json(loaded, i).dump() + '\n';
  return text;
}

int run_export(const Options& options) {
  check_output(options.output);
  const LoadedBook loaded = load_book(options.book);
  const std::string text = options.format == "csv" ? csv(loaded)
                           : options.format == "json"
                               ? json_lines(loaded)
                               : take(zero_point_one::export_wazirdrop_book(loaded.book),
                                      input_name(options.book), "`tabiya verify` tells what else is wrong");
  write_output(options.output, text);
  return kSuccess;
}

}  // namespace

CommandRun book_export(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_book_option(app, options->book);
  app.add_option("--to", options->format,
                 "wazirdrop (setups and order only), csv, or json (one object a line)")
      .required()
      .type_name("FORMAT")
      .one_of({"wazirdrop", "csv", "json"});
  add_output_options(app, options->output);
  app.footer("Example: tabiya book export book.tbk --to csv --out book.csv");
  return [options] { return run_export(*options); };
}

}  // namespace tabiya::tools
