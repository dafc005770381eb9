#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/book/comparison.h"
#include "core/search/value_text.h"
#include "tools/assets/book_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

using nlohmann::ordered_json;

struct Options {
  std::string a, b;
  bool list = false;
  bool json = false;
};

// How the common entries differ, added up.
struct Totals {
  std::size_t replies = 0, depths = 0, values = 0, others = 0;  // common entries that differ in this
  std::size_t compared = 0;                                     // with values of equal depth
  double mean_shift = 0, mean_distance = 0;  // of these values, and of their absolute sizes
  Score largest_shift = 0;                   // that of the largest absolute size
  std::size_t largest_at = 0;                // the entry of a

  void add(const EntryDifference& difference, std::size_t entry) {
    replies += difference.reply;
    depths += difference.depth;
    values += difference.value;
    others += difference.other;
    if (!difference.shift) return;
    const Score shift = *difference.shift;
    ++compared;
    mean_shift += (shift - mean_shift) / static_cast<double>(compared);
    mean_distance += (std::abs(shift) - mean_distance) / static_cast<double>(compared);
    if (std::abs(shift) <= std::abs(largest_shift)) return;
    largest_shift = shift;
    largest_at = entry;
  }
};

// Of what both books say of themselves, the parts that differ.
std::vector<std::string> other_origins(const BookMeta& a, const BookMeta& b) {
  std::vector<std::string> names;
  if (a.evaluation != b.evaluation) names.push_back("evaluation");
  if (a.job != b.job) names.push_back("job");
  if (a.maker != b.maker) names.push_back("maker");
  return names;
}

class Report {
 public:
  Report(const Options& options, const LoadedBook& a, const LoadedBook& b)
      : options_(options), a_(a), b_(b), comparison_(compare_books(a.book, b.book)) {}

  // Returns whether the books are equal.
  bool print() {
    if (options_.list) list_one_sided("only_a", a_, comparison_.only_a);
    Totals totals;
    for (const CommonEntry& common : comparison_.common) {
      const EntryDifference change = difference(a_.book.entries[common.a], b_.book.entries[common.b]);
      totals.add(change, common.a);
      if (options_.list && change.any()) list_changed(common);
    }
    if (options_.list) list_one_sided("only_b", b_, comparison_.only_b);
    options_.json ? summarise_json(totals) : summarise(totals);
    return a_.book == b_.book;
  }

 private:
  void list_one_sided(const char* name, const LoadedBook& loaded, const std::vector<std::size_t>& entries) {
    for (const std::size_t entry : entries) {
      if (options_.json) {
        print_json({{name, entry_json(loaded, entry)}});
      } else {
        print_line("{} {}", &loaded == &a_ ? '<' : '>', ranked_text(loaded, entry));
      }
    }
  }

  void list_changed(const CommonEntry& common) {
    if (options_.json) {
      print_json({{"a", entry_json(a_, common.a)}, {"b", entry_json(b_, common.b)}});
    } else {
      print_line("- {}\n+ {}", ranked_text(a_, common.a), ranked_text(b_, common.b));
    }
  }

  static std::string ranked_text(const LoadedBook& loaded, std::size_t index) {
    return fmt::format("{:>6}  {}", index + 1, entry_text(*loaded.setups, loaded.book.entries[index]));
  }

  std::string red_of_a(std::size_t entry) const { return a_.setups->name(a_.book.entries[entry].red); }

  void summarise_json(const Totals& totals) const {
    const OrderDifference order = compare_order(comparison_.common);
    ordered_json shift = nullptr, most_displaced = nullptr;
    if (totals.compared > 0) {
      shift = {{"entries", totals.compared},
               {"mean", totals.mean_shift},
               {"mean_absolute", totals.mean_distance},
               {"largest", totals.largest_shift},
               {"largest_at", red_of_a(totals.largest_at)},
               {"view", kRedView.name}};
    }
    if (order.largest_displacement > 0) most_displaced = red_of_a(comparison_.common[order.most_displaced].a);
    print_json({{"equal", a_.book == b_.book},
                {"only_a", comparison_.only_a.size()},
                {"only_b", comparison_.only_b.size()},
                {"common", comparison_.common.size()},
                {"other_replies", totals.replies},
                {"other_depths", totals.depths},
                {"other_values", totals.values},
                {"other_details", totals.others},
                {"value_shift", shift},
                {"kendall_tau", order.tau},
                {"mean_displacement", order.mean_displacement},
                {"largest_displacement", order.largest_displacement},
                {"most_displaced", most_displaced},
                {"other_origins", other_origins(a_.book.meta, b_.book.meta)}});
  }

  void summarise(const Totals& totals) const {
    print_line("{:<18}{} of {}", "only in A", comparison_.only_a.size(), a_.book.entries.size());
    print_line("{:<18}{} of {}", "only in B", comparison_.only_b.size(), b_.book.entries.size());
    print_line("{:<18}{}", "in both", comparison_.common.size());
    if (!comparison_.common.empty()) summarise_common(totals);
    for (const std::string& name : other_origins(a_.book.meta, b_.book.meta))
      print_line("{:<18}other {}", "made with", name);
    if (a_.book == b_.book) print_line("the books are equal");
  }

  void summarise_common(const Totals& totals) const {
    const OrderDifference order = compare_order(comparison_.common);
    print_line("{:<18}{}", "other replies", totals.replies);
    print_line("{:<18}{}", "other depths", totals.depths);
    print_line("{:<18}{}", "other values", totals.values);
    print_line("{:<18}{}", "other details", totals.others);
    if (totals.compared > 0) {
      print_line("{:<18}mean {}, mean absolute {} logit in the {} entries of equal depth", "values, B - A",
                 shift_text(totals.mean_shift), loss_text(totals.mean_distance), totals.compared);
    }
    if (totals.largest_shift != 0)
      print_line("{:<18}{} logit at {}", "largest", shift_text(totals.largest_shift),
                 red_of_a(totals.largest_at));
    print_line("{:<18}Kendall's tau {:.4f}, mean displacement {:.1f} ranks", "order", order.tau,
               order.mean_displacement);
    if (order.largest_displacement > 0) {
      print_line("{:<18}{} ranks at {}", "most displaced", order.largest_displacement,
                 red_of_a(comparison_.common[order.most_displaced].a));
    }
  }

  const Options& options_;
  const LoadedBook& a_;
  const LoadedBook& b_;
  const BookComparison comparison_;
};

int run_diff(const Options& options) {
  if (options.a == "-" && options.b == "-") throw Failure("only one of the books can be standard input");
  const LoadedBook a = load_sound_book(options.a);
  const LoadedBook b = load_sound_book(options.b);
  if (a.setups != b.setups) {
    throw Failure(
        fmt::format("{} and {}: books of different games", input_name(options.a), input_name(options.b)));
  }
  return Report(options, a, b).print() ? kSuccess : kFoundWanting;
}

}  // namespace

CommandRun book_diff(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("A", options->a, "A book (.tbk); - is standard input").required().type_name("FILE");
  app.add_option("B", options->b, "Another one").required().type_name("FILE");
  app.add_flag("--list", options->list, "List every entry that differs, too");
  add_json_option(app, options->json);
  app.footer(
      "Exit code 0 where the books are equal, 1 where they differ. Values (Red's view, logit; JSON has "
      "logit\n"
      "x 10,000) are compared where both were searched to the same depth; the order, among the entries that "
      "both have.\n"
      "--list begins the entries that only A has with <, those that only B has with >, and shows the others\n"
      "as they are in A after -, and in B after +.\n"
      "Example: tabiya book diff old.tbk new.tbk");
  return [options] { return run_diff(*options); };
}

}  // namespace tabiya::tools
