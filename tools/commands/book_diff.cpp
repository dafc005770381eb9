#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "booksearch/setups/audit/judged_replies.h"
#include "core/book/comparison.h"
#include "core/book/merge.h"
#include "core/search/value_text.h"
#include "tools/assets/book_input.h"
#include "tools/assets/network_input.h"
#include "tools/assets/shipped.h"
#include "tools/books/any_book.h"
#include "tools/books/move_book_reports.h"
#include "tools/cli/command.h"
#include "tools/cli/computation.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools {
namespace {

struct BookDiffOptions {
  std::string a, b;
  bool list = false;
  std::string from;      // of books of moves
  int search_depth = 0;  // plies; 0: no search
  std::string network{kShipped};
  ComputationOptions computation;
  bool json = false;
};

// Counts of the better replies, for entries in which the books give different ones.
struct Tally {
  std::size_t a = 0, b = 0, neither = 0;
  std::size_t deeper_a = 0, deeper_b = 0;  // not compared: an entry was searched more deeply
  std::size_t compared = 0;                // of a, b and neither: with values that are not proven
  double mean_gain = 0;                    // of b over a for Blue, of those; logit x 10,000

  void add(const booksearch::ContestResult& result) {
    ++(result.a_value < result.b_value ? a : result.b_value < result.a_value ? b : neither);
    if (is_proven(result.a_value) || is_proven(result.b_value)) return;
    mean_gain += (result.a_value - result.b_value - mean_gain) / static_cast<double>(++compared);
  }
  // True if one of the entries was searched more deeply than `depth`, at which entries are compared. Such
  // entries are not compared; the deeper of the two is counted.
  bool is_too_deep(const BookEntry& of_a, const BookEntry& of_b, int depth) {
    if (std::max(of_a.depth, of_b.depth) <= depth) return false;
    ++(of_a.depth > of_b.depth ? deeper_a : deeper_b);
    return true;
  }
  void add(Trust trust) { ++(trust == Trust::kFirst ? a : trust == Trust::kSecond ? b : neither); }
};

using Searched = std::map<std::size_t, booksearch::ContestResult>;  // by the entry of a

// The differences of the common entries, added up.
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

// The parts of the books' statements about themselves that differ.
std::vector<std::string> other_origins(const BookMeta& a, const BookMeta& b) {
  std::vector<std::string> names;
  if (a.evaluation != b.evaluation) names.push_back("evaluation");
  if (a.job != b.job) names.push_back("job");
  if (a.maker != b.maker) names.push_back("maker");
  if (a.ordered != b.ordered) names.push_back("order");
  return names;
}

class Report {
 public:
  Report(const BookDiffOptions& options, const LoadedBook& a, const LoadedBook& b)
      : options_(options), a_(a), b_(b), comparison_(compare_books(a.book, b.book)) {
    if (options.search_depth > 0) search();
  }

  // Returns true if the entries are equal.
  bool print() {
    if (options_.list) list_one_sided("only_a", a_, comparison_.only_a);
    Totals totals;
    for (const CommonEntry& common : comparison_.common) {
      const EntryDifference change = difference(a_.book.entries[common.a], b_.book.entries[common.b]);
      totals.add(change, common.a);
      if (options_.list && change.any()) list_changed(common);
    }
    if (options_.list) list_one_sided("only_b", b_, comparison_.only_b);
    summarise(totals);
    return are_equal(totals);
  }

 private:
  // True if all entries are equal, in the same order, whatever made the books.
  bool are_equal(const Totals& totals) const {
    const bool same_order = std::ranges::all_of(
        comparison_.common, [](const CommonEntry& common) { return common.a == common.b; });
    return comparison_.only_a.empty() && comparison_.only_b.empty() &&
           totals.replies + totals.depths + totals.values + totals.others == 0 && same_order &&
           a_.book.meta.ordered == b_.book.meta.ordered;
  }

  // Searches both replies of entries that differ, unless one was searched more deeply.
  void search() {
    std::vector<std::size_t> entries;  // of a
    std::vector<booksearch::Contest> contests;
    for (const CommonEntry& common : comparison_.common) {
      const BookEntry &a = a_.book.entries[common.a], &b = b_.book.entries[common.b];
      if (a.reply == b.reply || by_search_.is_too_deep(a, b, options_.search_depth)) continue;
      entries.push_back(common.a);
      contests.push_back({a.red, a.reply, b.reply, options_.search_depth});
    }
    constexpr std::size_t kTableBytes = std::size_t{16} << 20;
    const std::unique_ptr<PairOracle> oracle = make_oracle(*a_.game, options_.network);
    const auto run = [&](const booksearch::Control& control) {
      return booksearch::judge(*oracle, contests, kTableBytes, control);
    };
    const auto results =
        take(Computation(options_.computation).run(run, "nothing was compared"), "book diff");
    for (std::size_t i = 0; i < entries.size(); ++i) {
      searched_.emplace(entries[i], results[i]);
      by_search_.add(results[i]);
    }
  }

  void list_one_sided(const char* name, const LoadedBook& loaded, const std::vector<std::size_t>& entries) {
    for (const std::size_t entry : entries) {
      print_json_or_line(options_.json, {{name, entry_json(loaded, entry)}}, "{} {}",
                         &loaded == &a_ ? '<' : '>', ranked_text(loaded, entry));
    }
  }

  void list_changed(const CommonEntry& common) {
    const auto searched = searched_.find(common.a);
    Json object{{"a", entry_json(a_, common.a)}, {"b", entry_json(b_, common.b)}};
    if (searched != searched_.end())
      object["searched"] = {{"a_value", searched->second.a_value}, {"b_value", searched->second.b_value}};
    print_json_or_line(options_.json, object, "- {}\n+ {}", ranked_text(a_, common.a),
                       ranked_text(b_, common.b));
  }

  static std::string ranked_text(const LoadedBook& loaded, std::size_t index) {
    return fmt::format("{:>6}  {}", rank_text(loaded.book, index),
                       entry_text(*loaded.setups, loaded.book.entries[index]));
  }

  // The difference in the order of the common entries; empty if a book has lost its order.
  std::optional<OrderDifference> order() const {
    if (!a_.book.meta.ordered || !b_.book.meta.ordered) return std::nullopt;
    return compare_order(comparison_.common);
  }

  std::string red_of_a(std::size_t entry) const { return a_.setups->reds().name(a_.book.entries[entry].red); }

  Tally at_hand() const {
    Tally tally;
    for (const CommonEntry& common : comparison_.common) {
      const BookEntry &a = a_.book.entries[common.a], &b = b_.book.entries[common.b];
      if (a.reply != b.reply && !tally.is_too_deep(a, b, std::min(a.depth, b.depth)))
        tally.add(more_trusted(a_.book, a, b_.book, b));
    }
    return tally;
  }

  void summarise(const Totals& totals) const {
    const std::size_t common = comparison_.common.size();
    const auto label = [common](const char* name) { return common > 0 ? name : ""; };
    Facts facts(options_.json);
    facts.add("equal", are_equal(totals));
    facts.add("only_a", comparison_.only_a.size(), "only in A", "{} of {}", comparison_.only_a.size(),
              a_.book.entries.size());
    facts.add("only_b", comparison_.only_b.size(), "only in B", "{} of {}", comparison_.only_b.size(),
              b_.book.entries.size());
    facts.add("common", common, "in both");
    facts.add("other_replies", totals.replies, label("other replies"));
    add_tallies(facts, totals.replies > 0);
    facts.add("other_depths", totals.depths, label("other depths"));
    facts.add("other_values", totals.values, label("other values"));
    facts.add("other_details", totals.others, label("other details"));
    add_shift(facts, totals);
    add_order(facts);
    const std::vector<std::string> others = other_origins(a_.book.meta, b_.book.meta);
    facts.add("other_origins", others);
    for (const std::string& name : others) facts.say("made with", "other {}", name);
    facts.print();
    if (are_equal(totals)) facts.line("the {} are equal", others.empty() ? "books" : "entries");
  }

  void add_tallies(Facts& facts, bool says) const {
    const Tally known = at_hand(), &tally = by_search_;
    const auto label = [says](std::string name) { return says ? std::move(name) : std::string(); };
    facts.add("judged", {{"a_deeper", known.deeper_a},
                         {"b_deeper", known.deeper_b},
                         {"a_better", known.a},
                         {"b_better", known.b},
                         {"undecided", known.neither}});
    facts.say(label("  other depths"), "A's searched deeper in {}, B's in {}", known.deeper_a,
              known.deeper_b);
    facts.say(label("  equal depths"), "A's better in {}, B's in {}; {} cannot be compared", known.a, known.b,
              known.neither);
    if (options_.search_depth == 0) return facts.add("searched", nullptr);
    const std::size_t deeper = tally.deeper_a + tally.deeper_b;
    facts.add("searched", {{"depth", options_.search_depth},
                           {"too_deep", deeper},
                           {"a_better", tally.a},
                           {"b_better", tally.b},
                           {"equal", tally.neither},
                           {"mean_gain_of_b", tally.mean_gain}});
    facts.say(label(fmt::format("  searched to {}", options_.search_depth)),
              "A's are better in {}, B's in {}, {} equal; B's gain Blue {} logit on average", tally.a,
              tally.b, tally.neither, shift_text(tally.mean_gain));
    if (deeper > 0) facts.say(label("  not searched"), "{}, as a book was searched deeper", deeper);
  }

  void add_shift(Facts& facts, const Totals& totals) const {
    if (totals.compared == 0) return facts.add("value_shift", nullptr);
    const std::string largest_at = red_of_a(totals.largest_at);
    facts.add("value_shift",
              {{"entries", totals.compared},
               {"mean", totals.mean_shift},
               {"mean_absolute", totals.mean_distance},
               {"largest", totals.largest_shift},
               {"largest_at", largest_at},
               {"view", kRedView.name}},
              "values, B - A", "mean {}, mean absolute {} logit in the {} entries of equal depth",
              shift_text(totals.mean_shift), loss_text(totals.mean_distance), totals.compared);
    if (totals.largest_shift != 0)
      facts.say("largest", "{} logit at {}", shift_text(totals.largest_shift), largest_at);
  }

  void add_order(Facts& facts) const {
    const auto order = this->order();
    const bool is_moved = order && order->largest_displacement > 0;
    const std::string most = is_moved ? red_of_a(comparison_.common[order->most_displaced].a) : "";
    facts.add("kendall_tau", order ? Json(order->tau) : Json());
    facts.add("mean_displacement", order ? Json(order->mean_displacement) : Json());
    facts.add("largest_displacement", order ? Json(order->largest_displacement) : Json());
    facts.add("most_displaced", is_moved ? Json(most) : Json());
    if (comparison_.common.empty()) return;
    if (order)
      facts.say("order", "Kendall's tau {:.4f}, mean displacement {:.1f} ranks", order->tau,
                order->mean_displacement);
    else
      facts.say("order", "not compared: {} lost it",
                a_.book.meta.ordered   ? "B has"
                : b_.book.meta.ordered ? "A has"
                                       : "both have");
    if (is_moved) facts.say("most displaced", "{} ranks at {}", order->largest_displacement, most);
  }

  const BookDiffOptions& options_;
  const LoadedBook& a_;
  const LoadedBook& b_;
  const BookComparison comparison_;
  Searched searched_;
  Tally by_search_;
};

int diff_setups(const BookDiffOptions& options) {
  const LoadedBook a = load_sound_book(options.a), b = load_sound_book(options.b);
  if (a.setups != b.setups) throw Failure(fmt::format("{} and {}: books of different games", a.name, b.name));
  return Report(options, a, b).print() ? kSuccess : kFoundWanting;
}

int run_diff(const BookDiffOptions& options, const OptionKinds& kinds) {
  if (options.a == "-" && options.b == "-") throw Failure("only one of the books can be standard input");
  const AnyBook a = open_book(options.a), b = open_book(options.b);
  const bool is_first = std::holds_alternative<LoadedMoveBook>(a);
  check_options(kinds, is_first ? a : b);
  if (!is_first && std::holds_alternative<BookOfSetups>(b)) return diff_setups(options);
  return diff_moves(moves_of(a), moves_of(b), options.from, options.list, options.json);
}

}  // namespace

CommandRun book_diff(CommandLine& app) {
  const auto options = std::make_shared<BookDiffOptions>();
  app.add_option("A", options->a, "A book (.tbk), `shipped`, or - for standard input")
      .required()
      .type_name("FILE");
  app.add_option("B", options->b, "Another book").required().type_name("FILE");
  app.add_flag("--list", options->list, "Also list every entry that differs");
  CommandOption search = app.only_for({kBookOfSetups})
                             .add_option("--search", options->search_depth,
                                         "Search replies that differ to this depth, in plies");
  search.whole_number(1, 100);
  add_from_option(app.only_for({kBookOfMoves}), options->from);
  CommandLine of_search = app.needing(search);
  add_network_option(of_search, options->network);
  add_computation_options(app, options->computation);
  add_json_option(app, options->json);
  app.footer(
      "The exit code is 0 if all entries are equal, and 1 if some differ. Values (Red's view, logit; JSON has\n"
      "logit x 10,000) are compared where both books searched to the same depth, and the order among the\n"
      "entries that both have. Of two different replies, trust the one searched deeper; at equal depth, the\n"
      "one better for Blue is the better one, if both values come from the same evaluation and search. --search\n"
      "leaves out replies that a book has searched deeper than N.\n"
      "\n"
      "--list marks entries of A alone with <, those of B alone with >, and shows others as A has them after\n"
      "-, and as B has them after +.\n"
      "Example: tabiya book diff old.tbk new.tbk");
  return [options, kinds = app.kinds()] { return run_diff(*options, *kinds); };
}

}  // namespace tabiya::tools
