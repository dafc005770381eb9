#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/book/book_statistics.h"
#include "core/book/reply_count.h"
#include "core/search/value_text.h"
#include "tools/assets/book_input.h"
#include "tools/books/any_book.h"
#include "tools/books/move_book_reports.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

struct StatsQuery : BookQuery {
  std::size_t frequent = 10;  // how many replies of a book of setups are listed
};

// The numbers of entries in which each side's pieces of each kind stand on each square: first of the reds,
// then of the replies.
struct HeatMap {
  BoardPicture board;                                           // empty: what squares are called
  std::array<std::vector<std::vector<std::size_t>>, 2> counts;  // [side][glyph][square]
  std::array<std::set<std::size_t>, 2> squares;                 // of each side, on which pieces may stand

  explicit HeatMap(const LoadedBook& loaded) : board(loaded.setups->picture(0, 0)) {
    for (const std::size_t side : {0u, 1u}) {
      counts[side].assign(board.pieces->glyphs.size(), std::vector<std::size_t>(board.squares.size()));
      note_squares(side, loaded.setups->picture(static_cast<int>(side), 0));
    }
    for (const BookEntry& entry : loaded.book.entries) {
      add(0, loaded.setups->picture(0, entry.red));
      add(1, loaded.setups->picture(1, entry.reply));
    }
  }

 private:
  // Notes the whole rows on which pieces stand.
  void note_squares(std::size_t side, const BoardPicture& setup) {
    const std::size_t columns = board.column_names.size();
    for (std::size_t square = 0; square < setup.squares.size(); ++square) {
      if (!setup.squares[square]) continue;
      for (std::size_t i = 0; i < columns; ++i) squares[side].insert(square / columns * columns + i);
    }
  }
  void add(std::size_t side, const BoardPicture& setup) {
    note_squares(side, setup);
    for (std::size_t square = 0; square < setup.squares.size(); ++square)
      if (const auto& piece = setup.squares[square]) ++counts[side][piece->glyph][square];
  }
};

struct RoyalPair {
  std::string red, reply;  // squares
  std::size_t entries;
};

std::size_t royal_square(const BoardPicture& setup) {
  std::size_t square = 0;
  while (!setup.squares[square] || setup.squares[square]->glyph != setup.pieces->royal) ++square;
  return square;
}

// The squares of the royal pieces of red and reply, the most frequent first; empty in a game without royal
// pieces.
std::vector<RoyalPair> count_royal_pairs(const LoadedBook& loaded) {
  const BoardPicture board = loaded.setups->picture(0, 0);
  std::vector<RoyalPair> pairs;
  if (!board.pieces->royal) return pairs;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> counts;
  for (const BookEntry& entry : loaded.book.entries)
    ++counts[{royal_square(loaded.setups->picture(0, entry.red)),
              royal_square(loaded.setups->picture(1, entry.reply))}];
  for (const auto& [squares, count] : counts)
    pairs.push_back({square_name(board, squares.first), square_name(board, squares.second), count});
  std::ranges::stable_sort(pairs, std::greater(), &RoyalPair::entries);
  return pairs;
}

// The name of the royal pieces in the plural: "wazirs".
std::string royal_title(const PieceSet& pieces) {
  return std::string(pieces.glyphs[*pieces.royal].name) + "s";
}

// The number of the book's replies, each with its mirror image counted as one.
std::size_t count_up_to_mirrors(const std::vector<ReplyCount>& replies, const SetupSpace& setups) {
  std::set<SetupId> normalised;
  for (const ReplyCount& count : replies) normalised.insert(setups.normalised(count.reply));
  return normalised.size();
}

Json band_json(const ValueBand& band) {
  return {{"first", band.first},         {"last", band.last},       {"depth", band.depth},
          {"entries", band.entries},     {"proven", band.proven},   {"mean", band.mean},
          {"deviation", band.deviation}, {"highest", band.highest}, {"lowest", band.lowest}};
}

Json bands_json(const std::vector<ValueBand>& bands) {
  Json list = Json::array();
  for (const ValueBand& band : bands) list.push_back(band_json(band));
  return list;
}

std::string letter_of(const PieceSet& pieces, std::size_t glyph) {
  return std::string(1, pieces.glyphs[glyph].letters[0]);
}

Json squares_json(const HeatMap& map, std::size_t side) {
  const PieceSet& pieces = *map.board.pieces;
  Json kinds = Json::object();
  for (std::size_t glyph = 0; glyph < pieces.glyphs.size(); ++glyph) {
    Json& squares = kinds[letter_of(pieces, glyph)];
    for (const std::size_t square : map.squares[side])
      squares[square_name(map.board, square)] = map.counts[side][glyph][square];
  }
  return kinds;
}

// The facts of the selected part of a book.
struct Statistics {
  LoadedBook book;  // of the selected entries alone
  std::vector<ReplyCount> replies;
  std::size_t replies_up_to_mirrors;
  std::vector<RoyalPair> royal_pairs;
  std::vector<ValueBand> by_depth, by_rank;
  HeatMap heat;

  Statistics(const LoadedBook& whole, const std::vector<std::size_t>& entries)
      : book{book_of_entries(whole.book, entries), whole.setups, whole.game},
        replies(count_replies(replies_of(book.book))),
        replies_up_to_mirrors(count_up_to_mirrors(replies, book.setups->blues())),
        royal_pairs(count_royal_pairs(book)),
        by_depth(values_by_depth(whole.book, entries)),
        by_rank(values_by_rank(whole.book, entries)),
        heat(book) {}

  std::size_t entries() const { return book.book.entries.size(); }
};

void print_statistics_json(const Statistics& statistics, std::size_t first) {
  Json frequent = Json::array();
  for (const ReplyCount& each :
       std::span(statistics.replies).first(std::min(first, statistics.replies.size())))
    frequent.push_back({{"reply", statistics.book.setups->blues().name(each.reply)},
                        {"reply_wire", reply_wire(*statistics.book.setups, each.reply)},
                        {"entries", each.count}});
  Json facts{{"entries", statistics.entries()},
             {"distinct_replies", statistics.replies.size()},
             {"distinct_replies_up_to_mirrors", statistics.replies_up_to_mirrors},
             {"replies", frequent}};
  if (const PieceSet& pieces = *statistics.heat.board.pieces; pieces.royal) {
    Json& pairs = facts[royal_title(pieces)] = Json::array();
    for (const RoyalPair& pair : statistics.royal_pairs)
      pairs.push_back({{"red", pair.red}, {"reply", pair.reply}, {"entries", pair.entries}});
  }
  const bool ordered = statistics.book.book.meta.ordered;
  facts.update({{"view", kRedView.name},
                {"values_by_depth", bands_json(statistics.by_depth)},
                {"values_by_rank", ordered ? bands_json(statistics.by_rank) : nullptr},
                {"red_squares", squares_json(statistics.heat, 0)},
                {"reply_squares", squares_json(statistics.heat, 1)}});
  print_json(facts);
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
    print_line("{:<16}  {:<16}  {:>7}  {:>4.1f} %  {:>4.1f} %", loaded.setups->blues().name(replies[i].reply),
               reply_wire(*loaded.setups, replies[i].reply), replies[i].count,
               percent(replies[i].count, entries), percent(so_far, entries));
  }
}

void print_bands(const char* title, const std::vector<ValueBand>& bands, const View& view) {
  if (bands.empty()) return;
  print_line("\n{:<16}  depth  entries    mean  deviation  {:<{}}  lowest", title, "highest", kValueWidth);
  for (const ValueBand& band : bands) {
    print_line("{:>6} to {:<6}  {:>5}  {:>7}  {}  {:>9}  {:<{}}  {}", band.first, band.last, band.depth,
               band.entries, logit_text(band.mean), loss_text(band.deviation), value_text(band.highest, view),
               kValueWidth, value_text(band.lowest, view));
  }
}

void print_royal_pieces(const Statistics& statistics) {
  const PieceSet& pieces = *statistics.heat.board.pieces;
  if (!pieces.royal) return;
  print_line("\n{:<9}entries   share", royal_title(pieces));
  for (const RoyalPair& pair : statistics.royal_pairs)
    print_line("{}  {}  {:>8}  {:>4.1f} %", pair.red, pair.reply, pair.entries,
               percent(pair.entries, statistics.entries()));
}

// The rows of both setups as on the board, in percent of the entries.
void print_heat(const HeatMap& map, std::size_t entries) {
  const std::size_t columns = map.board.column_names.size();
  const std::size_t rows = map.board.row_names.size();
  for (std::size_t glyph = 0; glyph < map.board.pieces->glyphs.size(); ++glyph) {
    print_line("\n{} on each square, % of the entries", letter_of(*map.board.pieces, glyph));
    for (std::size_t row = rows; row-- > 0;) {
      const std::size_t first = row * columns;
      if (!map.squares[0].contains(first) && !map.squares[1].contains(first)) continue;
      std::string line = map.board.row_names[row];
      for (std::size_t square = first; square < first + columns; ++square)
        line += fmt::format("{:>5.0f}",
                            percent(map.counts[0][glyph][square] + map.counts[1][glyph][square], entries));
      print_line("{}", line);
    }
    std::string names(map.board.row_names[0].size(), ' ');
    for (const std::string& name : map.board.column_names) names += fmt::format("{:>5}", name);
    print_line("{}", names);
  }
}

void print_statistics(const Statistics& statistics, std::size_t first) {
  print_line("{}, {}, {} when mirror images count once", counted(statistics.entries(), "entry"),
             counted(statistics.replies.size(), "distinct reply"), statistics.replies_up_to_mirrors);
  if (statistics.entries() == 0) return;
  print_replies(statistics.replies, statistics.book, first);
  const View view = first_view(*statistics.book.setups);
  print_bands("values by depth", statistics.by_depth, view);
  print_bands("values by rank", statistics.by_rank, view);
  print_royal_pieces(statistics);
  print_heat(statistics.heat, statistics.entries());
}

int count_setups(const BookOfSetups& setups, const StatsQuery& query) {
  const LoadedBook loaded = load_sound_book(setups.name);
  const Statistics statistics(loaded, select_entries(loaded, query.selection));
  (query.json ? print_statistics_json : print_statistics)(statistics, query.frequent);
  return kSuccess;
}

}  // namespace

CommandRun book_stats(CommandLine& app) {
  const auto query = std::make_shared<StatsQuery>();
  add_book_query(app, *query);
  app.only_for({kBookOfSetups})
      .add_option("--frequent", query->frequent, "List the N most frequent replies")
      .whole_number();
  add_json_option(app, query->json);
  app.footer(
      "Prints which replies the book gives and how often, how values fall from the best entry to the last,\n"
      "where the royal pieces of red and reply stand (in 0.1 the wazirs), and where the other pieces stand.\n"
      "Values are Red's view, in logit; JSON has logit x 10,000. Mean and standard deviation leave out proven\n"
      "wins and losses.\n"
      "Example: tabiya book stats book.tbk");
  return on_book(app, query, count_setups, [](const LoadedMoveBook& moves, const StatsQuery& asked) {
    return count_moves(moves, asked.from, asked.json);
  });
}

}  // namespace tabiya::tools
