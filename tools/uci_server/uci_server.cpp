#include "tools/uci_server/uci_server.h"

#include <algorithm>
#include <filesystem>
#include <new>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "booksearch/engines/centipawns.h"
#include "codec/parsing.h"
#include "codec/text.h"
#include "core/search/value_text.h"
#include "tools/assets/evaluation_input.h"
#include "tools/cli/failure.h"
#include "tools/drawing/board_drawing.h"
#include "tools/play/engine_options.h"
#include "tools/play/position_argument.h"

namespace tabiya::tools {
namespace {

// Throws Failure if the server would wait for the file: reading standard input takes the commands, and opening a
// named pipe waits for its other end.
void check_file(const std::string& path) {
  if (path == "-") throw Failure("standard input brings the commands; name a file");
  std::error_code none;
  const auto status = std::filesystem::status(path, none);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw Failure(fmt::format("{}: is not a regular file; name one", path));
}

// Throws Failure, in the words of a GUI.
std::unique_ptr<GameEngine> engine_of(const ServerSettings& settings) {
  const GameModule& game = settings.module_by_name();
  const EngineChoice choice = settings.engine();
  if (!choice.network.empty() && game.learning() == nullptr)
    throw Failure(fmt::format("option EvalFile: {} has no networks; leave it empty", game.name()));
  return make_engine(game, choice, settings.module());
}

}  // namespace

std::span<const UciServer::Command> UciServer::commands() {
  static constexpr Command kCommands[] = {{"uci", &UciServer::uci},
                                          {"isready", &UciServer::isready},
                                          {"ucinewgame", &UciServer::ucinewgame},
                                          {"setoption", &UciServer::setoption},
                                          {"position", &UciServer::position},
                                          {"go", &UciServer::go},
                                          {"stop", &UciServer::stop},
                                          {"ponderhit", &UciServer::ponderhit},
                                          {"quit", &UciServer::quit},
                                          {"d", &UciServer::show},
                                          {"eval", &UciServer::evaluate},
                                          {"bench", &UciServer::bench},
                                          {"debug", &UciServer::ignore},
                                          {"register", &UciServer::ignore}};
  return kCommands;
}

UciServer::UciServer(ServerSettings settings, std::function<void(std::string_view)> write)
    : output_(std::move(write)),
      settings_(std::move(settings)),
      made_with_(settings_),
      so_far_(usual_game(settings_.module())),
      books_(settings_.seed) {}

UciServer::~UciServer() { search_.stop(); }

void UciServer::receive(std::string_view line, TimePoint received) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  received_ = received;
  output_.heard(line);
  const std::vector<std::string_view> words = words_of(line);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto command = std::ranges::find(commands(), words[i], &Command::name);
    if (command == commands().end()) continue;
    try {
      (this->*command->run)(Words(words).subspan(i + 1));
    } catch (const std::bad_alloc&) {
      output_.note("out of memory; lower Hash or Threads");
    } catch (const ThreadsRefused& refused) {
      output_.note(refused.what());
    }
    return;
  }
}

void UciServer::finish() {
  if (search_.is_held()) search_.stop();
  search_.finish();
}

void UciServer::end_search() {
  search_.stop();
  search_.finish();
}

void UciServer::uci(Words) {
  output_.say("id name Tabiya " TABIYA_VERSION);
  output_.say("id author the Tabiya authors");
  for (const std::string& line : option_lines(settings_)) output_.say(line);
  output_.say("uciok");
}

void UciServer::isready(Words) {
  if (!search_.is_running()) prepare_engine();
  output_.say("readyok");
}

void UciServer::ucinewgame(Words) {
  end_search();
  search_.forget_game();
  forgets_ = true;
  so_far_ = usual_game(settings_.module());
}

void UciServer::setoption(Words rest) {
  const OptionWords words = option_words(joined(rest, " "));
  if (is_same_option(words.name, kClearHash)) forgets_ = true;
  ServerSettings settings = settings_;
  if (const Status set = set_option(settings, words); !set) return output_.note(set.error().message);
  try {
    take_files(settings);
  } catch (const Failure& failure) {
    return output_.note(fmt::format("option {}: {}", words.name, failure.what()));
  }
  const bool is_other_game = settings.game != settings_.game;
  settings_ = std::move(settings);
  if (is_other_game) ucinewgame({});
}

// Opens the files that differ from those in use. Throws Failure; those in use then stay.
void UciServer::take_files(const ServerSettings& settings) {
  const auto is_new = [&](std::string ServerSettings::*file) {
    if (settings.*file == settings_.*file) return false;
    if (!settings_.may_open_files) throw Failure("files may not be opened here");
    check_file(settings.*file);
    return true;
  };
  is_new(&ServerSettings::evaluation);  // the next search reads it
  if (is_new(&ServerSettings::log)) output_.log_to(settings.log);
  for (std::size_t which = 0; which < 2; ++which) {
    const auto file = which == 0 ? &ServerSettings::book : &ServerSettings::second_book;
    if (is_new(file)) books_.load(which, settings.*file);
  }
}

void UciServer::position(Words rest) {
  auto so_far = game_so_far(settings_.module(), rest);
  if (!so_far) return output_.note(so_far.error().message);
  so_far_ = *std::move(so_far);
}

void UciServer::go(Words rest) {
  const GoCommand command = parse_go(rest);
  end_search();
  if (so_far_.positions.back()->in_setup_phase()) {
    output_.note("go: the setups are not placed yet; `position` takes them as moves");
    return output_.say("bestmove (none)");
  }
  if (!command.perft) return search_move(command);
  search_.start_work([this, style = style(), root = so_far_.positions.back(), depth = *command.perft](
                         const auto& stopped) { count_moves(output_, style, *root, depth, stopped); });
}

// A GUI that analyses, restricts the moves, or asks for a mate wants a search with the engine's full
// strength.
bool UciServer::wants_analysis(const GoCommand& command) const {
  return settings_.analyses || command.infinite || command.mate || !command.first_moves.empty();
}

// Returns true if a book has the answer.
bool UciServer::answer_from_book(const GoCommand& command) {
  if (!settings_.plays_from_books || wants_analysis(command)) return false;
  const BookLimits limits{{settings_.book_depth, settings_.second_book_depth}, settings_.book_variety};
  std::optional<BookAnswer> answer;
  try {
    answer = books_.answer(settings_.module(), so_far_, limits,
                           [this](const std::string& note) { output_.note(note); });
  } catch (const Failure& failure) {  // a large book is read as it is asked, and may have been damaged since
    output_.note(failure.what());
  }
  if (!answer) return false;
  output_.note(fmt::format("book: {}", answer->origin));
  search_.answer(best_move_line(style(), so_far_.positions.back(), answer->line), command.ponder);
  return true;
}

void UciServer::search_move(const GoCommand& command) {
  if (answer_from_book(command)) return;
  const bool is_weak = settings_.limits_strength && !wants_analysis(command);
  const GamePosition& root = *so_far_.positions.back();
  if (!prepare_engine()) return output_.say("bestmove (none)");
  if (std::exchange(forgets_, false)) engine_->new_game();
  search_.start(*engine_, {.line = so_far_.positions,
                           .go = is_weak ? weakened(command, root, settings_.elo, settings_.seed) : command,
                           .style = style(),
                           .overhead = GoCommand::Milliseconds(settings_.overhead),
                           .received = received_});
}

void UciServer::stop(Words) { search_.stop(); }
void UciServer::ponderhit(Words) { search_.ponder_hit(); }

void UciServer::quit(Words) {
  end_search();
  has_quit_ = true;
}

void UciServer::show(Words) {
  std::istringstream rows(board_text(so_far_.positions.back()->picture()));
  for (std::string row; std::getline(rows, row);) output_.say(row);
  output_.say(fmt::format("Fen: {}", so_far_.positions.back()->text()));
}

void UciServer::evaluate(Words) {
  if (search_.is_running() ? engine_ == nullptr : !prepare_engine()) return;
  const GamePosition& root = *so_far_.positions.back();
  const Result<Score> value = engine_->evaluate(root);
  if (!value) return output_.note(fmt::format("eval: {}", value.error().message));
  const View view = view_of(settings_.module(), root);
  output_.say(fmt::format("Evaluation: {} of {}, {} centipawns", value_text(*value, view), view.viewer,
                          centipawns(*value)));
}

void UciServer::bench(Words rest) {
  constexpr std::int64_t kUsualDepth = 8;
  const std::int64_t depth = rest.empty() ? kUsualDepth : number_in(rest[0]).value_or(kUsualDepth);
  end_search();
  if (!prepare_engine()) return;
  forgets_ = true;
  search_.start_work([this, &game = settings_.module(), depth](const auto& stopped) {
    measure_search(output_, game, *engine_, static_cast<int>(std::clamp<std::int64_t>(depth, 1, kMaxDepth)),
                   stopped);
  });
}

// Makes the engine anew if the settings have changed. If that fails, the settings of the last engine apply
// again; returns false if there is none.
bool UciServer::prepare_engine() {
  if (engine_ && is_same_engine(settings_, made_with_)) return true;
  search_.finish();
  std::string fault;
  try {
    engine_ = engine_of(settings_);
    made_with_ = settings_;
    return true;
  } catch (const Failure& failure) {
    fault = failure.what();
  } catch (const std::bad_alloc&) {
    fault = "out of memory; lower Hash or Threads";
  }
  output_.note(fault);
  settings_.hash = made_with_.hash;
  settings_.threads = made_with_.threads;
  settings_.lines = made_with_.lines;
  settings_.evaluation = made_with_.evaluation;
  if (engine_ && is_same_engine(settings_, made_with_)) return true;
  try {
    settings_.evaluation.clear();
    engine_ = engine_of(settings_);
    made_with_ = settings_;
  } catch (const Failure& failure) {
    output_.note(failure.what());
    engine_.reset();
  }
  return engine_ != nullptr;
}

InfoStyle UciServer::style() const {
  return {&settings_.module(), settings_.in_variant, settings_.shows_chances};
}

}  // namespace tabiya::tools
