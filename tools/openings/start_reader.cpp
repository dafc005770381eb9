#include "tools/openings/start_reader.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "booksearch/work/own_files.h"
#include "codec/crc64.h"
#include "codec/text.h"
#include "codec/zstd_stream.h"
#include "core/game/setup_phase.h"
#include "core/game/written_move.h"
#include "core/games/games.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

constexpr std::ptrdiff_t kMostBlanks = 8;  // of a line with two words

std::uint64_t text_key(std::string_view text, std::uint64_t previous = 0) {
  return codec::crc64(std::as_bytes(std::span(text)), previous);
}

std::uint64_t next_key(std::uint64_t path, const GamePosition& position) {
  return path * 0x9e37'79b9'7f4a'7c15 + position.key();
}

bool is_readable(const StartEntry& entry) {
  return entry.position != nullptr || (!entry.faults.empty() && entry.faults[0].kind != kUnreadable);
}

void fail(StartEntry& entry, std::string_view kind, std::string what) {
  entry.position = nullptr;
  entry.faults.push_back({kind, std::move(what)});
}

void begin_at(StartEntry& entry, CheckedPosition checked) {
  entry.position = std::move(checked.position);
  entry.faults = std::move(checked.faults);
  entry.mended = std::move(checked.mended);
  entry.operations = std::move(checked.operations);
  entry.path.clear();
  if (entry.position != nullptr) entry.path.push_back(next_key(0, *entry.position));
}

void begin_at(StartEntry& entry, PositionHandle position) {
  begin_at(entry, CheckedPosition{std::move(position), {}, {}, {}});
}

// Setups are read as people write them; for moves, the position itself reads both notations.
std::string move_in(const GameModule& game, const GamePosition& position, std::string_view text) {
  return position.in_setup_phase() ? wire_of(game, position, std::string(text)) : std::string(text);
}

// Returns false if the move cannot be played, which is then a fault.
bool play(const GameModule& game, StartEntry& entry, std::string_view move, const std::string& where) {
  if (entry.position->outcome() != Outcome::kOpen) {
    fail(entry, kUnreadable, fmt::format("{}the game is over before '{}'", where, move));
    return false;
  }
  Result<PositionHandle> next = entry.position->after(move_in(game, *entry.position, move));
  if (!next) {
    fail(entry, kUnreadable, where + next.error().message);
    return false;
  }
  entry.position = *std::move(next);
  entry.path.push_back(next_key(entry.path.back(), *entry.position));
  return true;
}

// The two setups of a pair, as people write them.
std::optional<SetupPair> pair_of(const GameModule& game, std::string_view line) {
  const SetupPhase* setups = game.setup_phase();
  if (setups == nullptr || std::ranges::count(line, ' ') > kMostBlanks) return std::nullopt;
  const std::vector<std::string_view> words = words_of(line);
  if (words.size() != 2) return std::nullopt;
  const auto red = setups->read(0, words[0]), blue = setups->read(1, words[1]);
  return red && blue ? std::optional(SetupPair{red->id, blue->id}) : std::nullopt;
}

// Plays moves from the first position, or else from the usual start.
bool take_moves(const GameModule& game, std::span<const std::string_view> words, StartEntry& entry) {
  if (words.front() == "startpos") {
    words = words.subspan(1);
    begin_at(entry, game.usual_start());
  } else {
    const std::array starts{game.start(), game.usual_start()};
    const auto start = std::ranges::find_if(starts, [&](const PositionHandle& position) {
      return position->after(move_in(game, *position, words.front())).ok();
    });
    if (start == starts.end()) return false;
    begin_at(entry, *start);
  }
  for (const std::string_view word : words)
    if (!play(game, entry, word, "")) return true;
  if (entry.position->in_setup_phase()) fail(entry, kImpossible, "setups are still to be placed");
  return true;
}

StartEntry entry_of_line(const GameModule& game, std::string_view line) {
  StartEntry entry;
  if (const auto pair = pair_of(game, line)) {
    begin_at(entry, game.setup_phase()->position_after(pair->red, pair->blue));
    entry.pair = pair;
    return entry;
  }
  begin_at(entry, game.check_position(line));
  if (entry.position == nullptr)
    if (const auto parsed = game.parse_position(line); !parsed) entry.offset = parsed.error().offset;
  if (is_readable(entry)) return entry;
  std::vector<PositionFault> faults = std::move(entry.faults);
  if (!take_moves(game, words_of(line), entry)) entry.faults = std::move(faults);
  return entry;
}

StartEntry entry_of_game(const GameModule& game, const PgnGame& played, std::size_t plies) {
  StartEntry entry;
  if (played.fault) {
    fail(entry, kUnreadable, fmt::format("line {}: {}", played.fault->line, played.fault->message));
    return entry;
  }
  const std::string_view fen = played.tag("FEN");
  fen.empty() ? begin_at(entry, game.usual_start()) : begin_at(entry, game.check_position(fen));
  for (std::size_t ply = 0; entry.position != nullptr && ply < std::min(plies, played.plies()); ++ply)
    play(game, entry, played.move(ply), fmt::format("line {}: ", played.line_of(ply)));
  return entry;
}

std::uint64_t fingerprint_of(const PgnGame& played, std::size_t plies) {
  std::uint64_t print = text_key(played.tag("FEN"));
  for (std::size_t ply = 0; ply < std::min(plies, played.plies()); ++ply)
    print = text_key(played.move(ply), text_key(" ", print));
  return print;
}

std::string_view trimmed(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = std::min(line.find_first_not_of(kBlanks), line.size());
  line.remove_prefix(begin);
  return line.substr(0, line.find_last_not_of(kBlanks) + 1);
}

bool is_name_of_games(std::string_view path) { return path.ends_with(".pgn") || path.ends_with(".pgn.zst"); }

bool begins_with_tag(std::string_view piece) {
  const std::size_t first = piece.find_first_not_of(" \t\r\n");
  return first != piece.npos && piece[first] == '[';
}

}  // namespace

std::vector<InputKind> kinds_of_starts(const std::string& path) {
  const std::string beginning = beginning_of(path);
  if (is_name_of_games(path) || begins_with_tag(beginning)) return {kGamesInPgn};
  if (path == "-" || codec::looks_like_zstd(std::as_bytes(std::span(beginning))))
    return {kGamesInPgn, kListOfPositions};
  return {kListOfPositions};
}

// As long as no game is known, takes the first one in which resolve(game) can be read.
template <class Resolve>
void StartReader::find_game(Resolve&& resolve) {
  if (options_.game != nullptr) return;
  const auto found =
      std::ranges::find_if(games(), [&](const GameModule* game) { return is_readable(resolve(*game)); });
  if (found != games().end()) options_.game = *found;
}

StartFormat StartReader::read(const std::string& path, const std::function<void(const StartEntry&)>& take) {
  const auto game = [&]() -> const GameModule& { return options_.game ? *options_.game : *games().front(); };
  LineSplitter lines([&](std::size_t number, std::string_view whole) {
    const std::string_view line = trimmed(whole);
    if (line.empty() || line.front() == '#') return;
    find_game([&](const GameModule& candidate) { return entry_of_line(candidate, line); });
    StartEntry entry = entry_of_line(game(), line);
    entry.line = number;
    entry.written = text_key(line);
    take(entry);
  });
  PgnReader pgn([&](const PgnGame& played) {
    find_game([&](const GameModule& candidate) { return entry_of_game(candidate, played, played.plies()); });
    StartEntry entry = entry_of_game(game(), played, options_.plies);
    entry.line = played.line;
    entry.written = fingerprint_of(played, options_.plies);
    entry.played = &played;
    take(entry);
  });
  std::optional<StartFormat> format;
  stream_text(path, [&](std::string_view piece) {
    if (!format)
      format = is_name_of_games(path) || begins_with_tag(piece) ? StartFormat::kGames : StartFormat::kLines;
    *format == StartFormat::kGames ? pgn.feed(piece) : void(tools::take(lines.feed(piece)));
  });
  pgn.finish();
  lines.finish();
  return format.value_or(StartFormat::kLines);
}

}  // namespace tabiya::tools
