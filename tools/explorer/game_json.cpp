#include "tools/explorer/game_json.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/games/variants/betza.h"
#include "tools/cli/failure.h"
#include "tools/cli/rule_files.h"
#include "tools/play/position_argument.h"

namespace tabiya::tools {
namespace {

char letter_of(const PicturedPiece& piece) {
  return static_cast<char>((piece.side == 0 ? 'A' : 'a') + piece.glyph);
}

// The piece of a letter of letter_of(); empty for an empty square.
std::optional<PicturedPiece> piece_of(char letter) {
  if (letter == '.') return std::nullopt;
  const bool is_second = letter >= 'a';
  return PicturedPiece{is_second ? 1u : 0u, static_cast<std::size_t>(letter - (is_second ? 'a' : 'A'))};
}

// The steps of a piece, rows away from its side, as PieceStep has them.
Json steps_json(std::string_view betza) {
  Json steps = Json::array();
  for (const variants::PieceStep& step : take(variants::parse_betza(betza), "moves")) {
    steps.push_back({{"rows", step.rows},
                     {"columns", step.columns},
                     {"range", step.range},
                     {"moves", step.moves},
                     {"captures", step.captures},
                     {"initial", step.initial}});
  }
  return steps;
}

Json glyphs_json(const PieceSet& pieces) {
  Json glyphs = Json::array();
  for (const Glyph& glyph : pieces.glyphs) {
    glyphs.push_back({{"name", glyph.name},
                      {"letters", {std::string(1, glyph.letters[0]), std::string(1, glyph.letters[1])}},
                      {"svg", glyph.svg},
                      {"moves", glyph.moves},
                      {"steps", steps_json(glyph.betza)}});
  }
  return glyphs;
}

Json square_names(const BoardPicture& board) {
  Json names = Json::array();
  for (std::size_t square = 0; square < board.squares.size(); ++square)
    names.push_back(square_name(board, square));
  return names;
}

Json hands_json(const BoardPicture& picture) {
  if (!picture.hands) return nullptr;
  Json hands = Json::array();
  for (const auto& held : *picture.hands) {
    Json& hand = hands.emplace_back(Json::array());
    for (const HeldPieces& pieces : held) hand.push_back({{"glyph", pieces.glyph}, {"count", pieces.count}});
  }
  return hands;
}

// The square other than `to` where the piece that stood on `from` stands after a move; null if there is none.
Json landing(const BoardPicture& before, const BoardPicture& after, std::size_t from, std::size_t to) {
  for (std::size_t square = 0; square < after.squares.size(); ++square)
    if (square != to && square != from && after.squares[square] == before.squares[from] &&
        before.squares[square] != before.squares[from])
      return square;
  return nullptr;
}

// The object has from (null of a drop), to, the letter of the piece that then stands there, and lands.
Json move_json(const GamePosition& position, const BoardPicture& before, const MoveText& move) {
  const BoardPicture after = take(position.after(move.wire), "a legal move")->picture();
  Json object{{"wire", move.wire}, {"readable", move.readable}, {"from", nullptr}, {"to", nullptr}};
  if (after.last_move.empty()) return object;
  object["to"] = after.last_move.back();
  if (after.last_move.size() > 1) {
    object["from"] = after.last_move.front();
    object["lands"] = landing(before, after, after.last_move.front(), after.last_move.back());
  }
  if (const auto& piece = after.squares[after.last_move.back()])
    object["piece"] = std::string(1, letter_of(*piece));
  return object;
}

// The result as PGN has it, "*" while the game goes on.
const char* pgn_result(const GamePosition& position) {
  switch (position.outcome()) {
    case Outcome::kWin:
      return position.side_to_move() == 0 ? "1-0" : "0-1";
    case Outcome::kLoss:
      return position.side_to_move() == 0 ? "0-1" : "1-0";
    case Outcome::kDraw:
      return "1/2-1/2";
    case Outcome::kOpen:
      break;
  }
  return "*";
}

Json root_json(const GameModule& game, const GamePosition& root) {
  const std::string_view variant = game.facts().uci_variant;
  const bool is_plain = !variant.empty() && !game.needs_variant(root);
  return {{"text", root.text()},
          {"side", root.side_to_move()},
          {"variant", is_plain          ? ""
                      : variant.empty() ? variant_name(game)
                                        : std::string(variant)},
          {"usual", root.text() == game.usual_start()->text()}};
}

// The legal move that a word means in either notation; the word itself if it is a setup.
MoveText move_of(const GamePosition& position, const std::string& word) {
  for (MoveText& move : position.moves())
    if (move.wire == word || move.readable == word) return std::move(move);
  return {word, word};
}

// The order in which the names of a game's setups list pieces of the board, or of a single row.
struct Reading {
  bool from_top = false, from_right = false;
  std::optional<std::size_t> row{};
};

// The letters of Red's pieces as a name would list them.
std::string letters_of(const BoardPicture& board, std::string_view squares, const Reading& reading) {
  const std::size_t rows = board.row_names.size(), columns = board.column_names.size();
  std::string letters;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t row = reading.from_top ? rows - 1 - i : i;
    if (reading.row && row != *reading.row) continue;
    for (std::size_t j = 0; j < columns; ++j) {
      const char square = squares[row * columns + (reading.from_right ? columns - 1 - j : j)];
      if (square == '.') continue;
      const auto glyph = static_cast<std::size_t>(square >= 'a' ? square - 'a' : square - 'A');
      if (glyph >= board.pieces->glyphs.size()) throw Failure(fmt::format("no piece is called '{}'", square));
      letters += board.pieces->glyphs[glyph].letters[0];
    }
  }
  return letters;
}

// The reading is found by the names of the first and the last setup; it is empty if names do not list pieces.
std::optional<Reading> reading_of(const SetupPhase& phase, int side) {
  const SetupSpace& space = phase.setups(side);
  const auto is_name = [&](const Reading& reading, SetupId id) {
    const BoardPicture board = phase.picture(side, id);
    return letters_of(board, squares_text(board), reading) == space.name(id);
  };
  const std::size_t rows = phase.picture(side, 0).row_names.size();
  for (std::size_t row = 0; row <= rows; ++row) {
    for (int order = 0; order < 4; ++order) {
      const Reading reading{order / 2 == 1, order % 2 == 1, row == 0 ? std::nullopt : std::optional(row - 1)};
      if (is_name(reading, 0) && is_name(reading, space.count() - 1)) return reading;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string squares_text(const BoardPicture& picture) {
  std::string text;
  for (const auto& piece : picture.squares) text += piece ? letter_of(*piece) : '.';
  return text;
}

Json game_json(const GameModule& game) {
  const BoardPicture start = game.start()->picture();
  Json paint = Json::array();
  for (const SidePaint& side : start.pieces->sides)
    paint.push_back({{"fill", side.fill}, {"outline", side.outline}, {"detail", side.detail}});
  Json object{{"name", game.name()},
              {"title", game.title()},
              {"sides", game.sides()},
              {"ply_limit", game.facts().ply_limit},
              {"rows", start.row_names},
              {"columns", start.column_names},
              {"squares", square_names(start)},
              {"glyphs", glyphs_json(*start.pieces)},
              {"paint", paint},
              {"closed", std::vector<std::size_t>(start.pieces->closed.begin(), start.pieces->closed.end())},
              {"start", squares_text(start)},
              {"drops", start.hands.has_value()},
              {"rules", game.facts().rules},
              {"variant", game.facts().uci_variant},
              {"setups", nullptr},
              {"solved", false},
              {"choosers", nullptr},
              {"usual", nullptr}};
  if (const SetupPhase* phase = game.setup_phase()) {
    object["setups"] = {phase->reds().count(), phase->blues().count()};
    object["solved"] = phase->solved_value(0, 0).has_value();
    object["choosers"] = {phase->chooser_of(0), phase->chooser_of(1)};
    const PositionHandle usual = game.usual_start();
    if (!usual->in_setup_phase()) object["usual"] = squares_text(usual->picture());
  }
  return object;
}

PlayedLine play_out(const GameModule& game, const std::string& position, const std::string& moves) {
  PlayedLine line{
      &game, {position.empty() ? game.start() : parse_position_text(game, position, "position")}, {}};
  for (const std::string_view each : words_of(moves)) {
    const std::string word(each);
    const std::string where = fmt::format("move {}, {}", line.moves.size() + 1, word);
    PositionHandle next = take(line.now().after(word), where);
    line.moves.push_back(move_of(line.now(), word));
    line.positions.push_back(std::move(next));
  }
  return line;
}

Json position_json(const PlayedLine& line) {
  const GamePosition& position = line.now();
  const BoardPicture picture = position.picture();
  Json object{{"text", position.text()},
              {"squares", squares_text(picture)},
              {"hands", hands_json(picture)},
              {"last_move", picture.last_move},
              {"side_to_move", position.side_to_move()},
              {"setup_phase", position.in_setup_phase()},
              {"caption", picture.caption},
              {"result", position.result()},
              {"score", pgn_result(position)},
              {"setups", 0},
              {"root", nullptr},
              {"played", Json::array()},
              {"moves", Json::array()}};
  const auto in_setup_phase = [](const PositionHandle& each) { return each->in_setup_phase(); };
  const auto root = std::ranges::find_if_not(line.positions, in_setup_phase);
  object["setups"] = root - line.positions.begin();
  if (root != line.positions.end()) object["root"] = root_json(*line.game, **root);
  for (const MoveText& move : line.moves)
    object["played"].push_back({{"wire", move.wire}, {"readable", move.readable}});
  for (const MoveText& move : position.moves()) object["moves"].push_back(move_json(position, picture, move));
  return object;
}

Json setup_json(const SetupPhase& phase, int side, SetupId id) {
  const SetupSpace& space = side == 0 ? phase.reds() : phase.blues();
  return {{"rank", id},
          {"name", space.name(id)},
          {"wire", phase.wire(side, id)},
          {"mirror", space.name(space.mirror(id))},
          {"squares", squares_text(phase.picture(side, id))}};
}

SetupId find_setup(const SetupPhase& phase, int side, std::string_view squares) {
  const SetupSpace& space = phase.setups(side);
  BoardPicture board = phase.picture(side, 0);
  if (squares.size() != board.squares.size()) throw Failure("the board has another size");
  for (std::size_t i = 0; i < squares.size(); ++i) board.squares[i] = piece_of(squares[i]);
  if (const auto id = phase.pictured(side, board)) return *id;
  const auto looks_so = [&](SetupId id) { return squares_text(phase.picture(side, id)) == squares; };
  constexpr SetupId kFew = 2'000;  // that can be tried one by one
  for (SetupId id = 0; space.count() <= kFew && id < space.count(); ++id)
    if (looks_so(id)) return id;
  // The game knows best why a name is wrong.
  if (const auto reading = reading_of(phase, side)) {
    const auto id = space.parse(letters_of(board, squares, *reading));
    if (!id) throw Failure(id.error().message);
    if (looks_so(*id)) return *id;
  }
  throw Failure("no setup has its pieces on these squares");
}

}  // namespace tabiya::tools
