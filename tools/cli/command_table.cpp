#include <algorithm>
#include <iterator>

#include "tools/cli/command.h"

namespace tabiya::tools {

// Each setup is defined in the file of tools/commands/ that is named after the command or its group.
CommandSetup analyse;
CommandSetup audit;
CommandSetup bench;
CommandSetup book_info, book_list, book_show, book_probe, book_stats, book_diff, book_import, book_export,
    book_merge, book_from_games;
CommandSetup build;
CommandSetup completion, man;  // in manual.cpp
CommandSetup data_info, data_rescore, data_export, data_import;
CommandSetup eval;
CommandSetup explore;
CommandSetup lines;
CommandSetup openings_select, openings_check, openings_results;
CommandSetup match;
CommandSetup moves;
CommandSetup net_info, net_import, net_export, net_shrink;
CommandSetup filter;
CommandSetup pack;
CommandSetup perft;
CommandSetup play;
CommandSetup search;
CommandSetup selfplay;
CommandSetup setups_count, setups_list, setups_show, setups_rank, setups_unrank, setups_mirror, setups_sample;
CommandSetup show;
CommandSetup solve;
CommandSetup submit;
CommandSetup train;
CommandSetup tune;
CommandSetup uci;
CommandSetup unpack;
CommandSetup verify;

namespace {

constexpr CommandTraits kMain{.is_main = true};
constexpr CommandTraits kClustered{.is_clustered = true};
constexpr CommandTraits kMainClustered{.is_clustered = true, .is_main = true};

constexpr CommandTraits kDefaultClustered{.is_clustered = true, .is_default = true};

constexpr Command kCommands[] = {
    {"build", "Build a book from a job file", build, kMainClustered},
    {"filter", "Keep the setups whose worst case is best", filter, kClustered},
    {"search", "Find the best replies to given setups", search, kClustered},
    {"openings", "Start positions: choose them, and check lists of them", nullptr, kMain},
    {"openings select", "List start positions whose value lies in a window", openings_select,
     kDefaultClustered},
    {"openings check", "Find what is wrong with lists of start positions", openings_check},
    {"openings results", "Count what games say of the start positions that they began from",
     openings_results},
    {"lines", "Grow a book of moves", lines, kMainClustered},
    {"setups", "The space of setups", nullptr, kMain},
    {"setups count", "Print the number of setups", setups_count},
    {"setups list", "Print all setups in the order of their ranks", setups_list},
    {"setups show", "Draw setups and print all facts about them", setups_show},
    {"setups rank", "Print the ranks of setups", setups_rank},
    {"setups unrank", "Print the setups of ranks", setups_unrank},
    {"setups mirror", "Print the mirror images of setups", setups_mirror},
    {"setups sample", "Print random setups", setups_sample},
    {"book", "Inspect and compare books; import and export them", nullptr, kMain},
    {"book info", "Print what a book holds and where it comes from", book_info},
    {"book list", "List entries", book_list},
    {"book show", "Draw entries as boards", book_show},
    {"book probe", "Look up the reply to a red setup", book_probe},
    {"book stats", "Count replies and squares, and average values", book_stats},
    {"book diff", "Compare two books", book_diff},
    {"book import", "Convert a book from another format", book_import},
    {"book export", "Write a book in another format", book_export},
    {"book from-games", "Make a book of moves from games in PGN", book_from_games},
    {"book merge", "Join books", book_merge},
    {"verify", "Check a book, a network, or another file that this program wrote", verify, kMain},
    {"audit", "Search a sample of a book more deeply, and estimate its error rate", audit, kMainClustered},
    {"net", "Inspect networks; import and export them", nullptr},
    {"net shrink", "Make a network smaller until it fits under a limit", net_shrink},
    {"net info", "Print what a network holds and where it comes from", net_info},
    {"net import", "Convert a network from another format", net_import},
    {"net export", "Write a network in another format", net_export},
    {"pack", "Compress a book or network, or turn it into text or source code", pack},
    {"unpack", "Undo `pack`", unpack},
    {"explore", "Browse books, analyse and play in the browser", explore, kMain},
    {"show", "Draw a position as text or as an image", show, kMain},
    {"moves", "List the legal moves of a position", moves},
    {"perft", "Count the sequences of legal moves of a given length", perft},
    {"eval", "Evaluate positions statically", eval},
    {"analyse", "Search a position", analyse, kMain},
    {"solve", "Prove who wins a position, or all pairs of setups", solve, kMain},
    {"play", "Play against a person, or under a referee's line protocol", play, kMain},
    {"uci", "Play as a UCI engine, for any GUI or tester", uci, kMain},
    {"submit", "Write a player as a single source file", submit},
    {"match", "Play games between engines", match, kMain},
    {"selfplay", "Play games to train a network on", selfplay, kMainClustered},
    {"data", "Inspect training data; label it anew; import and export it", nullptr},
    {"data info", "Check training data, and print what it holds", data_info},
    {"data rescore", "Label training data anew by longer searches", data_rescore, kClustered},
    {"data export", "Write training data as text", data_export},
    {"data import", "Read training data from text", data_import},
    {"train", "Train a network on games of self-play", train, kMain},
    {"tune", "Tune parameters by playing games", tune},
    {"bench", "Run repeatable measurements", bench},
    {"completion", "Print the completion of commands and options for a shell", completion},
    {"man", "Show the page of a command in the manual", man},
};

}  // namespace

std::span<const Command> command_table() { return kCommands; }

const Command* default_command(std::string_view group) {
  const auto found = std::ranges::find_if(kCommands, [&](const Command& command) {
    const std::string_view name = command.name;
    return command.traits.is_default && name.substr(0, name.find(' ')) == group;
  });
  return found == std::end(kCommands) ? nullptr : found;
}

}  // namespace tabiya::tools
