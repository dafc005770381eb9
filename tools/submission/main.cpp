// The single-file player of any game (core/game/single_file_player.h). `player [NODES SEED]`: with arguments
// it searches this many nodes a move, and draws its setups with that seed, so that it can be compared with
// others.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "codec/dense_text.h"
#include "codec/framing.h"
#include "core/game/single_file_player.h"
#include "tools/play/referee_session.h"
#include "tools/submission/payload.h"

namespace tabiya::submission {
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
  const std::unique_ptr<LineSession> player = take(make_single_file_player(request));
  take(tools::play_session(*player, stdin, [](const std::string& answer) {
    std::printf("%s\n", answer.c_str());
    std::fflush(stdout);
  }));
  return 0;
}

}  // namespace
}  // namespace tabiya::submission

int main(int argc, char** argv) { return tabiya::submission::play(argc, argv); }
