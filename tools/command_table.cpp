#include "tools/command.h"

namespace tabiya::tools {

// Each is defined in the file of tools/commands/ that is named after the command or its group.
CommandSetup bench;
CommandSetup book_info, book_list, book_show, book_probe, book_import, book_export;
CommandSetup pack;
CommandSetup unpack;
CommandSetup verify;

namespace {

constexpr Command kCommands[] = {
    {"book", "Inspect a book, or carry it from and to other formats", nullptr},
    {"book info", "Say what a book holds and where it comes from", book_info},
    {"book list", "List entries", book_list},
    {"book show", "Draw entries as boards", book_show},
    {"book probe", "Answer a red setup", book_probe},
    {"book import", "Make a book from a published one", book_import},
    {"book export", "Write a book in another format", book_export},
    {"verify", "Check a book's structure, checksums and entries", verify},
    {"pack", "Wrap an asset as text or compress it", pack},
    {"unpack", "Take an asset out of its wrapping", unpack},
    {"bench", "Measure the speed of a part of the program", bench},
};

}  // namespace

std::span<const Command> command_table() { return kCommands; }

}  // namespace tabiya::tools
