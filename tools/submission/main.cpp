// The single-file player of any game (core/game/single_file_player.h). `player [NODES SEED]`: with arguments
// it searches this many nodes a move, and draws its setups with that seed, so that it can be compared with
// others.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "codec/dense_text.h"
#include "codec/framing.h"
#include "core/game/single_file_player.h"
#include "tools/play/referee_session.h"

namespace tabiya::submission {

// The data that the player carries next to its code. `tabiya submit` writes the definition of kPayload behind the sources.
struct Payload {
  bool in_utf16;             // the texts are for UTF-16, otherwise dense (codec/dense_text.h)
  std::string_view network;  // text of a framed compact network; empty: the linear evaluation
  std::string_view book;     // text of a framed compact book; empty: none
  std::string_view lines;    // text of the framed section of a book of moves; empty: none
  std::size_t table_bytes;
  int max_loss;  // of the choice of setups (book_setups.h)
  int variety;
};

extern const Payload kPayload;

namespace {

[[noreturn]] void fail(const Error& error) {
  std::fprintf(stderr, "player: %s\n", error.message.c_str());
  std::exit(2);
}

template <class T>
T take(Result<T> result) {
  if (!result) fail(result.error());
  return std::move(result).value();
}

std::vector<std::byte> open(std::string_view text) {
  if (text.empty()) return {};
  return take(codec::open_frame(
                  take(kPayload.in_utf16 ? codec::decode_utf16(text) : codec::decode_dense(text))))
      .content;
}

int play(int argc, char** argv) {
  const auto start = std::chrono::steady_clock::now();
  constexpr std::size_t kLogBytes = 9'000;
  tools::CappedLog log(stderr, kLogBytes);
  const std::vector<std::byte> network = open(kPayload.network), book = open(kPayload.book),
                               lines = open(kPayload.lines);
  SingleFileRequest request{network, book, lines, kPayload.table_bytes};
  request.player.log = [&log](std::string_view line) { log(line); };
  request.opening = {.max_loss = kPayload.max_loss, .variety = kPayload.variety};
  request.opening.seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : std::random_device{}();
  if (argc > 1) request.player.limits.nodes = std::strtoull(argv[1], nullptr, 10);
  request.player.used = std::chrono::steady_clock::now() - start;
  const std::unique_ptr<RefereedPlayer> player = take(make_single_file_player(request));
  take(tools::play_session(*player, stdin, [](const std::string& answer) {
    std::printf("%s\n", answer.c_str());
    std::fflush(stdout);
  }));
  return 0;
}

}  // namespace
}  // namespace tabiya::submission

int main(int argc, char** argv) { return tabiya::submission::play(argc, argv); }
