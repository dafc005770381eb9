// The library of the files that `explore` is given.
#pragma once

#include <string>
#include <vector>

#include "tools/explorer/library.h"

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

}  // namespace tabiya::tools
