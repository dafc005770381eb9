#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/book/book_file.h"
#include "core/book/merge.h"
#include "tools/assets/book_input.h"
#include "tools/books/move_book_reports.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {
namespace {

constexpr InputKind kState = "the state of a job";
constexpr const char* kMaker = "tabiya " TABIYA_VERSION;

struct BookMergeOptions {
  std::vector<std::string> inputs;
  OutputOptions output;
  bool fix = false;
  bool json = false;
};

void write_book(const BookMergeOptions& options, Book book) {
  book.rules = kept_rules(book.meta.game);
  write_output(options.output, encode_book(book));
}

void print_counts(const BookMergeOptions& options, const MergedBook& merged) {
  const std::size_t entries = merged.book.entries.size();
  const bool is_ordered = merged.book.meta.ordered;
  Facts facts(options.json);
  facts.add({{"book", options.output.path}, {"entries", entries}, {"ordered", is_ordered}});
  facts.line("{}: {} of {} books", options.output.path, counted(entries, "entry"), options.inputs.size());
  Json books = Json::array();
  for (std::size_t i = 0; i < options.inputs.size(); ++i) {
    const MergeCount& count = merged.counts[i];
    books.push_back({{"file", options.inputs[i]},
                     {"entries", count.entries()},
                     {"taken", count.taken},
                     {"shallower", count.shallower},
                     {"worse_replies", count.worse},
                     {"undecided", count.undecided},
                     {"repeated", count.repeated}});
    facts.line(
        "{}: {} of {} entries taken; left out: {} shallower, {} with a worse reply, {} with another reply "
        "that cannot be compared, {} that say the same",
        input_name(options.inputs[i]), count.taken, count.entries(), count.shallower, count.worse,
        count.undecided, count.repeated);
  }
  if (!is_ordered) facts.line("the book has no order: not all entries have values");
  facts.add("books", books);
  facts.print();
}

void merge_whole_books(const BookMergeOptions& options) {
  if (std::ranges::count(options.inputs, "-") > 1)
    throw Failure("only one of the books can be standard input");
  std::vector<LoadedBook> loaded;
  for (const std::string& path : options.inputs) loaded.push_back(load_sound_book(path));
  std::vector<const Book*> books;
  for (const LoadedBook& book : loaded) books.push_back(&book.book);
  const MergedBook merged = take(merge_books(books, std::string(kMaker) + ", merged"), "book merge");
  write_book(options, merged.book);
  if (options.output.path != "-") print_counts(options, merged);
}

InputKind kind_of_all(const std::vector<std::string>& books) {
  const auto is_polyglot = [](const std::string& name) { return name.ends_with(".bin"); };
  const auto has_moves = [](const std::string& name) { return load_move_book(name).has_value(); };
  if (std::ranges::any_of(books, is_polyglot)) return kBookOfMoves;
  return std::ranges::any_of(books, has_moves) ? kBookOfValues : kBookOfSetups;
}

int run_merge(const BookMergeOptions& options, const OptionKinds& kinds) {
  check_output(options.output, options.json);
  const InputKind kind = kind_of_all(options.inputs);
  kinds.check(input_name(options.inputs[0]), {kind});
  if (kind == kBookOfMoves) return merge_moves(options.inputs, options.fix, options.output, options.json);
  if (kind == kBookOfValues) return merge_books_of_values(options.inputs, options.output, options.json);
  merge_whole_books(options);
  return kSuccess;
}

}  // namespace

CommandRun book_merge(CommandLine& app) {
  const auto options = std::make_shared<BookMergeOptions>();
  app.add_option("INPUT", options->inputs, "Books, all of one kind").required().type_name("FILE");
  add_output_options(app, options->output);
  app.only_for({kBookOfMoves})
      .add_flag(
          "--fix", options->fix,
          "Of PolyGlot's .bin: sort entries that are out of order, leave out illegal and repeated moves");
  add_json_option(app, options->json);
  app.footer(
      "Of books, each red keeps the entry that was searched deepest. At equal depth it keeps the reply that\n"
      "is better for Blue if both values come from the same evaluation and search, or else that of the first\n"
      "book named. Entries are ordered by depth, then by value.\n"
      "\n"
      "Of books of moves with weights (PolyGlot's .bin), those of the same move are added. Of books of moves with\n"
      "values, all moves are kept, and values go up the graph again.\n"
      "Example: tabiya book merge shipped mine.tbk --out both.tbk");
  return [options, kinds = app.kinds()] { return run_merge(*options, *kinds); };
}

}  // namespace tabiya::tools
