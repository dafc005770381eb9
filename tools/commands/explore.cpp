#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tools/assets/network_input.h"
#include "tools/assets/shipped.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/print.h"
#include "tools/explorer/export.h"
#include "tools/explorer/library_files.h"
#include "tools/explorer/server.h"

namespace tabiya::tools {
namespace {

struct ExploreOptions {
  std::vector<std::string> books;
  std::string network{kShipped};
  std::string from;  // where books of PolyGlot's begin
  int port = 0;
  bool open = false;
  std::vector<std::string> jobs;
  std::string folder = "out";  // of their states
  std::vector<std::string> audits, matrices;
  std::string game;      // of the matrices, and to show without books; empty: not named
  std::string exported;  // a folder; empty: none
  bool no_engine = false;
  std::string page;  // a folder; empty for the page that is built in
};

// Opens the address in the browser that the desktop has set.
void open_in_browser(std::string address) {
  std::string program = "xdg-open";
  char* const arguments[] = {program.data(), address.data(), nullptr};
  pid_t pid = 0;
  if (::posix_spawnp(&pid, program.c_str(), nullptr, nullptr, arguments, environ) != 0)
    print_note("--open: there is no xdg-open; open the address yourself");
}

// Throws Failure for an option that goes with none of the books.
void check_kinds(const std::vector<std::string>& books, const OptionKinds& kinds) {
  if (!kinds.ask_for(kBookOfMoves, kBookOfSetups)) return;
  std::vector<InputKind> found;
  for (const std::string& book : books) {
    const auto moves = load_move_book(book);
    found.push_back(moves ? kind_of(*moves) : kBookOfSetups);
  }
  if (std::ranges::find(found, kBookOfMoves) == found.end()) kinds.check(books.front(), {found.front()});
}

int run_explore(const ExploreOptions& options, const OptionKinds& kinds) {
  const InterruptFlag interrupt;
  const GameModule& game = game_or_default(options.game);
  const std::vector<std::string> books =
      options.books.empty() ? std::vector{std::string(kShipped)} : options.books;
  check_kinds(books, kinds);
  const bool has_game_alone = options.books.empty() && !options.game.empty();
  LibraryOfFiles library(has_game_alone ? std::vector<std::string>{} : books, options.network, options.from);
  if (!options.game.empty()) library.name_game(game);
  for (const std::string& job : options.jobs) library.watch(job, options.folder);
  for (const std::string& report : options.audits) library.add_audit(report);
  for (const std::string& matrix : options.matrices) library.add_matrix(matrix, game);
  if (!options.exported.empty()) {
    const auto engine = options.no_engine ? std::nullopt : page_engine_path();
    export_page(library, options.exported, engine);
    if (!engine && !options.no_engine)
      print_note(
          "the page shows, but neither analyses nor plays: `./quickstart wasm` builds what it needs for that");
    print_line("{}", (std::filesystem::path(options.exported) / "index.html").string());
    return kSuccess;
  }
  Api api(library);
  const Server server(api, {options.port, options.page});
  print_line("{}", server.address_with_token());
  flush_output();
  if (options.open) open_in_browser(server.address_with_token());
  api.prepare();
  while (!interrupt.stop()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    api.works().stop_abandoned();
  }
  return kSuccess;
}

}  // namespace

CommandRun explore(CommandLine& app) {
  const auto options = std::make_shared<ExploreOptions>();
  app.add_option(
         "BOOK", options->books,
         "Books: files (.tbk, packed or not; .tbi; PolyGlot's .bin), or `shipped`, the default without --game")
      .type_name("FILE");
  CommandOption port =
      app.add_option("--port", options->port, "Listen on this port of 127.0.0.1. 0 chooses a free one");
  port.whole_number(0, 65'535);
  CommandOption open = app.add_flag("--open", options->open, "Open the page in the browser");
  CommandOption job = app.add_option("--job", options->jobs, "Also watch the build of this job file");
  job.type_name("FILE");
  CommandLine of_jobs = app.needing(job);
  of_jobs.add_option("--job-out", options->folder, "Folder of that build, as given by its --out")
      .type_name("DIR")
      .capture_default_str();
  app.add_option("--audit", options->audits, "Draw this report of `audit --json`").type_name("FILE");
  CommandOption matrix = app.add_option(
      "--matrix", options->matrices,
      "Draw the values of all pairs of setups. CSV with two setups and a value or score per line, as "
      "`openings --all` writes it, or the output of `solve --all --json`");
  matrix.type_name("FILE");
  add_from_option(app.only_for({kBookOfMoves}), options->from);
  add_game_option(app, options->game);
  CommandOption exported = app.add_option(
      "--export", options->exported,
      "Write the page and its books to this folder instead. For a web server, or to open from disk");
  exported.type_name("DIR");
  app.needing(exported)
      .add_flag("--no-engine", options->no_engine, "Leave out what analyses and plays in the browser")
      .rare();
  CommandOption page =
      app.add_option("--page", options->page, "Serve the page from this folder. For developing the page");
  page.type_name("DIR");
  for (const CommandOption& of_server : {port, open, page}) exported.excludes(of_server);
  add_network_option(app, options->network);
  app.footer(
      "Shows the setups of books, the reasons for each reply, and a board to analyse and play on. Prints the\n"
      "address of the page, and serves it to this machine alone until Ctrl-C, which exits with code 0.\n"
      "--game names the game of --matrix, and the one to analyse and play; books and jobs name their own.\n"
      "Example: tabiya explore book.tbk --open");
  return [options, kinds = app.kinds()] { return run_explore(*options, *kinds); };
}

}  // namespace tabiya::tools
