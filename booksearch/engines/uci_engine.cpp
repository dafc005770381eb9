#include "booksearch/engines/uci_engine.h"

#include <algorithm>
#include <span>

#include "codec/text.h"

#include "codec/crc64.h"
#include "codec/foreign_text.h"

namespace tabiya::booksearch {
namespace {

using Fault = UciFault::Kind;

constexpr std::size_t kLinesToQuote = 3;
constexpr std::size_t kMostOfALine = 200;

std::uint64_t fingerprint(std::string_view text, std::uint64_t previous) {
  return codec::crc64(std::as_bytes(std::span(text)), previous);
}

}  // namespace

std::string UciLimits::command() const {
  std::string text = "go";
  if (nodes != 0) text += concat(" nodes ", nodes);
  if (depth != 0) text += concat(" depth ", depth);
  if (milliseconds != 0) text += concat(" movetime ", milliseconds);
  if (!first_moves.empty()) text += " searchmoves";
  for (const std::string& move : first_moves) text += " " + move;
  return text;
}

Limits UciLimits::search_limits() const {
  Limits limits;
  if (depth != 0) limits.depth = depth;
  if (nodes != 0) limits.nodes = nodes;
  return limits;
}

UciEngine::UciEngine(const UciSettings& settings) : settings_(settings) {
  auto process = EngineProcess::start(settings.command);
  if (!process) throw UciFault(Fault::kUnusable, process.error().message);
  process_ = std::move(process).value();
  shake_hands();
  tell_rules();
  set_options();
  send("isready");
  wait_for("readyok");
}

UciEngine::~UciEngine() { process_->send("quit"); }

void UciEngine::shake_hands() {
  send("uci");
  const Wait wait = wait_for_start();
  for (std::string line = read(wait, "uciok"); line != "uciok"; line = read(wait, "uciok")) {
    if (line.starts_with("id name ")) name_ = foreign_text(line.substr(8));
    const auto option = parse_uci_option(line);
    if (!option) continue;
    offered_.push_back(*option);
    offer_ = fingerprint(line + '\n', offer_);
  }
  if (name_.empty()) fail(Fault::kNonsense, "reports no name");
}

// An engine that reads a file of rules offers the games of the file when it is asked again.
void UciEngine::tell_rules() {
  constexpr std::string_view kOption = "VariantPath";
  std::string path = settings_.rules;
  for (const UciSetting& given : settings_.options)
    if (is_same_option(given.name, kOption)) path = given.value;
  if (settings_.game.empty() || path.empty() || !offers(kOption)) return;
  send(concat("setoption name ", kOption, " value ", path));
  offered_.clear();
  offer_ = 0;
  shake_hands();
}

UciSetting UciEngine::game_setting() const {
  constexpr const char* kOption = "UCI_Variant";
  const UciOption* option = find_option(offered_, kOption);
  if (option == nullptr || option->fault_of(settings_.game))
    throw UciFault(
        Fault::kUnusable,
        concat("engine '", settings_.command.front(), "' (", name_, ") does not play ", settings_.game, ": ",
               option == nullptr ? std::string("it has no option UCI_Variant")
                                 : "its option UCI_Variant has " + joined(option->choices, ", ")));
  return {kOption, settings_.game};
}

void UciEngine::set_options() {
  const auto is_given = [&](std::string_view name) {
    return std::ranges::any_of(settings_.options,
                               [&](const UciSetting& setting) { return is_same_option(setting.name, name); });
  };
  if (!settings_.game.empty()) set_.push_back(game_setting());
  const std::string variant = concat("UCI_", settings_.variant);
  std::vector<UciSetting> usual_ones{{"Threads", "1"}, {variant, "true"}, {"UCI_ShowWDL", "true"}};
  if (settings_.lines > 1) usual_ones.push_back({"MultiPV", std::to_string(settings_.lines)});
  for (const UciSetting& usual : usual_ones) {
    if (find_option(offered_, usual.name) != nullptr && !is_given(usual.name)) set_.push_back(usual);
  }
  if (is_given(variant))
    throw UciFault(
        Fault::kUnusable,
        concat("option '", variant, "': is always true here, for all positions of the game; leave it out"));
  set_.insert(set_.end(), settings_.options.begin(), settings_.options.end());
  for (const UciSetting& setting : set_) {
    const UciOption* option = find_option(offered_, setting.name);
    const std::string who = concat("engine '", settings_.command.front(), "' (", name_, ")");
    if (option == nullptr) {
      throw UciFault(Fault::kUnusable, concat(who, " has no option '", setting.name, "'; it has ",
                                              offered_.empty() ? "none" : option_list(offered_)));
    }
    if (const auto fault = option->fault_of(setting.value))
      throw UciFault(Fault::kUnusable, concat(who, ", option '", setting.name, "': ", *fault));
    const bool is_button = option->kind == UciOption::Kind::kButton;
    send(concat("setoption name ", option->name, is_button ? "" : " value ", is_button ? "" : setting.value));
  }
}

std::string UciEngine::identity() const {
  std::string text = name_;
  for (const UciSetting& setting : set_) text += concat(", ", setting.name, " = ", setting.value);
  return text + concat(" (offers ", hexadecimal(offer_), ")");
}

UciAnswer UciEngine::search(std::string_view position, const UciLimits& limits, const MoveCheck& is_legal,
                            const OnLine& on_line) {
  new_game();
  send(concat("position fen ", position, "\n", limits.command()));
  const Wait wait = wait_for_search(limits);
  UciAnswer answer;
  while (answer.best_move.empty()) {
    const bool is_of_search = take_line(answer, read(wait, "bestmove"));
    check_limits(answer, limits);
    if (is_of_search && answer.best_move.empty() && on_line) on_line(answer);
  }
  if (!answer.has_score()) fail(Fault::kNonsense, "names a move without a score");
  if (!is_legal(answer.best_move))
    fail(Fault::kNonsense,
         concat("plays '", answer.best_move, "', which is ",
                limits.first_moves.empty() ? "not legal" : "a move that is not one of the searchmoves"));
  return answer;
}

void UciEngine::new_game() {
  // These are two lines at a time: each time that the engine must wake up counts at a few thousand nodes.
  send("ucinewgame\nisready");
  wait_for("readyok");
}

UciAnswer UciEngine::play(std::string_view position_line, std::string_view go_line,
                          std::chrono::steady_clock::time_point deadline) {
  send(concat(position_line, "\n", go_line));
  const Wait wait(std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()));
  UciAnswer answer;
  while (answer.best_move.empty()) {
    take_line(answer, read(wait, "bestmove"));
    if (answer.best_move.empty() && std::chrono::steady_clock::now() > deadline)
      fail(Fault::kSilent, "has not played in time");
  }
  return answer;
}

// Engines look at their clocks and counters now and then, so that they may be a little late.
void UciEngine::check_limits(const UciAnswer& answer, const UciLimits& limits) const {
  const auto nodes = static_cast<std::uint64_t>(answer.nodes);
  if (limits.nodes != 0 && nodes > 2 * limits.nodes + 10'000)
    fail(Fault::kNonsense, concat("searches ", nodes, " nodes where ", limits.nodes, " are the limit"));
  if (limits.depth != 0 && answer.deepest > limits.depth)
    fail(Fault::kNonsense,
         concat("searches to depth ", answer.deepest, " where ", limits.depth, " is the limit"));
}

void UciEngine::send(std::string_view line) {
  if (!process_->send(line)) fail(Fault::kEnded, concat("does not take '", line, "'"));
}

UciEngine::Wait UciEngine::wait_for_start() const {
  return Wait(settings_.is_prompt ? std::min(settings_.patience, UciSettings::kPromptStart)
                                  : settings_.patience);
}

UciEngine::Wait UciEngine::wait_for_search(const UciLimits& limits) const {
  const bool ends_soon = settings_.is_prompt && limits.milliseconds != 0;
  return Wait(std::chrono::milliseconds(limits.milliseconds) +
              (ends_soon ? UciSettings::kPromptGrace : settings_.patience));
}

std::string UciEngine::read(const Wait& wait, std::string_view awaited) {
  using Status = EngineProcess::ReadStatus;
  const EngineProcess::ReadResult result = process_->read_line(wait.end, settings_.stop);
  switch (result.status) {
    case Status::kLine:
      break;
    case Status::kStopped:
      throw UciFault(Fault::kStopped, concat("engine '", settings_.command.front(), "' had given no '",
                                             awaited, "' when the run was to end"));
    case Status::kTimeout:
      fail(Fault::kSilent,
           concat("gave no '", awaited, "' within ", static_cast<double>(wait.time.count()) / 1e3, " s"));
    case Status::kClosed:
      fail(Fault::kEnded, concat("has ended where '", awaited, "' was awaited"));
    case Status::kTooLong:
      fail(Fault::kNonsense, "writes a line that does not end");
  }
  last_lines_.push_back(result.line.substr(0, kMostOfALine));
  if (last_lines_.size() > kLinesToQuote) last_lines_.pop_front();
  return result.line;
}

void UciEngine::wait_for(std::string_view word) {
  const Wait wait = wait_for_start();
  while (read(wait, word) != word) {
  }
}

void UciEngine::fail(Fault kind, const std::string& what) const {
  std::vector<std::string> quotes(last_lines_.begin(), last_lines_.end());
  if (const std::string words = process_->last_words(); !words.empty()) quotes.push_back(words);
  throw UciFault(kind, concat("engine '", settings_.command.front(), "' ", what, "; ",
                              quotes.empty() ? "it has written nothing"
                                             : concat("its last lines: ", joined(quotes, " | "))));
}

}  // namespace tabiya::booksearch
