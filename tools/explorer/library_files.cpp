#include "tools/explorer/library_files.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "tools/assets/evaluation_input.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json_text.h"
#include "tools/explorer/matrix_file.h"
#include "tools/explorer/open_lines.h"
#include "tools/explorer/saved_audit.h"
#include "tools/jobs/job_file.h"
#include "tools/jobs/job_paths.h"
#include "tools/jobs/job_status_text.h"
#include "tools/jobs/known_oracles.h"

namespace tabiya::tools {

LibraryOfFiles::LibraryOfFiles(const std::vector<std::string>& books, std::string network,
                               const std::string& from)
    : Library(std::move(network), load_evaluation) {
  for (const std::string& name : books) open(name, from);
}

// Opens a book's setups, its lines, or both; or its moves with weights.
void LibraryOfFiles::open(const std::string& name, const std::string& from) {
  std::optional<LoadedMoveBook> moves = load_move_book(name);
  if (!moves) {
    add(name, load_sound_book(name));
    moves = load_move_book(name, /*wants_lines=*/true);
  }
  if (!moves) return;
  if (moves->lines)
    add(std::make_unique<OpenLines>(name, *std::move(moves)));
  else
    add(std::make_unique<OpenWeights>(name, *moves, from));
}

void LibraryOfFiles::watch(const std::string& job, const std::string& folder) {
  const auto file = std::make_shared<const JobFile>(parse_job_file(read_text(job), input_name(job)));
  add(WatchedJob{job, file->job.game, [file, files = JobPaths(job, folder)] {
                   return status_json(files.state(), read_status(file->job, files), files.owner(),
                                      find_setup_phase(file->job.game));
                 }});
}

void LibraryOfFiles::add_audit(const std::string& path) {
  const Json report = read_audit_report(path);
  const auto fits = [&](const OpenBook& book) {
    return is_audit_of(report, book.loaded.book, *book.loaded.setups);
  };
  const auto book = std::ranges::find_if(books(), fits);
  if (book == books().end())
    throw Failure(fmt::format("{}: is not a report of one of these books", input_name(path)));
  book->audit = json_text(report);
}

void LibraryOfFiles::add_matrix(const std::string& path, const GameModule& game) {
  add(LoadedMatrix{path, std::string(game.name()),
                   json_text(matrix_json(read_pair_matrix(path, game), game))});
}

}  // namespace tabiya::tools
