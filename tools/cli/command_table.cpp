#include "tools/cli/command.h"

namespace tabiya::tools {

// Each is defined in the file of tools/commands/ that is named after the command or its group.
CommandSetup analyse;
CommandSetup audit;
CommandSetup bench;
CommandSetup book_info, book_list, book_show, book_probe, book_stats, book_diff, book_import, book_export,
    book_merge;
CommandSetup build;
CommandSetup data_info;
CommandSetup eval;
CommandSetup explore;
CommandSetup openings;
CommandSetup match;
CommandSetup moves;
CommandSetup net_info, net_import, net_export;
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
CommandSetup unpack;
CommandSetup verify;

namespace {

constexpr Command kCommands[] = {
    {"build", "Make a book from a job file: the main job", build, /*is_clustered=*/true},
    {"filter", "Keep the setups with the best worst case", filter, /*is_clustered=*/true},
    {"search", "Find the best replies to given setups", search, /*is_clustered=*/true},
    {"openings", "List start positions whose value lies in a window", openings, /*is_clustered=*/true},
    {"setups", "The space of setups", nullptr},
    {"setups count", "Print how many there are", setups_count},
    {"setups list", "Print all of them, in the order of their ranks", setups_list},
    {"setups show", "Draw setups, and print all that there is to know of them", setups_show},
    {"setups rank", "Print the ranks of setups", setups_rank},
    {"setups unrank", "Print the setups of ranks", setups_unrank},
    {"setups mirror", "Print the mirror images of setups", setups_mirror},
    {"setups sample", "Print setups drawn at random", setups_sample},
    {"book", "Inspect a book, or carry it from and to other formats", nullptr},
    {"book info", "Say what a book holds and where it comes from", book_info},
    {"book list", "List entries", book_list},
    {"book show", "Draw entries as boards", book_show},
    {"book probe", "Answer a red setup", book_probe},
    {"book stats", "Count replies and squares, and average values", book_stats},
    {"book diff", "Say how two books differ", book_diff},
    {"book import", "Make a book from a published one", book_import},
    {"book export", "Write a book in another format", book_export},
    {"book merge", "Join books; make the book of a job that was built in shards", book_merge},
    {"verify", "Check a book's structure, checksums and entries", verify},
    {"audit", "Search a sample of a book again, and say how often it is wrong", audit, /*is_clustered=*/true},
    {"net", "Inspect a network, or carry it from and to other formats", nullptr},
    {"net info", "Say what a network holds and where it comes from", net_info},
    {"net import", "Make a network from a published one", net_import},
    {"net export", "Write a network in another format", net_export},
    {"pack", "Wrap an asset as text or compress it", pack},
    {"unpack", "Take an asset out of its wrapping", unpack},
    {"explore", "Look at books in the browser, analyse and play", explore},
    {"show", "Draw a position, as text or as an image", show},
    {"moves", "List the legal moves of a position", moves},
    {"perft", "Count the sequences of legal moves of a given length", perft},
    {"eval", "Evaluate positions statically", eval},
    {"analyse", "Search a position", analyse},
    {"solve", "Prove who wins a position, or all pairs of setups", solve},
    {"play", "Play a game with a person, or under the judge's line protocol", play},
    {"submit", "Write a player as a single source file", submit},
    {"match", "Let two engines play each other", match},
    {"selfplay", "Play games for a network to learn from", selfplay, /*is_clustered=*/true},
    {"data", "Inspect training data", nullptr},
    {"data info", "Check training data, and say what it holds", data_info},
    {"train", "Train a network with games of self-play", train},
    {"tune", "Find better values of parameters by games", tune},
    {"bench", "Measure the speed of a part of the program", bench},
};

}  // namespace

std::span<const Command> command_table() { return kCommands; }

}  // namespace tabiya::tools
