// The files that the program reads.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <string>
#include <vector>

#include "booksearch/learn/training_data.h"
#include "codec/bits.h"
#include "codec/container.h"
#include "codec/crc64.h"
#include "codec/dense_text.h"
#include "codec/framing.h"
#include "codec/literal.h"
#include "codec/zstd_frame.h"
#include "core/games/games.h"
#include "tests/fuzz/finding.h"
#include "tools/assets/packing.h"
#include "tools/cli/checked_line.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/jobs/job_file.h"
#include "tools/learn/learn_json.h"
#include "tools/reports/game_records.h"
#include "tools/uci_server/uci_server.h"

namespace tabiya::fuzz {
namespace {

using namespace tools;
using Bytes = std::vector<std::byte>;

std::string string_of(Input input) { return std::string(as_text(input)); }

// Does what may throw a Failure, whose message begins with `file`; any other exception is a finding of the fuzzer's.
template <class Work>
void refuse_or(const Work& work, std::string_view file = "") {
  try {
    work();
  } catch (const Failure& failure) {
    require(failure.what()[0] != '\0', "a failure without a message");
    require(std::string_view(failure.what()).starts_with(file), "a failure that does not name its file");
    require(failure.code() == kUnusable, "a failure that is not the input's");
  }
}

// A file in memory with a path, for what reads files.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view content) : file_(::memfd_create("fuzz", 0)) {
    require(
        file_ >= 0 && ::write(file_, content.data(), content.size()) == static_cast<ssize_t>(content.size()),
        "no memory for a file");
  }
  ~MemoryFile() { ::close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

void job_file(Input input) {
  refuse_or([&] { parse_job_file(as_text(input), "job.toml"); }, "job.toml");
}

// A log of these lines under a header. Lines that are JSON get their checksum, so that mutations need not
// find it.
std::string log_of(const Json& header, Input input) {
  std::string log = checked_line(header) + '\n';
  std::istringstream lines(string_of(input));
  for (std::string line; std::getline(lines, line);) {
    const auto json = parse_json(line);
    log += (json.is_object() && !json.empty() ? checked_line(json) : line) + '\n';
  }
  return log;
}

void match_log(Input input) {
  const Json header{{"run", "fuzz"}};
  const MemoryFile file(log_of(header, input));
  refuse_or([&] {
    const GameRecords records({.path = file.path(), .resume = true}, header, *games().front(), 10);
    require(records.score().scoreboards().at(0).tally().games() == records.score().played().size(),
            "games that do not add up");
    require(records.score().played().empty() || *records.score().played().rbegin() < 10,
            "a game that is not of the match");
  });
}

void tuning_log(Input input) {
  const Json header{{"run", "fuzz"}, {"iterations", 100}, {"pairs", 1}};
  const MemoryFile file(log_of(header, input));
  refuse_or([&] {
    Spsa spsa({{.name = "a", .start = 5, .least = 0, .most = 10}, {.name = "b", .most = 1}},
              {.iterations = 100}, 1);
    const TuningLog log({.path = file.path(), .resume = true}, header, spsa);
    require(spsa.iteration() <= 100, "an iteration that is not of the run");
    for (std::size_t i = 0; i < spsa.values().size(); ++i) {
      const TunedParameter& parameter = spsa.parameters()[i];
      const double value = spsa.values()[i];
      require(parameter.least <= value && value <= parameter.most, "a value beyond its bounds");
    }
  });
}

// The prefix of a chunk, and the chunk.
void add_chunk(std::string& file, Input content) {
  const Bytes frame = *codec::compress_zstd(content, 1);
  codec::BitWriter prefix;
  prefix.put(frame.size(), 32);
  prefix.put(codec::crc64(frame), 64);
  file += as_text(prefix.take_bytes());
  file += as_text(frame);
}

// A first byte 0 stands for a whole file; else the rest up to a zero byte is the settings, and what follows
// is one chunk, so that mutations need not find checksums.
void training_data(Input input) {
  if (input.empty()) return;
  std::string bytes = string_of(input.subspan(1));
  if (input[0] != std::byte{0}) {
    const std::size_t end = std::min(bytes.find('\0'), bytes.size());
    const Input content = input.subspan(1);
    bytes = "TABIDATA";
    add_chunk(bytes, content.first(end));
    if (end < content.size()) add_chunk(bytes, content.subspan(end + 1));
  }
  const MemoryFile file(bytes);
  refuse_or([&] { take(load_training_data({file.path()}, 0.5, Kinds::kOne, read_data_settings)); });
}

// The first byte says of which game and in which format the rest is a line. What is written of it is read as the same.
void data_text(Input input) {
  if (input.empty()) return;
  const auto how = static_cast<unsigned>(input[0]);
  const GameModule& game = *games()[how / 2 % games().size()];
  if (game.learning() == nullptr) return;
  const DataText text(game, how % 2 == 0 ? DataFormat::kText : DataFormat::kEpd, kLogitInCentipawns);
  const auto record = text.record_of(as_text(input.subspan(1)));
  if (!record) return check_error(record.error(), input);
  const auto line = text.line_of(*record);
  require(line && *line, "a record that cannot be written");
  const auto again = text.record_of(**line);
  require(again && text.line_of(*again) && *text.line_of(*again) == *line, "a line does not come back");
}

// A first byte 0 stands for a whole file; else the rest is sections, each up to a zero byte.
void checkpoint(Input input) {
  if (input.empty()) return;
  Bytes bytes(input.begin() + 1, input.end());
  if (input[0] != std::byte{0}) {
    codec::Container file{"TRNG", 1, {}};
    auto at = bytes.begin();
    for (const char* name : {"HEAD", "EPOC", "STEP", "NETW", "MEAN", "VARI", "BEST"}) {
      const auto end = std::find(at, bytes.end(), std::byte{0});
      file.sections.push_back({name, Bytes(at, end)});
      at = end == bytes.end() ? end : end + 1;
    }
    bytes = codec::encode_container(file);
  }
  const auto state = decode_checkpoint(bytes, {{"run", "fuzz"}}, {300, 30, 32});
  if (!state) return check_error(state.error(), bytes);
  require(!state->epochs.empty() && state->trainer.network.shape.width > 0, "a checkpoint of nothing");
}

void literal(Input input) {
  for (const auto read : {codec::cpp_literal_text, codec::rust_literal_text}) {
    const auto text = read(as_text(input));
    if (!text) check_error(text.error(), input);
  }
  const std::string dense = codec::encode_dense(input);
  require(*codec::cpp_literal_text(codec::cpp_literal(dense)) == dense, "a C++ literal does not come back");
  require(*codec::rust_literal_text(codec::rust_literal(dense)) == dense,
          "a Rust literal does not come back");
}

// A first byte 0 stands for a whole asset; else it is the kind of a frame, and the rest what that holds: but
// not of networks and coded bytes, which have targets with lower caps, and only take longer here.
void unpack(Input input) {
  constexpr std::byte kNetwork{'N'}, kCoded{'X'};
  if (input.empty() || input[0] == kNetwork || input[0] == kCoded) return;
  const Input rest = input.subspan(1);
  const Bytes asset = input[0] == std::byte{0} ? Bytes(rest.begin(), rest.end())
                                               : codec::frame(static_cast<char>(input[0]), rest);
  refuse_or([&] { unpack_asset(string_of(asset), {}, "asset"); });
  const MemoryFile file(as_text(asset));
  refuse_or([&] { read_asset(file.path(), kMaxAsset); });
}

// A session with a GUI: it goes on whatever comes, and each answer is one line.
void uci_session(Input input) {
  const auto check_line = [](std::string_view line) {
    require(line.find('\r') == line.npos && line.find('\0') == line.npos, "an answer that is no line");
  };
  UciServer server({.game = "chess",
                    .hash = 1,
                    .evaluation = "linear",  // which reads no file: networks take their time
                    .most_hash = 2,
                    .most_threads = 2,
                    .may_open_files = false},
                   check_line);
  std::istringstream lines(string_of(input));
  for (std::string line; !server.has_quit() && std::getline(lines, line);)
    server.receive(line, std::chrono::steady_clock::now());
  server.receive("stop", std::chrono::steady_clock::now());
  server.finish();
}

constexpr Target kTargets[] = {
    {"checkpoint", checkpoint}, {"data_text", data_text},     {"job_file", job_file},
    {"literal", literal},       {"match_log", match_log},     {"training_data", training_data},
    {"tuning_log", tuning_log}, {"uci_session", uci_session}, {"unpack", unpack},
};

}  // namespace

std::span<const Target> program_targets() { return kTargets; }

}  // namespace tabiya::fuzz
