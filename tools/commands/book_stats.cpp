#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/book/book_statistics.h"
#include "core/book/reply_count.h"
#include "core/games/zero_point_one/notation.h"
#include "core/games/zero_point_one/setup.h"
#include "core/search/value_text.h"
#include "tools/assets/book_input.h"
#include "tools/assets/book_selection.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

using nlohmann::ordered_json;
using namespace zero_point_one;

struct Options {
  std::string book;
  BookSelection selection;
  std::size_t frequent = 10;  // how many replies are listed
  bool json = false;
};

// In how many entries a piece of each kind stands on each square: the reds on rows a and b, the replies on
// rows g and h.
using HeatMap = std::array<std::array<std::size_t, Board::kSquares>, kKinds>;

void add_setup(HeatMap& map, Side side, SetupId id) {
  const Setup setup = unrank(id);
  for (int i = 0; i < kSetupSize; ++i) ++map[index(setup[i])][setup_square(side, i)];
}

HeatMap heat_map(const Book& book) {
  HeatMap map{};
  for (const BookEntry& entry : book.entries) {
    add_setup(map, Side::kRed, entry.red);
    add_setup(map, Side::kBlue, entry.reply);
  }
  return map;
}

Square wazir_square(Side side, SetupId id) { return setup_square(side, wazir_index(unrank(id))); }

struct WazirPair {
  Square red, blue;
  std::size_t entries;
};

// Where the wazirs of red and reply stand, the most frequent first.
std::vector<WazirPair> wazir_pairs(const Book& book) {
  std::map<std::pair<Square, Square>, std::size_t> counts;
  for (const BookEntry& entry : book.entries)
    ++counts[{wazir_square(Side::kRed, entry.red), wazir_square(Side::kBlue, entry.reply)}];
  std::vector<WazirPair> pairs;
  for (const auto& [squares, count] : counts) pairs.push_back({squares.first, squares.second, count});
  std::ranges::stable_sort(pairs, std::greater(), &WazirPair::entries);
  return pairs;
}

// Of the book, each with its mirror image counted as one.
std::size_t replies_up_to_mirrors(const std::vector<ReplyCount>& replies, const SetupSpace& setups) {
  std::set<SetupId> normalised;
  for (const ReplyCount& count : replies) normalised.insert(setups.normalised(count.reply));
  return normalised.size();
}

ordered_json band_json(const ValueBand& band) {
  return {{"first", band.first},         {"last", band.last},       {"depth", band.depth},
          {"entries", band.entries},     {"proven", band.proven},   {"mean", band.mean},
          {"deviation", band.deviation}, {"highest", band.highest}, {"lowest", band.lowest}};
}

ordered_json bands_json(const std::vector<ValueBand>& bands) {
  ordered_json list = ordered_json::array();
  for (const ValueBand& band : bands) list.push_back(band_json(band));
  return list;
}

ordered_json squares_json(const HeatMap& map, Side side) {
  ordered_json kinds = ordered_json::object();
  for (const Kind kind : kAllKinds) {
    ordered_json& squares = kinds[std::string(1, kLetters[index(kind)])];
    for (int i = 0; i < kSetupSize; ++i) {
      const Square square = setup_square(side, i);
      squares[format_square(square)] = map[index(kind)][square];
    }
  }
  return kinds;
}

// The entries of a book that are looked at.
struct Part {
  const LoadedBook& whole;
  std::vector<std::size_t> entries;
  LoadedBook book;  // of these alone

  Part(const LoadedBook& loaded, std::vector<std::size_t> selected)
      : whole(loaded),
        entries(std::move(selected)),
        book{book_of_entries(loaded.book, entries), loaded.setups} {}

  std::vector<ValueBand> by_depth() const { return values_by_depth(whole.book, entries); }
  std::vector<ValueBand> by_rank() const { return values_by_rank(whole.book, entries); }
};

void print_statistics_json(const Part& part, std::size_t first) {
  const LoadedBook& loaded = part.book;
  const std::vector<ReplyCount> replies = count_replies(replies_of(loaded.book));
  const HeatMap map = heat_map(loaded.book);
  ordered_json frequent = ordered_json::array(), wazirs = ordered_json::array();
  for (std::size_t i = 0; i < std::min(first, replies.size()); ++i)
    frequent.push_back({{"reply", loaded.setups->name(replies[i].reply)},
                        {"reply_wire", reply_wire(*loaded.setups, replies[i].reply)},
                        {"entries", replies[i].count}});
  for (const WazirPair& pair : wazir_pairs(loaded.book)) {
    wazirs.push_back(
        {{"red", format_square(pair.red)}, {"reply", format_square(pair.blue)}, {"entries", pair.entries}});
  }
  print_json({{"entries", loaded.book.entries.size()},
              {"distinct_replies", replies.size()},
              {"distinct_replies_up_to_mirrors", replies_up_to_mirrors(replies, *loaded.setups)},
              {"replies", frequent},
              {"wazirs", wazirs},
              {"view", kRedView.name},
              {"values_by_depth", bands_json(part.by_depth())},
              {"values_by_rank", loaded.book.meta.ordered ? bands_json(part.by_rank()) : nullptr},
              {"red_squares", squares_json(map, Side::kRed)},
              {"reply_squares", squares_json(map, Side::kBlue)}});
}

double percent(std::size_t part, std::size_t whole) {
  return 100 * static_cast<double>(part) / static_cast<double>(whole);
}

void print_replies(const std::vector<ReplyCount>& replies, const LoadedBook& loaded, std::size_t first) {
  const std::size_t entries = loaded.book.entries.size();
  if (first == 0 || replies.empty()) return;
  print_line("\nreply             in wire notation  entries   share  so far");
  std::size_t so_far = 0;
  for (std::size_t i = 0; i < std::min(first, replies.size()); ++i) {
    so_far += replies[i].count;
    print_line("{:<16}  {:<16}  {:>7}  {:>4.1f} %  {:>4.1f} %", loaded.setups->name(replies[i].reply),
               reply_wire(*loaded.setups, replies[i].reply), replies[i].count,
               percent(replies[i].count, entries), percent(so_far, entries));
  }
}

void print_bands(const char* title, const std::vector<ValueBand>& bands) {
  if (bands.empty()) return;
  print_line("\n{:<16}  depth  entries    mean  deviation  {:<{}}  lowest", title, "highest", kValueWidth);
  for (const ValueBand& band : bands) {
    print_line("{:>6} to {:<6}  {:>5}  {:>7}  {}  {:>9}  {:<{}}  {}", band.first, band.last, band.depth,
               band.entries, logit_text(band.mean), loss_text(band.deviation),
               value_text(band.highest, kRedView), kValueWidth, value_text(band.lowest, kRedView));
  }
}

void print_wazirs(const Book& book) {
  print_line("\nwazirs   entries   share");
  for (const WazirPair& pair : wazir_pairs(book)) {
    print_line("{}  {}  {:>8}  {:>4.1f} %", format_square(pair.red), format_square(pair.blue), pair.entries,
               percent(pair.entries, book.entries.size()));
  }
}

// The rows of both setups as on the board, in percent of the entries.
void print_heat(const HeatMap& map, std::size_t entries) {
  for (const Kind kind : kAllKinds) {
    print_line("\n{} on each square, % of the entries", kLetters[index(kind)]);
    for (const int row : {7, 6, 1, 0}) {
      std::string line(1, static_cast<char>('a' + row));
      for (int column = 0; column < 8; ++column)
        line += fmt::format("{:>5.0f}", percent(map[index(kind)][8 * row + column], entries));
      print_line("{}", line);
    }
    print_line("     1    2    3    4    5    6    7    8");
  }
}

void print_statistics(const Part& part, std::size_t first) {
  const LoadedBook& loaded = part.book;
  const std::size_t entries = loaded.book.entries.size();
  const std::vector<ReplyCount> replies = count_replies(replies_of(loaded.book));
  print_line("{} entries, {} distinct replies, {} when mirror images count once", entries, replies.size(),
             replies_up_to_mirrors(replies, *loaded.setups));
  if (entries == 0) return;
  print_replies(replies, loaded, first);
  print_bands("values by depth", part.by_depth());
  print_bands("values by rank", part.by_rank());
  print_wazirs(loaded.book);
  print_heat(heat_map(loaded.book), entries);
}

}  // namespace

CommandRun book_stats(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_book_option(app, options->book);
  add_selection_options(app, options->selection);
  app.add_option("--frequent", options->frequent, "List the N most frequent replies")
      .type_name("N")
      .whole_number()
      .capture_default_str();
  add_json_option(app, options->json);
  app.footer(
      "Which replies the book gives and how often, how values fall from the best entry to the last (Red's\n"
      "view, logit; JSON has logit x 10,000; mean and standard deviation leave proven wins and losses out), "
      "where the "
      "wazirs\n"
      "of red and reply stand, and on which squares the pieces.\n"
      "Example: tabiya book stats book.tbk");
  return [options] {
    const LoadedBook loaded = load_sound_book(options->book);
    const Part part(loaded, select_entries(loaded, options->selection, input_name(options->book)));
    (options->json ? print_statistics_json : print_statistics)(part, options->frequent);
    return int{kSuccess};
  };
}

}  // namespace tabiya::tools
