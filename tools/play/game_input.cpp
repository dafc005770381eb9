#include "tools/play/game_input.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "booksearch/work/own_files.h"
#include "codec/text.h"
#include "core/game/pgn_reader.h"
#include "core/game/written_move.h"
#include "core/games/games.h"
#include "tools/books/move_book_input.h"
#include "tools/books/pgn_input.h"
#include "tools/cli/checked_line.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {
namespace {

Failure no_such_game(const std::string& path, std::size_t games, std::size_t number) {
  return Failure(fmt::format("{}: has {}, so none with the number {} (they count from 0)", input_name(path),
                             counted(games, "game"), number));
}

// The game that a line names; such a line has no moves.
std::optional<std::string> named_game(const InputLine& line) {
  if (line.text.starts_with(kGameComment)) return line.text.substr(kGameComment.size());
  if (!line.text.starts_with('{') || line.text.find("\"game\"") == std::string::npos) return std::nullopt;
  const Json header = parse_json(line.text);
  const Json* game = header.find("game");
  const Json* rules = header.find("rules");
  if (game != nullptr && game->is_string() && rules != nullptr && rules->is_string())
    learn_rules(game->get<std::string>(), rules->get<std::string>(), line.where);
  return game != nullptr && game->is_string() ? std::optional(game->get<std::string>()) : std::nullopt;
}

// The moves of a line; empty for one without a game, such as the first line of a match.
std::string moves_of(const InputLine& line) {
  if (!line.text.starts_with('{')) return line.text.starts_with('#') ? "" : line.text;
  const Json record = parse_json(line.text);
  if (!record.is_object())
    throw Failure(fmt::format("{}: is not the record of a game, or was cut short", line.where));
  if (record.contains("crc") && !has_sound_checksum(line.text))
    throw Failure(fmt::format("{}: the checksum does not fit; the file is damaged", line.where));
  const Json* moves = record.find("moves");
  if (moves == nullptr) return "";
  if (!moves->is_string()) throw Failure(fmt::format("{}: the moves are not a text", line.where));
  return moves->get<std::string>();
}

void play(RecordedGame& game, const std::string& move, const std::string& where) {
  constexpr std::size_t kMostShown = 40;  // characters of a word that is not a move
  const std::string shown = move.size() > kMostShown ? move.substr(0, kMostShown) + " …" : move;
  const std::string about = fmt::format("{}, move {} '{}'", where, game.moves.size() + 1, shown);
  const std::string wire = wire_of(*game.module, *game.positions.back(), move);
  PositionHandle next = take(after_recorded(*game.module, *game.positions.back(), wire), about);
  game.moves.push_back(wire);
  game.positions.push_back(std::move(next));
}

RecordedGame replay(const GameModule& module, const std::string& moves, const std::string& where) {
  RecordedGame game{&module, {}, {module.start()}};
  for (const std::string_view move : words_of(moves)) play(game, std::string(move), where);
  return game;
}

// Begins a game at a position: with the two setups that lead to it, or else there.
RecordedGame game_from(const GameModule& module, const PositionHandle& first, const std::string& where) {
  RecordedGame game{&module, {}, {first}};
  const std::optional<SetupPair> setups = setups_before(module, *first);
  if (!setups) return game;
  game.positions = {module.start()};
  play(game, module.setup_phase()->wire(0, setups->red), where);
  play(game, module.setup_phase()->wire(1, setups->blue), where);
  return game;
}

RecordedGame replay(const GameModule& module, const PgnGame& pgn, const std::string& path) {
  const auto where = [&](std::size_t line) { return fmt::format("{}, line {}", input_name(path), line); };
  if (pgn.fault) throw Failure(fmt::format("{}: {}", where(pgn.fault->line), pgn.fault->message));
  const std::string_view fen = pgn.tag("FEN");
  RecordedGame game = game_from(
      module,
      fen.empty() ? module.usual_start() : take(module.parse_position(fen), where(pgn.line) + ": FEN"),
      where(pgn.line));
  for (std::size_t ply = 0; ply < pgn.plies(); ++ply)
    play(game, std::string(pgn.move(ply)), where(pgn.line_of(ply)));
  return game;
}

RecordedGame read_pgn_game(const std::string& name, const std::string& path, std::size_t number) {
  std::optional<RecordedGame> found;
  std::size_t games = 0;
  read_games(path, [&](const PgnGame& pgn) {
    if (games++ == number)
      found = replay(
          game_of_variant(name, pgn.tag("Variant"), fmt::format("{}, line {}", input_name(path), pgn.line)),
          pgn, path);
  });
  if (!found) throw no_such_game(path, games, number);
  return *std::move(found);
}

// Plays the moves in either notation, and keeps them in the opening.
void play_moves(const GameModule& game, Opening& opening, const std::vector<std::string>& words,
                const std::string& where) {
  if (take(add_moves(game, opening, words), where)->outcome() != Outcome::kOpen)
    throw Failure(where +
                  ": the game is already over; of a whole game, --opening-plies takes the first moves");
}

// Begins an opening at a position: with the setups that lead to it, which every player knows, before its moves; or else there.
void begin_at(const GameModule& game, const GamePosition& position, Opening& opening,
              std::vector<std::string>& moves) {
  opening.from.clear();
  const bool all_play_on = !game.facts().uci_variant.empty();  // every engine plays from any position
  const auto setups = all_play_on ? std::nullopt : setups_before(game, position);
  if (!setups) {
    opening.from = position.text();
    return;
  }
  const SetupPhase& phase = *game.setup_phase();
  moves.insert(moves.begin(), {phase.wire(0, setups->red), phase.wire(1, setups->blue)});
}

Opening opening_of_line(const GameModule& game, const std::string& line, const std::string& where) {
  const WrittenLine written = split_written_line(line);
  std::vector<std::string> moves(written.moves.begin(), written.moves.end());
  Opening opening;
  if (written.from_usual_start) {
    if (!moves.empty()) opening = usual_opening(game);
  } else if (!written.position.empty()) {
    begin_at(game, *take(read_listed_position(game, written.position), where), opening, moves);
  } else if (moves.empty() || !after_recorded(game, *game.start(), moves.front())) {
    const bool are_moves = !moves.empty() && after_recorded(game, *game.usual_start(), moves.front()).ok();
    if (are_moves) {
      opening = usual_opening(game);
    } else {
      moves.clear();
      begin_at(game, *take(read_listed_position(game, line), where), opening, moves);
    }
  }
  play_moves(game, opening, moves, where);
  return opening;
}

std::vector<Opening> openings_of_games(const GameModule& game, const std::string& path, std::size_t plies) {
  std::vector<Opening> openings;
  SkippedGames skipped;
  read_games(path, [&](const PgnGame& played) {
    const auto where = [&](std::size_t line) { return fmt::format("{}, line {}", input_name(path), line); };
    if (played.fault) throw Failure(fmt::format("{}: {}", where(played.fault->line), played.fault->message));
    if (const std::string_view variant = played.tag("Variant"); is_other_variant(game, variant)) {
      skipped.tell(path, played.line, fmt::format("the variant {}, and not {}", variant, game.name()));
      return;
    }
    Opening opening = usual_opening(game);
    std::vector<std::string> words;
    if (const std::string_view from = played.tag("FEN"); !from.empty())
      begin_at(game, *take(game.parse_position(from), where(played.line) + ": FEN"), opening, words);
    for (std::size_t ply = 0; ply < std::min(plies, played.plies()); ++ply)
      words.emplace_back(played.move(ply));
    play_moves(game, opening, words, where(played.line));
    openings.push_back(std::move(opening));
  });
  return openings;
}

}  // namespace

RecordedGame read_game(const std::string& game, const std::string& path, std::size_t number) {
  if (const OwnFormat* format = own_format(beginning_of(path)); format && format->kind != OwnKind::kMatch)
    throw Failure(fmt::format("{}: {}, not games with their moves; `{}` reads it", input_name(path),
                              format->what, format->command));
  if (is_pgn(path)) return read_pgn_game(game, path, number);
  const std::vector<InputLine> lines = read_lines(path);
  const std::optional<std::string> named = lines.empty() ? std::nullopt : named_game(lines.front());
  if (named && !game.empty() && *named != game)
    throw Failure(fmt::format("{}: is of the game {}, and not of {}", input_name(path), *named, game));
  const GameModule& module = named ? game_named(*named, lines.front().where) : game_or_default(game);
  std::size_t games = 0;
  for (const InputLine& line : lines) {
    const std::string moves = moves_of(line);
    if (moves.find_first_not_of(" \t\r") == moves.npos) continue;
    if (games++ == number) return replay(module, moves, line.where);
  }
  throw no_such_game(path, games, number);
}

RecordedGame read_game_from_start(const std::string& game, const std::string& path) {
  RecordedGame record = read_game(game, path, 0);
  if (record.positions.front()->text() != record.module->start()->text())
    throw Failure(
        fmt::format("{}: the game begins at {}, and games are continued from their setups alone; "
                    "`analyse --games` reads it",
                    input_name(path), record.positions.front()->text()));
  return record;
}

std::string game_of_log(const std::string& game, const LogOptions& log) {
  if (!game.empty() || !log.resume || !std::filesystem::is_regular_file(log.path)) return game;
  const std::vector<InputLine> lines = split_lines(read_own_output(log.path, kMaxTextInput), log.path);
  const std::string named = lines.empty() ? "" : named_game(lines.front()).value_or("");
  return find_game(named) != nullptr || names_rule_file(named) ? named : "";
}

std::vector<Opening> read_openings(const GameModule& game, const std::string& path, std::size_t plies) {
  std::vector<Opening> openings;
  if (is_pgn(path)) {
    openings = openings_of_games(game, path, plies);
  } else {
    for (const InputLine& line : read_lines(path)) {
      const auto first = line.text.find_first_not_of(" \t\r");
      if (first == line.text.npos || line.text[first] == '#') continue;
      openings.push_back(opening_of_line(game, line.text, line.where));
    }
  }
  if (openings.empty()) throw Failure(fmt::format("{}: no openings in it", input_name(path)));
  return openings;
}

std::vector<Opening> book_openings(const LoadedBook& loaded, const std::string& path) {
  std::vector<Opening> openings = booksearch::book_openings(*loaded.setups, loaded.book);
  if (openings.empty()) throw Failure(fmt::format("{}: no entries in it", input_name(path)));
  return openings;
}

}  // namespace tabiya::tools
