// Small books of moves for tests of commands.
#pragma once

#include <memory>
#include <optional>

#include "core/book/book_walk.h"
#include "core/book/valued_book.h"
#include "core/game/game_module.h"
#include "tests/support/bytes.h"
#include "tests/tools/program_run.h"
#include "tools/books/move_book_input.h"

namespace tabiya::tools::valued_books {

// A position by the line that leads to it, and the best move outside the book with its value for the side to move.
struct Known {
  std::string line, outside;
  Score score;
  bool is_proved = true;
};

inline std::unique_ptr<BookWalk> after(const std::string& line) {
  std::unique_ptr<BookWalk> walk = game_of_move_books().make_book_walk();
  std::istringstream words(line);
  for (std::string word; words >> word;) walk->play(walk->read(word).value());
  return walk;
}

// Of positions each of which follows the one that its line leads to without its last move.
inline ValuedBook book_of(const std::vector<Known>& positions, const std::string& root = "") {
  BookGraph graph;
  for (const Known& known : positions) {
    const std::unique_ptr<BookWalk> walk = after(known.line);
    const BookNode node = graph.add(walk->key(), walk->side_to_move());
    const auto outside =
        known.outside.empty() ? std::nullopt : std::optional(walk->read(known.outside).value());
    graph.set_outside(node, outside, FoundScore{known.score, known.is_proved});
    if (known.line == root) continue;
    const std::size_t last = known.line.rfind(' ');
    const std::unique_ptr<BookWalk> before =
        after(last == std::string::npos ? "" : known.line.substr(0, last));
    graph.link(*graph.find(before->key()), before->read(known.line.substr(last + 1)).value(), node);
  }
  return finish_book(graph, {{after(root)->text(), 0}},
                     {game_of_move_books().rules_version(), "a test", 1'000, 0, 500});
}

inline ValuedBook sample() {
  return book_of({{"", "c4", -9'000, false},
                  {"e4", "c5", -160},
                  {"d4", "Nf6", -120},
                  {"e4 e5", "Nf3", 200},
                  {"e4 e6", "Nc3", 180},
                  {"e4 e6 d4", "d5", -240},
                  {"d4 e6", "c4", 140},
                  {"d4 e6 e4", "d5", -240}});
}

struct Files {
  TemporaryFolder folder;

  std::string add(const std::string& name, const ValuedBook& lines) const {
    write_file(folder.path(name), std::string(as_text(valued_book_file(lines, game_of_move_books()))));
    return folder.path(name);
  }
};

}  // namespace tabiya::tools::valued_books
