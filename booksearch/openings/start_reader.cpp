#include "booksearch/openings/start_reader.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "booksearch/work/input_file.h"
#include "codec/crc64.h"
#include "codec/parsing.h"
#include "codec/text.h"
#include "core/game/setup_phase.h"
#include "core/game/written_move.h"

namespace tabiya::booksearch {
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

// Returns false if the move cannot be played, which is then a fault.
bool play(const GameModule& game, StartEntry& entry, std::string_view move, const std::string& where) {
  if (entry.position->outcome() != Outcome::kOpen && !entry.position->draw_needs_claim()) {
    fail(entry, kUnreadable, concat(where, "the game is over before '", move, "'"));
    return false;
  }
  Result<PositionHandle> next = after_recorded(game, *entry.position, move);
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

// Plays moves from the position that is named, or else from the first position or the usual start.
bool take_moves(const GameModule& game, const WrittenLine& line, StartEntry& entry) {
  if (line.from_usual_start) {
    begin_at(entry, game.usual_start());
  } else if (!line.position.empty()) {
    begin_at(entry, game.check_position(line.position));
    if (entry.position == nullptr) return true;
  } else {
    const std::array starts{game.start(), game.usual_start()};
    const auto start = std::ranges::find_if(starts, [&](const PositionHandle& position) {
      return !line.moves.empty() && after_recorded(game, *position, line.moves.front()).ok();
    });
    if (start == starts.end()) return false;
    begin_at(entry, *start);
  }
  for (const std::string_view move : line.moves)
    if (!play(game, entry, move, "")) return true;
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
  const WrittenLine written = split_written_line(line);
  if (written.from_usual_start || !written.position.empty()) {
    take_moves(game, written, entry);
    return entry;
  }
  begin_at(entry, game.check_position(line));
  if (entry.position == nullptr)
    if (const auto parsed = game.parse_position(line); !parsed) entry.offset = parsed.error().offset;
  if (is_readable(entry)) return entry;
  std::vector<PositionFault> faults = std::move(entry.faults);
  if (!take_moves(game, written, entry)) entry.faults = std::move(faults);
  return entry;
}

StartEntry entry_of_game(const GameModule& game, const PgnGame& played, std::size_t plies) {
  StartEntry entry;
  if (played.fault) {
    fail(entry, kUnreadable, concat("line ", played.fault->line, ": ", played.fault->message));
    return entry;
  }
  if (const std::string_view variant = played.tag("Variant"); is_other_variant(game, variant)) {
    fail(entry, kUnreadable, concat("a game of the variant ", variant, ", and not of ", game.name()));
    return entry;
  }
  const std::string_view fen = played.tag("FEN");
  fen.empty() ? begin_at(entry, game.usual_start()) : begin_at(entry, game.check_position(fen));
  for (std::size_t ply = 0; entry.position != nullptr && ply < std::min(plies, played.plies()); ++ply)
    play(game, entry, played.move(ply), concat("line ", played.line_of(ply), ": "));
  return entry;
}

std::uint64_t fingerprint_of(const PgnGame& played, std::size_t plies) {
  std::uint64_t print = text_key(played.tag("FEN"));
  for (std::size_t ply = 0; ply < std::min(plies, played.plies()); ++ply)
    print = text_key(played.move(ply), text_key(" ", print));
  return print;
}

}  // namespace

StartFormat format_of_starts(std::string_view beginning) {
  const std::size_t first = beginning.find_first_not_of(kBlanks);
  return first != beginning.npos && beginning[first] == '[' ? StartFormat::kGames : StartFormat::kLines;
}

// Takes the first game in which resolve(game) is a position, or else can be read at all. Notation alone seldom tells
// one game from others with the same letters.
template <class Resolve>
bool StartReader::find_game(Resolve&& resolve) {
  const auto takes = [&](auto&& is_fitting) {
    const auto found = std::ranges::find_if(
        options_.games, [&](const GameModule* candidate) { return is_fitting(resolve(*candidate)); });
    if (found != options_.games.end()) options_.game = *found;
    return found != options_.games.end();
  };
  return takes([](const StartEntry& entry) { return entry.position != nullptr; }) || takes(is_readable);
}

// The entries in front of the first one that tells the game. They are read when it is known.
template <class Entry>
class StartReader::Waiting {
 public:
  using Read = std::function<StartEntry(const GameModule&, const Entry&)>;

  Waiting(StartReader& reader, Read read, const Take& take)
      : reader_(reader), read_(std::move(read)), take_(take) {}

  // Nothing is taken after an error of Take, which status() returns then.
  void add(const Entry& entry) {
    const auto resolve = [&](const GameModule& game) { return read_(game, entry); };
    if (reader_.options_.game == nullptr && !reader_.find_game(resolve) && entries_.size() < kMost) {
      entries_.push_back(entry);
      return;
    }
    finish();
    pass_on(entry);
  }
  void finish() {
    for (const Entry& entry : entries_) pass_on(entry);
    entries_.clear();
  }
  const Status& status() const { return status_; }

 private:
  static constexpr std::size_t kMost = 10'000;

  const GameModule& game() const {
    return reader_.options_.game != nullptr ? *reader_.options_.game : *reader_.options_.games.front();
  }
  void pass_on(const Entry& entry) {
    if (status_) status_ = take_(read_(game(), entry));
  }

  StartReader& reader_;
  Read read_;
  const Take& take_;
  std::vector<Entry> entries_;
  Status status_ = ok_status();
};

Result<StartFormat> StartReader::read(const std::string& path, const Take& take) {
  if (options_.game == nullptr && options_.games.empty())
    return invalid(concat(input_name(path), ": no game is named that it could be of"));
  using NumberedLine = std::pair<std::size_t, std::string>;
  Waiting<NumberedLine> all_lines(
      *this,
      [](const GameModule& game, const NumberedLine& line) {
        StartEntry entry = entry_of_line(game, line.second);
        entry.line = line.first;
        entry.written = text_key(line.second);
        return entry;
      },
      take);
  Waiting<PgnGame> all_games(
      *this,
      [this](const GameModule& game, const PgnGame& played) {
        StartEntry entry = entry_of_game(game, played, options_.plies);
        entry.line = played.line;
        entry.written = fingerprint_of(played, options_.plies);
        entry.played = &played;
        return entry;
      },
      take);
  LineSplitter lines([&](std::size_t number, std::string_view whole) {
    const std::string_view line = trimmed(whole);
    if (!line.empty() && line.front() != '#') all_lines.add({number, std::string(line)});
  });
  PgnReader pgn([&](const PgnGame& played) { all_games.add(played); });
  std::optional<StartFormat> format;
  const auto status = [&] { return all_lines.status() ? all_games.status() : all_lines.status(); };
  const Status all_read = read_pieces(path, [&](std::string_view piece) -> Status {
    if (!format) format = is_pgn(path) ? StartFormat::kGames : format_of_starts(piece);
    const Status fed = *format == StartFormat::kGames ? (pgn.feed(piece), ok_status()) : lines.feed(piece);
    if (!status()) return status();
    return fed ? fed : Error{fed.error().code, concat(input_name(path), ", ", fed.error().message), {}};
  });
  if (!all_read) return all_read.error();
  pgn.finish();
  lines.finish();
  all_lines.finish();
  all_games.finish();
  if (!status()) return status().error();
  return format.value_or(StartFormat::kLines);
}

}  // namespace tabiya::booksearch
