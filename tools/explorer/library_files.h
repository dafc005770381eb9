// The library of the files that `explore` is given, and how they are read.
#pragma once

#include <string>
#include <vector>

#include "core/book/book.h"
#include "core/game/game_module.h"
#include "tools/cli/json.h"
#include "tools/explorer/library.h"
#include "tools/explorer/pair_matrix.h"

namespace tabiya::tools {

class LibraryOfFiles : public Library {
 public:
  // `network`: as load_evaluation() has it, for games that know networks. `from`: the start of books of moves
  // that name none; empty for the usual start. Throws Failure for books that are not sound.
  LibraryOfFiles(const std::vector<std::string>& books, std::string network, const std::string& from = "");

  // All throw Failure. watch() takes a job file, and the folder of its state.
  void watch(const std::string& job, const std::string& folder);
  // Adds the report to the first book that it fits.
  void add_audit(const std::string& path);
  // Adds a matrix, as read_pair_matrix() reads it.
  void add_matrix(const std::string& path, const GameModule& game);

 private:
  void open(const std::string& name, const std::string& from);
};

// Reads the values of pairs that another command has found. The file is CSV with a line of names and a line
// for each pair, with the columns of two setups (red, first, first_setup or the name of the side, and blue,
// reply, second, second_setup or the name of that side), and `value` or `score`; or it is the output of
// `solve --all --json`. Of mirror images, either may be missing. Throws Failure, with the line.
PairMatrix read_pair_matrix(const std::string& path, const GameModule& game);

// A report that `audit --json` has printed to a file: {"summary": the last line, "entries": the lines before it}, with
// all members that the page draws, of the right types. Throws Failure, with the line.
Json read_audit_report(const std::string& path);

// True if the report appears to be of this book: it has the same number of entries, and the listed ones
// agree.
bool is_audit_of(const Json& report, const Book& book, const SetupPhase& setups);

}  // namespace tabiya::tools
