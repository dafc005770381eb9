#include "core/book/verify.h"

#include <algorithm>
#include <memory>
#include <set>
#include <span>

#include <fmt/format.h>

#include "booksearch/books/book_tour.h"
#include "booksearch/setups/audit/refutations.h"
#include "booksearch/solve/proof_file.h"
#include "booksearch/work/answer_store.h"
#include "booksearch/work/own_files.h"
#include "codec/container.h"
#include "codec/text.h"
#include "core/game/entry_positions.h"
#include "core/game/solving/first_moves.h"
#include "core/game/written_move.h"
#include "core/games/games.h"
#include "core/learn/learning.h"
#include "tools/assets/book_input.h"
#include "tools/assets/evaluation_input.h"
#include "tools/books/move_book_input.h"
#include "tools/books/move_book_reports.h"
#include "tools/cli/checked_line.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/learn/learn_json.h"

namespace tabiya::tools {
namespace {

struct VerifyOptions {
  std::string file;
  bool json = false;
};

// The content of a file, for people and for programs.
struct Contents {
  std::string what;
  Json facts;
};

int report(const VerifyOptions& options, const Contents& contents, std::size_t findings = 0) {
  const std::string name = input_name(options.file);
  Json object{{"file", name}};
  object.update(contents.facts);
  object["findings"] = findings;
  print_json_or_line(options.json, object, "{}: {}, {}", name, contents.what, counted(findings, "finding"));
  return findings == 0 ? kSuccess : kFoundWanting;
}

int verify_loaded_book(const VerifyOptions& options, const LoadedBook& loaded) {
  const std::vector<BookFinding> findings =
      verify_book(loaded.book, loaded.setups->reds(), loaded.setups->blues(),
                  [&](const BookEntry& entry) { return line_of(*loaded.setups, entry).has_value(); });
  for (const BookFinding& finding : findings) {
    const std::string text = describe(finding, loaded.book, loaded.setups->reds());
    const Json rank = loaded.book.meta.ordered ? Json(finding.entry + 1) : Json();
    print_json_or_line(options.json, {{"rank", rank}, {"finding", text}}, "{}", text);
  }
  const std::size_t entries = loaded.book.entries.size();
  return report(options,
                {counted(entries, "entry"),
                 {{"kind", "book of setups"}, {"game", loaded.book.meta.game}, {"entries", entries}}},
                findings.size());
}

// Verifies a book of moves. Positions that the start does not lead to are no fault, but their moves cannot be
// checked.
int verify_move_book(const VerifyOptions& options, const LoadedMoveBook& loaded) {
  const TourCounts tour = take(tour_book(loaded.moves, loaded.starts(""), {}, {}));
  std::size_t repeated = 0;
  for_each_position(loaded.all(), [&](std::span<const BookMove> moves) {
    std::set<MoveCode> seen;
    for (const BookMove& move : moves) repeated += !seen.insert(move.move).second;
  });
  const std::size_t entries = loaded.moves.size(), unreached = entries - tour.moves - tour.illegal;
  return report(options,
                {fmt::format("a book of moves, {}, {} illegal, {} repeated, {} not reached from the start",
                             counted(entries, "entry"), tour.illegal, repeated, unreached),
                 {{"kind", "book of moves"},
                  {"game", loaded.game->name()},
                  {"entries", entries},
                  {"illegal", tour.illegal},
                  {"repeated", repeated},
                  {"unreached", unreached}}},
                tour.illegal + repeated);
}

Contents network_contents(const NamedNetwork& network) {
  const NetworkShape& shape = network.weights.shape;
  return {fmt::format("a network of {} features, width {}", shape.features, shape.width),
          {{"kind", "network"}, {"features", shape.features}, {"width", shape.width}}};
}

Contents model_contents(const std::string& file, const std::string& name) {
  const NamedWeights model = take(decode_weights(std::as_bytes(std::span(file))), name);
  return {fmt::format("a linear model of {}, {} weights", model.game, model.weights.weights.size()),
          {{"kind", "linear model"}, {"game", model.game}, {"weights", model.weights.weights.size()}}};
}

Contents checkpoint_contents(const std::string& file, const std::string& name) {
  const codec::Container container = take(codec::decode_container(std::as_bytes(std::span(file))), name);
  return {fmt::format("the checkpoint of a training, {}", counted(container.sections.size(), "section")),
          {{"kind", "checkpoint"}, {"sections", container.sections.size()}}};
}

Contents data_contents(const std::string& path) {
  DataReader reader = open_data(path);
  const std::size_t size = reader.learning().record_size();
  std::uint64_t positions = 0, chunks = 0;
  while (const auto chunk = take(reader.next())) {
    ++chunks;
    for (std::size_t i = 0; i + size <= chunk->records.size(); i += size, ++positions)
      take(reader.learning().see(std::span(chunk->records).subspan(i, size)),
           fmt::format("{}, chunk {}", path, chunks));
  }
  return {fmt::format("training data of {}, {}, {}", reader.game().name(), counted(reader.games(), "game"),
                      counted(positions, "position")),
          {{"kind", "training data"},
           {"game", reader.game().name()},
           {"games", reader.games()},
           {"positions", positions}}};
}

// A file that a run continues from: its header, and a line for each step, under checksums.
Contents log_contents(const OwnFormat& format, std::string_view file, const std::string& name) {
  std::size_t lines = 0;
  for (; file.find('\n') != file.npos; file.remove_prefix(file.find('\n') + 1)) {
    if (!read_checked_line(file.substr(0, file.find('\n'))))
      throw Failure(fmt::format("{}, line {}: fails its checksum; take another copy", name, lines + 1));
    ++lines;
  }
  const std::string rest = file.empty() ? "" : ", and one that was cut short, which a run writes again";
  const std::size_t steps = lines - std::min<std::size_t>(lines, 1);
  return {fmt::format("{}, {}{}", format.what, counted(steps, "line"), rest),
          {{"kind", format.what}, {"lines", steps}, {"cut_short", !file.empty()}}};
}

int verify_proof(const VerifyOptions& options, const std::string& file) {
  const ProofFile proof = take(parse_proof(file, find_game), input_name(options.file));
  const Result<ProofCheck> check = check_proof(*find_game(proof.game), proof);
  if (!check) {
    const std::string name = input_name(options.file);
    const std::string& fault = check.error().message;
    print_json_or_line(options.json, {{"file", name}, {"kind", "proof"}, {"finding", fault}, {"findings", 1}},
                       "{}: not proved: {}", name, fault);
    return kFoundWanting;
  }
  return report(options, {fmt::format("a proof, {} walked through", counted(check->positions, "position")),
                          {{"kind", "proof"}, {"positions", check->positions}, {"moves", check->moves}}});
}

Contents first_moves_contents(const std::string& file, const std::string& name) {
  constexpr std::string_view kGame = "\ngame ";
  const std::size_t at = file.find(kGame);
  const std::size_t begin = at == file.npos ? file.size() : at + kGame.size();
  const GameModule& game = game_named(file.substr(begin, file.find('\n', begin) - begin), name);
  take(FirstMoves::parse(game, file), name);
  return {fmt::format("the first moves of perfect play in {}", game.name()),
          {{"kind", "first moves"}, {"game", game.name()}}};
}

Contents refutations_contents(const std::string& file, const std::string& name) {
  const std::string header = file.substr(0, file.find('\n'));
  const GameModule& game = game_named(header.substr(header.rfind(' ') + 1), name);
  if (game.setup_phase() == nullptr)
    throw Failure(fmt::format("{}: {} has no setup phase, so that there is no reply", name, game.name()));
  const SetupPhase& setups = *game.setup_phase();
  const std::size_t replies =
      take(booksearch::parse_refutations(file, setups.reds(), setups.blues()), name).size();
  return {fmt::format("better replies of an audit of {}, {}", game.name(), counted(replies, "line")),
          {{"kind", "better replies"}, {"game", game.name()}, {"lines", replies}}};
}

bool is_answers(const OwnFormat& format) {
  return format.kind == OwnKind::kJudgedPositions || format.kind == OwnKind::kLinesState ||
         format.kind == OwnKind::kLinesAuditState || format.kind == OwnKind::kSolvedPairs;
}

Contents answer_contents(const OwnFormat& format, const std::string& path) {
  const std::size_t answers = take(booksearch::AnswerStore::verify(path));
  return {fmt::format("{}, {}", format.what, counted(answers, "answer")),
          {{"kind", format.what}, {"answers", answers}}};
}

// Reads the position of a line in any of the formats of `openings`: alone, before the operations of EPD, or in the first field of
// CSV.
Result<PositionHandle> parse_listed(const GameModule& game, const std::string& line) {
  return read_listed_position(game, std::string_view(line).substr(0, line.find(',')));
}

// The content of a text whose lines are all setups, or all positions, of one game; empty if they are neither.
std::optional<Contents> list_contents(std::string_view text, const std::string& name) {
  std::vector<std::string> lines;
  for (; !text.empty(); text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1))
    lines.emplace_back(text.substr(0, text.find('\n')));
  if (!lines.empty() && lines.front().starts_with("position,"))
    lines.erase(lines.begin());  // names of columns
  if (lines.empty()) return std::nullopt;
  for (const GameModule* game : games()) {
    const auto contents = [&](std::string_view noun, const auto& parse) -> std::optional<Contents> {
      if (!parse(lines.front())) return std::nullopt;
      for (std::size_t i = 0; i < lines.size(); ++i)
        take(parse(lines[i]), fmt::format("{}, line {}", name, i + 1));
      return Contents{
          fmt::format("a list of {} of {}", counted(lines.size(), noun), game->name()),
          {{"kind", fmt::format("list of {}s", noun)}, {"game", game->name()}, {"lines", lines.size()}}};
    };
    if (const SetupPhase* phase = game->setup_phase()) {
      for (const SetupSpace* setups : {&phase->reds(), &phase->blues()})
        if (auto found = contents("setup", [&](const std::string& line) { return setups->parse(line); }))
          return found;
    }
    if (auto found = contents("position", [&](const std::string& line) { return parse_listed(*game, line); }))
      return found;
  }
  return std::nullopt;
}

Contents contents_of(const OwnFormat& format, const std::string& file, const std::string& name) {
  switch (format.kind) {
    case OwnKind::kLinearModel:
      return model_contents(file, name);
    case OwnKind::kCheckpoint:
      return checkpoint_contents(file, name);
    case OwnKind::kMatch:
    case OwnKind::kAuditState:
    case OwnKind::kTuning:
      return log_contents(format, file, name);
    case OwnKind::kFirstMoves:
      return first_moves_contents(file, name);
    case OwnKind::kBetterReplies:
      return refutations_contents(file, name);
    default:
      throw Failure(
          fmt::format("{}: {}; `{}` reads it, and reports damage", name, format.what, format.command));
  }
}

int run_verify(const VerifyOptions& options) {
  const std::string path = asset_path(options.file), name = input_name(options.file);
  if (const OwnFormat* format = own_format(beginning_of(path));
      format && format->kind == OwnKind::kTrainingData)
    return report(options, data_contents(path));
  else if (format && is_answers(*format))
    return report(options, answer_contents(*format, path));
  if (const auto moves = load_move_book(path))
    return moves->moves.indexed() != nullptr ? verify_indexed_book(*moves, options.json)
           : moves->lines != nullptr         ? verify_valued_book(*moves, options.json)
                                             : verify_move_book(options, *moves);
  Asset asset = read_asset(path, kMaxBinaryInput);
  if (const std::string* held = std::get_if<std::string>(&asset)) {
    const std::string file(without_mark(*held));
    const OwnFormat* format = own_format(file);
    if (!format) {
      if (const auto list = list_contents(file, name)) return report(options, *list);
    } else if (format->kind == OwnKind::kProof) {
      return verify_proof(options, file);
    } else if (format->kind == OwnKind::kNetwork) {
      asset = network_in(std::move(asset), name);
    } else if (format->kind != OwnKind::kBook) {
      return report(options, contents_of(*format, file, name));
    }
  }
  if (const NamedNetwork* network = std::get_if<NamedNetwork>(&asset))
    return report(options, network_contents(*network));
  return verify_loaded_book(options, book_in(std::move(asset), name));
}

}  // namespace

CommandRun verify(CommandLine& app) {
  const auto options = std::make_shared<VerifyOptions>();
  app.add_option(
         "FILE", options->file,
         "A book, or another file that this program wrote. `shipped` and `shipped-net` are the shipped "
         "book and network; - is standard input")
      .required()
      .type_name("FILE");
  add_json_option(app, options->json);
  app.footer(
      "Checks structure and checksums. Of a book also that every entry is legal, normalised, and the only one\n"
      "for its setup, and that its line of play can be played; of a book of moves (.bin) that the moves which\n"
      "the start leads to are legal; of training data every position; of a proof that it proves what it says.\n"
      "The exit code is 1 if an entry or a proof is wrong, and 2 if the file is damaged.\n"
      "Example: tabiya verify book.tbk");
  return [options] { return run_verify(*options); };
}

}  // namespace tabiya::tools
