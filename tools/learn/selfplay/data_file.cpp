#include "tools/learn/selfplay/data_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "booksearch/work/own_files.h"
#include "codec/bits.h"
#include "codec/crc64.h"
#include "codec/zstd_frame.h"
#include "core/games/games.h"
#include "core/learn/learning.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/json_text.h"
#include "tools/cli/output_file.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {
namespace {

constexpr std::string_view kMagic = "TABIDATA";
constexpr std::size_t kPrefixSize = 12;                     // length and checksum of a frame
constexpr std::size_t kChunkHead = 12;                      // first game and number of games
constexpr std::size_t kMaxChunk = std::size_t{1} << 28;     // bytes, of a frame and of its content
constexpr std::size_t kMaxSettings = std::size_t{2} << 20;  // bytes; most are the rules of a game from a file
constexpr int kZstdLevel = 6;  // beyond it, records shrink by no more than a percent

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::vector<std::byte> encode_chunk(const DataChunk& chunk) {
  codec::BitWriter head;
  head.put(chunk.first_game, 64);
  head.put(chunk.games, 32);
  std::vector<std::byte> content = head.take_bytes();
  content.insert(content.end(), chunk.records.begin(), chunk.records.end());
  return content;
}

// A chunk as it stands in the file.
std::vector<std::byte> framed(const std::vector<std::byte>& content, const std::string& path) {
  const auto frame = take(codec::compress_zstd(content, kZstdLevel), path);
  codec::BitWriter prefix;
  prefix.put(frame.size(), 32);
  prefix.put(codec::crc64(frame), 64);
  std::vector<std::byte> bytes = prefix.take_bytes();
  bytes.insert(bytes.end(), frame.begin(), frame.end());
  return bytes;
}

// Whether the file is what a run leaves that was killed, or found the disk full, while it wrote `beginning`.
bool is_stub(const std::string& path, const std::vector<std::byte>& beginning) {
  std::error_code no_size;
  const std::uintmax_t size = std::filesystem::file_size(path, no_size);
  if (no_size || size >= beginning.size()) return false;
  const std::vector<std::byte> found = bytes_of(read_own_output(path, beginning.size()));
  return std::ranges::equal(found, std::span(beginning).first(found.size()));
}

}  // namespace

std::vector<std::byte> data_file_beginning(const Json& settings, const std::string& path) {
  std::vector<std::byte> bytes = bytes_of(kMagic);
  const std::vector<std::byte> chunk = framed(bytes_of(json_text(settings)), path);
  bytes.insert(bytes.end(), chunk.begin(), chunk.end());
  return bytes;
}

std::vector<std::byte> data_file_chunk(const DataChunk& chunk, const std::string& path) {
  return framed(encode_chunk(chunk), path);
}

bool same_game(const Lesson& record, const Lesson& next) {
  const int plies = next.ply - record.ply;
  return plies > 0 && next.result == (plies % 2 == 0 ? record.result : -record.result);
}

const GameModule& game_of(const Json& settings, const std::string& path) {
  const GameModule& game = game_named(settings.value("game", default_game()), path);
  if (!game.learning())
    throw Failure(
        fmt::format("{}: {} has no features, so that there is nothing to learn", path, game.name()));
  return game;
}

DataReader::DataReader(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "rb")) {
  if (path == "-") throw Failure("-: training data are read from files; name one");
  if (!file_) throw Failure(fmt::format("{}: {}", path, std::strerror(errno)));
  if (std::filesystem::is_directory(path)) throw Failure(fmt::format("{}: {}", path, std::strerror(EISDIR)));
  std::array<char, kMagic.size()> magic;
  if (std::fread(magic.data(), 1, magic.size(), file_.get()) != magic.size() ||
      std::string_view(magic.data(), magic.size()) != kMagic) {
    throw Failure(fmt::format("{}: not a file of training data, as `selfplay` writes it: {}", path,
                              describe_format(beginning_of(path))));
  }
  bytes_ = magic.size();
  const auto content = next_content(kMaxSettings);
  if (!content)
    throw Failure(fmt::format("{}: ends before its first game; make it again with --force", path));
  settings_ = parse_json({reinterpret_cast<const char*>(content->data()), content->size()});
  const Json* game = settings_.find("game");
  if (!settings_.is_object() || (game != nullptr && !game->is_string()))
    throw Failure(path_ + ": its settings are not an object of JSON that names its game");
  const Json* rules = settings_.find("rules");
  if (rules != nullptr && rules->is_string())
    learn_rules(settings_.value("game", default_game()), rules->get<std::string>(), path_);
  game_ = &game_of(settings_, path);
}

std::string DataReader::where() const { return fmt::format("{}, chunk {}", path_, chunk_); }

Failure DataReader::damaged(const std::string& how) const {
  return Failure(
      fmt::format("{}: {}; the file is damaged: leave it out, or make it again with --force", where(), how));
}

std::optional<std::vector<std::byte>> DataReader::next_content(std::size_t most) {
  std::array<std::byte, kPrefixSize> prefix;
  const std::size_t got = std::fread(prefix.data(), 1, prefix.size(), file_.get());
  if (std::ferror(file_.get()) != 0) throw Failure(fmt::format("{}: {}", path_, std::strerror(errno)));
  is_cut_ = got > 0 && got < prefix.size();
  if (got < prefix.size()) return std::nullopt;
  codec::BitReader reader(prefix);
  const auto length = static_cast<std::size_t>(reader.get(32));
  const std::uint64_t checksum = reader.get(64);
  const auto frame = read_frame(length, checksum);
  if (!frame) return std::nullopt;
  auto content = codec::decompress_zstd(*frame, most);
  if (!content) throw damaged(content.error().message);
  bytes_ += prefix.size() + length;
  ++chunk_;
  return std::move(content).value();
}

// The bytes of a frame, which its prefix describes. No checksum covers the length: where the file ends too
// early for it, but not for the frame itself, the file was not cut.
std::optional<std::vector<std::byte>> DataReader::read_frame(std::size_t length, std::uint64_t checksum) {
  if (length > kMaxChunk) throw damaged("longer than any chunk");
  std::vector<std::byte> frame(length);
  frame.resize(std::fread(frame.data(), 1, length, file_.get()));
  if (std::ferror(file_.get()) != 0) throw Failure(fmt::format("{}: {}", path_, std::strerror(errno)));
  is_cut_ = frame.size() < length;
  if (!is_cut_ && codec::crc64(frame) != checksum) throw damaged("the checksum does not fit");
  if (!is_cut_) return frame;
  const auto size = codec::zstd_frame_size(frame);
  if (size && codec::crc64(std::span(frame).first(*size)) == checksum)
    throw damaged(fmt::format("claims {} bytes, but has {}", length, *size));
  return std::nullopt;
}

std::optional<DataChunk> DataReader::next_chunk() {
  const auto content = next_content(kMaxChunk);
  if (!content) return std::nullopt;
  const std::string here = fmt::format("{}, chunk {}", path_, chunk_ - 1);
  if (content->size() < kChunkHead || (content->size() - kChunkHead) % learning().record_size() != 0)
    throw Failure(here + ": its length is not that of a number of positions");
  codec::BitReader head(*content);
  DataChunk chunk;
  chunk.first_game = head.get(64);
  chunk.games = static_cast<std::uint32_t>(head.get(32));
  if (chunk.first_game != games_)
    throw Failure(fmt::format("{}: begins with game {} where {} comes next; chunks are missing or twice",
                              here, chunk.first_game, games_));
  games_ += chunk.games;
  chunk.records.assign(content->begin() + kChunkHead, content->end());
  return chunk;
}

std::optional<DataChunk> DataReader::next() {
  auto chunk = next_chunk();
  if (is_cut_)
    throw Failure(
        where() +
        ": the file ends within it; mend it with --resume of the command that made it, and its settings");
  return chunk;
}

DataWriter::DataWriter(const std::string& path, const Json& settings, bool resume, bool force)
    : path_(path), lock_(take(FileLock::acquire(check_growing_output(path, "--out"), {path}))) {
  const std::vector<std::byte> beginning = data_file_beginning(settings, path);
  const bool is_empty = std::filesystem::file_size(path) == 0;
  if (!resume && !is_empty && !force)
    throw Failure(
        fmt::format("{}: already exists; continue it with --resume, or overwrite it with --force", path));
  if (resume && !is_stub(path, beginning)) {
    go_on(settings);
  } else {
    begin(beginning);
  }
}

void DataWriter::begin(const std::vector<std::byte>& bytes) {
  std::FILE* file = std::fopen(path_.c_str(), "wb");
  const bool written = file && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if ((file && std::fclose(file) != 0) || !written)
    throw Failure(fmt::format("{}: cannot be written: {}", path_, std::strerror(errno)));
  bytes_ = bytes.size();
}

void DataWriter::go_on(const Json& settings) {
  DataReader reader(path_);
  if (reader.settings() != settings)
    throw Failure(fmt::format("{}: was made with {}, not with {}; take those settings, or another file",
                              path_, json_text(reader.settings()), json_text(settings)));
  while (reader.next_chunk()) {
  }
  games_ = reader.games();
  bytes_ = reader.bytes();
  if (std::filesystem::file_size(path_) == bytes_) return;
  std::error_code error;
  std::filesystem::resize_file(path_, bytes_, error);
  if (error) throw Failure(fmt::format("{}: cannot be mended: {}", path_, error.message()));
}

void DataWriter::add(const DataChunk& chunk) {
  const std::vector<std::byte> bytes = data_file_chunk(chunk, path_);
  std::FILE* file = std::fopen(path_.c_str(), "ab");
  const bool written = file && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const int reason = errno;
  if ((file && std::fclose(file) != 0) || !written) {
    std::error_code ignored;
    std::filesystem::resize_file(path_, bytes_, ignored);
    throw Failure(
        fmt::format("{}: cannot be written: {}; what was written before is whole, continue with --resume",
                    path_, std::strerror(reason)));
  }
  bytes_ += bytes.size();
  games_ += chunk.games;
}

}  // namespace tabiya::tools
