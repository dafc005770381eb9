#include "tools/play/human_session.h"

#include <algorithm>
#include <filesystem>
#include <istream>

#include <fmt/format.h>

#include "codec/parsing.h"
#include "codec/text.h"
#include "core/game/written_move.h"
#include "core/search/value_text.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/drawing/board_drawing.h"
#include "tools/play/position_argument.h"

namespace tabiya::tools {
namespace {

std::string level_text(const LimitOptions& level) {
  std::string text;
  const auto add = [&text](const std::string& limit) { text += (text.empty() ? "" : ", ") + limit; };
  if (level.nodes) add(counted(*level.nodes, "node"));
  if (level.depth) add(fmt::format("depth {}", *level.depth));
  if (level.milliseconds) add(fmt::format("{} ms", *level.milliseconds));
  return text + " a move";
}

// The only limit, from "nodes 500", "time 1000" or "depth 6"; empty if the text is none of them.
std::optional<LimitOptions> parse_level(const std::string& text) {
  constexpr int kMost = 1'000'000'000;
  const std::vector<std::string_view> words = words_of(text);
  if (words.size() != 2) return std::nullopt;
  const std::string limit = lower_case(words[0]);
  const auto number = number_in<int>(words[1]);
  if (!number || *number < 1 || *number > kMost) return std::nullopt;
  LimitOptions level;
  if (limit == "nodes") level.nodes = *number;
  if (limit == "time") level.milliseconds = *number;
  if (limit == "depth" && *number <= kMaxDepth) level.depth = *number;
  return level.any() ? std::optional(level) : std::nullopt;
}

}  // namespace

struct HumanSession::Command {
  std::string_view name, argument, help;
  void (HumanSession::*run)(const std::string& argument);
};

const std::vector<HumanSession::Command>& HumanSession::commands() {
  static const std::vector<Command> commands{
      {"moves", "[PART]", "list the legal moves, or those with PART in them: moves b5",
       &HumanSession::list_moves},
      {"hint", "", "say what the computer would play", &HumanSession::hint},
      {"undo", "", "take back your last move, and the answer to it", &HumanSession::undo},
      {"board", "", "show the board again", &HumanSession::board},
      {"book", "", "set up as the computer would", &HumanSession::place_book_setup},
      {"random", "", "set up at random", &HumanSession::place_random_setup},
      {"level", "[nodes N|time MS|depth D]", "how long the computer thinks for a move",
       &HumanSession::set_level},
      {"new", "[SIDE]", "begin another game; you play SIDE: its name, or both", &HumanSession::new_game},
      {"save", "FILE [--force]",
       "write the game to a file, which load and analyse --games read; --force replaces one",
       &HumanSession::save},
      {"load", "FILE", "continue a game from a file", &HumanSession::load},
      {"resign", "", "give the game up", &HumanSession::resign},
      {"rules", "", "say how the pieces move, and who wins", &HumanSession::rules},
      {"help", "", "show this list", &HumanSession::help},
      {"quit", "", "end the program", &HumanSession::quit}};
  return commands;
}

void HumanSession::run() {
  begin_game();
  while (!has_quit_ && !stop_) {
    if (!game_.is_over() && !is_persons_turn()) {
      engine_moves();
    } else if (!read_and_execute()) {
      print("\n");
      has_quit_ = true;
    }
  }
  tell_unsaved_moves();
}

std::string HumanSession::players() const {
  const auto& is_person = options_.is_person;
  if (is_person[0] && is_person[1]) return "You play both sides";
  const std::size_t own = is_person[0] ? 0 : 1;
  return fmt::format("You are {}, the computer is {} and thinks {}", game_.side_name(own),
                     game_.side_name(1 - own), level_text(options_.level));
}

Limits HumanSession::limits() const {
  Limits limits = options_.level.limits();
  limits.stop = &stop_;
  return limits;
}

GameSearchResult HumanSession::search() { return take(engine_.search(game_.positions(), limits(), {})); }

void HumanSession::begin_game() {
  engine_.new_game();
  print_line("{}. `help` lists what you can type.", players());
  show_board();
}

void HumanSession::show_board() const {
  const GamePosition& position = game_.position();
  print("\n" + board_text(position.picture(), options_.is_person[0] ? 0 : 1) + "\n");
  if (game_.is_over()) {
    print_line("`undo` takes a move back, `save FILE` keeps the game, `new` begins another, `quit` ends.");
  } else if (position.in_setup_phase() && is_persons_turn()) {
    print(how_to_type(game_.module(), position));
    print_line("`book` and `random` set up for you.");
  }
}

void HumanSession::engine_moves() {
  const bool is_setup = game_.position().in_setup_phase();
  print(side_and_verb(actor(), is_setup ? "sets up " : "plays ", is_setup ? "set up " : "play "));
  flush_output();  // before it thinks
  MoveText move;
  if (!is_setup) {
    const std::optional<MoveText> known =
        book_.move(game_.positions(), static_cast<double>(options_.level.nodes.value_or(0)));
    move = known ? *known : search().best.pv.front();
  } else if (options_.random_setups) {
    move = random_setup();
  } else {
    move = choose_setup();
  }
  if (stop_) return print("\n");
  print_line("{}", move.readable);
  play(move);
}

bool HumanSession::read_and_execute() {
  print(game_.is_over() ? "> " : actor() + "> ");
  flush_output();
  std::string line;
  if (!std::getline(in_, line)) return false;
  const std::string_view typed = trimmed(without_mark(line));
  const std::size_t blank = std::min(typed.find_first_of(kBlanks), typed.size());
  if (!typed.empty()) execute(std::string(typed.substr(0, blank)), std::string(trimmed(typed.substr(blank))));
  return true;
}

void HumanSession::execute(const std::string& word, const std::string& rest) {
  const auto found = std::ranges::find(commands(), lower_case(word), &Command::name);
  try {
    if (found == commands().end()) {
      play_typed(rest.empty() ? word : word + " " + rest);
    } else {
      (this->*found->run)(rest);
    }
  } catch (const Failure& failure) {
    print_line("{}", failure.what());
  }
}

void HumanSession::play_typed(const std::string& typed) {
  if (game_.is_over()) throw Failure("the game is over; `help` lists what you can type");
  const Result<TypedMove> read = read_typed(game_.module(), game_.position(), typed);
  if (!read) throw Failure(read.error().message);
  if (!read->remark.empty()) print_line("{}", read->remark);
  play(read->move);
}

void HumanSession::play(const MoveText& move) {
  game_.play(move.wire);
  show_board();
}

MoveText HumanSession::choose_setup() {
  const SetupPhase& phase = *game_.module().setup_phase();
  const bool is_reds = game_.length() == 0;
  const SetupId id = is_reds ? setups_->red_setup(limits()) : setups_->blue_reply(placed_red(), limits());
  return setup_text(phase, is_reds ? 0 : 1, id);
}

SetupId HumanSession::placed_red() const {
  return take(game_.module().setup_phase()->read(0, game_.moves().front()), "the game").id;
}

MoveText HumanSession::random_setup() {
  const SetupPhase& phase = *game_.module().setup_phase();
  const int side = game_.position().side_to_move();
  return setup_text(phase, side, random_.below((side == 0 ? phase.reds() : phase.blues()).count()));
}

void HumanSession::place(const MoveText& setup) {
  print_line("{} {}", side_and_verb(actor(), "sets up", "set up"), setup.readable);
  play(setup);
}

void HumanSession::tell_unsaved_moves() const {
  const std::string moves = game_.moves_text();
  if (!moves.empty() && moves != saved_moves_) print_line("The moves of the game: {}", moves);
}

void HumanSession::list_moves(const std::string& part) {
  if (game_.is_over()) throw Failure("the game is over, there are no moves");
  if (game_.position().in_setup_phase()) return print(how_to_type(game_.module(), game_.position()));
  constexpr std::size_t kMostInLine = 8;
  std::vector<std::string> listed;
  for (const MoveText& move : game_.position().moves()) {
    if (lower_case(move.readable).find(lower_case(part)) != std::string::npos)
      listed.push_back(move.readable);
  }
  print_line("{} legal {}{}", listed.size(), listed.size() == 1 ? "move" : "moves",
             part.empty() ? "" : " with '" + part + "'");
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const bool ends_line = i % kMostInLine == kMostInLine - 1 || i + 1 == listed.size();
    print(ends_line ? listed[i] + "\n" : fmt::format("{:<9}", listed[i]));
  }
}

void HumanSession::hint(const std::string&) {
  if (game_.is_over()) throw Failure("the game is over, there is nothing to play");
  if (game_.position().in_setup_phase()) {
    print_line("{}", choose_setup().readable);
    return;
  }
  const GameSearchResult result = search();
  const View view = view_of(game_.module(), game_.position());
  print_line("{}  {}{}, depth {}", result.best.pv.front().readable, value_text(result.best.score, view),
             is_proven(result.best.score) ? "" : fmt::format(" for {}", view.viewer), result.depth);
}

void HumanSession::undo(const std::string&) {
  std::size_t length = game_.length();
  if (!game_.has_resigned()) {
    do {
      if (length == 0) throw Failure("you have no move to take back");
      --length;
    } while (!is_persons(*game_.positions()[length]));
  }
  game_.take_back(length);
  show_board();
}

void HumanSession::board(const std::string&) { show_board(); }

void HumanSession::place_book_setup(const std::string&) {
  if (game_.is_over() || !game_.position().in_setup_phase())
    throw Failure("the setups are placed; `hint` says what the computer would play");
  place(choose_setup());
}

void HumanSession::place_random_setup(const std::string&) {
  if (game_.is_over() || !game_.position().in_setup_phase())
    throw Failure("the setups are placed; only they are drawn at random");
  place(random_setup());
}

void HumanSession::set_level(const std::string& text) {
  if (!text.empty()) {
    const auto level = parse_level(text);
    if (!level)
      throw Failure(fmt::format(
          "a level is `level nodes 500`, `level time 1000` (milliseconds) or `level depth 6` (at most {})",
          kMaxDepth));
    options_.level = *level;
  }
  print_line("The computer thinks {}.", level_text(options_.level));
}

void HumanSession::new_game(const std::string& side) {
  if (!side.empty()) options_.is_person = parse_persons(game_.module(), side);
  tell_unsaved_moves();
  game_ = GameInProgress(game_.module());
  begin_game();
}

void HumanSession::save(const std::string& path) {
  constexpr std::string_view kForce = "--force";
  OutputOptions output{path, path == saved_path_};
  const std::string_view typed = path;
  if (typed.ends_with(kForce))
    output = {std::string(trimmed(typed.substr(0, typed.size() - kForce.size()))), true};
  if (typed.starts_with(kForce)) output = {std::string(trimmed(typed.substr(kForce.size()))), true};
  if (output.path.empty()) throw Failure("say where to: `save FILE`");
  if (!output.force && std::filesystem::exists(output.path))
    throw Failure(fmt::format("{0}: already exists; `save {0} --force` replaces it", output.path));
  if (game_.length() == 0) throw Failure("there is nothing to keep: no move has been made");
  const auto player = [&](std::size_t side) {
    return game_.side_name(side) + (options_.is_person[side] ? ": a person" : ": the computer");
  };
  const std::string moves = game_.moves_text();
  if (output.force) forget_input(output.path);
  write_output(output,
               fmt::format("{}{}\n# {}, {}\n# {}\n{}\n", kGameComment, game_.module().name(), player(0),
                           player(1), game_.result().value_or(game_.position().picture().caption), moves));
  saved_path_ = output.path;
  saved_moves_ = moves;
  print_line("The game is in {}.", output.path);
}

void HumanSession::load(const std::string& path) {
  if (path.empty()) throw Failure("say from where: `load FILE`");
  GameInProgress loaded(read_game_from_start(std::string(game_.module().name()), path));
  tell_unsaved_moves();
  game_ = std::move(loaded);
  saved_moves_ = game_.moves_text();
  begin_game();
}

void HumanSession::resign(const std::string&) {
  if (game_.is_over()) throw Failure("the game is over already");
  game_.resign();
  print_line("{}.", *game_.result());
}

void HumanSession::rules(const std::string&) { print(game_.module().facts().rules); }

void HumanSession::help(const std::string&) {
  if (!game_.is_over()) print(how_to_type(game_.module(), game_.position()));
  for (const Command& command : commands())
    print_line("  {:<33} {}", fmt::format("{} {}", command.name, command.argument), command.help);
}

void HumanSession::quit(const std::string&) { has_quit_ = true; }

std::array<bool, 2> parse_persons(const GameModule& game, const std::string& text) {
  const std::string first = lower_case(game.sides()[0]);
  const std::string second = lower_case(game.sides()[1]);
  const std::string side = lower_case(text);
  if (side == "both") return {true, true};
  if (side == first) return {true, false};
  if (side == second) return {false, true};
  throw Failure(fmt::format("'{}' is not a side; you can play {}, {} or both", text, first, second));
}

}  // namespace tabiya::tools
