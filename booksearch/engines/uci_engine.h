// A UCI engine in a process of its own. It is asked about single positions, each as if it were the first, so
// that its answer depends on the position, the limits and its options alone; or it plays games.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "booksearch/engines/engine_process.h"
#include "booksearch/engines/uci_answer.h"
#include "booksearch/engines/uci_option.h"
#include "booksearch/work/interruption.h"
#include "codec/result.h"
#include "core/search/limits.h"

namespace tabiya::booksearch {

// The reason why an engine gives no answer. UciEngine throws it; this folder and the players of matches catch
// it. All other code returns a Result.
struct UciFault : std::runtime_error {
  enum class Kind {
    kUnusable,  // the program cannot be run, or not with these settings
    kStopped,   // UciSettings::stop said so while an answer was awaited
    // It does not keep to the protocol.
    kSilent,    // it hangs
    kEnded,     // it has ended
    kNonsense,  // it says what it may not
  };

  UciFault(Kind fault, const std::string& what) : std::runtime_error(what), kind(fault) {}
  // True if another try with a new process may succeed.
  bool may_pass() const { return kind != Kind::kUnusable && kind != Kind::kStopped; }
  Error error() const {
    return {kind == Kind::kStopped ? ErrorCode::kStopped : ErrorCode::kInvalid, what(), {}};
  }

  Kind kind;
};

struct UciSetting {
  std::string name, value;
  friend bool operator==(const UciSetting&, const UciSetting&) = default;
};

struct UciSettings {
  static constexpr std::chrono::milliseconds kPromptStart{5'000}, kPromptGrace{1'000};

  std::vector<std::string> command;                              // program and arguments
  std::vector<UciSetting> options;                               // in the order in which they are set
  std::chrono::milliseconds patience{std::chrono::seconds{60}};  // for each answer
  std::string_view variant{};                                    // that it is told to play; see GameModule
  std::string game{};   // the value of UCI_Variant; empty if it plays the game without being told
  std::string rules{};  // a file with those of `game`, for engines with the option VariantPath; or empty
  int lines = 1;        // of play that it tells of, if it has the option MultiPV
  // True if a person waits for each answer: a start is awaited for kPromptStart, and a search with a limit of
  // time for kPromptGrace after that limit. Silence is then no reason to try again.
  bool is_prompt = false;
  std::function<bool()> stop = is_waiting_over;  // asked while an answer is awaited
};

// A search ends at the first of these that is not 0.
struct UciLimits {
  std::uint64_t nodes = 0;
  int depth = 0;  // plies
  std::int64_t milliseconds = 0;
  std::vector<std::string> first_moves{};  // the only ones that it may begin with; empty: all

  bool any() const { return nodes != 0 || depth != 0 || milliseconds != 0; }
  // Returns the command, such as "go nodes 1000 depth 12 searchmoves e2e4".
  std::string command() const;
  // Those of nodes and depth, for a GameEngine.
  Limits search_limits() const;
};

// Only the thread that made it may use it: the process ends with that thread. All members throw UciFault.
class UciEngine {
 public:
  // Starts the process, and sets its options: those of `settings`, and, where the engine offers them and
  // `settings` does not set them, one thread, the variant that is played, and chances of a win, a draw and a
  // loss. kUnusable: the program cannot be run, does not offer an option or its value, or does not play the
  // game.
  explicit UciEngine(const UciSettings& settings);
  ~UciEngine();

  const std::string& name() const { return name_; }  // with its version, as it calls itself
  bool offers(std::string_view option) const { return find_option(offered_, option) != nullptr; }
  // Returns the name, the options that were set and a fingerprint of those that are offered. It is equal for
  // engines whose answers are expected to be equal.
  std::string identity() const;

  // Searches a position, which is a FEN or another text that the engine takes for one. The answer has a score
  // and a legal move. `on_line` sees the answer after each line that the engine says.
  using MoveCheck = std::function<bool(std::string_view move)>;
  using OnLine = std::function<void(const UciAnswer& so_far)>;
  UciAnswer search(std::string_view position, const UciLimits& limits, const MoveCheck& is_legal,
                   const OnLine& on_line = {});

  // Tells the engine that another game begins.
  void new_game();
  // Returns the answer to these two lines. It has a move, legal or not. Throws kSilent at the deadline.
  UciAnswer play(std::string_view position_line, std::string_view go_line,
                 std::chrono::steady_clock::time_point deadline);
  // Returns the last line that the engine wrote on standard error.
  std::string last_words() { return process_->last_words(); }

 private:
  void send(std::string_view line);
  struct Wait {
    explicit Wait(std::chrono::milliseconds most)
        : time(most), end(std::chrono::steady_clock::now() + most) {}
    std::chrono::milliseconds time;
    std::chrono::steady_clock::time_point end;
  };
  Wait wait_for_start() const;
  Wait wait_for_search(const UciLimits& limits) const;
  std::string read(const Wait& wait, std::string_view awaited);
  void wait_for(std::string_view word);
  void shake_hands();
  void tell_rules();
  UciSetting game_setting() const;
  void set_options();
  void check_limits(const UciAnswer& answer, const UciLimits& limits) const;
  [[noreturn]] void fail(UciFault::Kind kind, const std::string& what) const;

  UciSettings settings_;
  std::unique_ptr<EngineProcess> process_;
  std::string name_;
  std::vector<UciOption> offered_;
  std::uint64_t offer_ = 0;             // fingerprint of the lines that offer options
  std::vector<UciSetting> set_;         // what was set, in this order
  std::deque<std::string> last_lines_;  // that it wrote, the newest last
};

}  // namespace tabiya::booksearch
