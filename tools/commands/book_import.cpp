#include <memory>

#include "core/book/book_file.h"
#include "core/games/zero_point_one/wazirdrop_book.h"
#include "tools/assets/book_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

struct Options {
  std::string input;
  std::string format = "wazirdrop";
  OutputOptions output;
};

int run_import(const Options& options) {
  check_output(options.output);
  const std::string text = read_input(options.input, kMaxBookFile);
  const Book book = take(zero_point_one::import_wazirdrop_book(text), input_name(options.input),
                         "a published book is one string of base-128 text and nothing else");
  const std::vector<std::byte> file = encode_book(book);
  write_output(options.output, {reinterpret_cast<const char*>(file.data()), file.size()});
  if (options.output.path != "-") print_line("{}: {} entries", options.output.path, book.entries.size());
  return kSuccess;
}

}  // namespace

CommandRun book_import(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("INPUT", options->input, "The book to read; - is standard input")
      .required()
      .type_name("FILE");
  app.add_option("--from", options->format, "Its format: wazirdrop")
      .type_name("FORMAT")
      .one_of({"wazirdrop"})
      .capture_default_str();
  add_output_options(app, options->output);
  app.footer("Example: tabiya book import book.base128 --from wazirdrop --out book.tbk");
  return [options] { return run_import(*options); };
}

}  // namespace tabiya::tools
