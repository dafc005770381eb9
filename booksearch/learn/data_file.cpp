#include "booksearch/learn/data_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <span>
#include <system_error>

#include "booksearch/work/input_file.h"
#include "booksearch/work/output_file.h"
#include "booksearch/work/own_files.h"
#include "codec/bits.h"
#include "codec/crc64.h"
#include "codec/text.h"
#include "codec/zstd_frame.h"

namespace tabiya::booksearch {
namespace {

constexpr std::string_view kMagic = "TABIDATA";
constexpr std::size_t kPrefixSize = 12;                     // length and checksum of a frame
constexpr std::size_t kChunkHead = 12;                      // first game and number of games
constexpr std::size_t kMaxChunk = std::size_t{1} << 28;     // bytes, of a frame and of its content
constexpr std::size_t kMaxSettings = std::size_t{2} << 20;  // bytes; most are the rules of a game from a file
constexpr int kZstdLevel = 6;  // beyond it, records shrink by no more than a percent

std::vector<std::byte> encode_chunk(const DataChunk& chunk) {
  codec::BitWriter head;
  head.put(chunk.first_game, 64);
  head.put(chunk.games, 32);
  std::vector<std::byte> content = head.take_bytes();
  content.insert(content.end(), chunk.records.begin(), chunk.records.end());
  return content;
}

// Returns a chunk as it stands in the file.
Result<std::vector<std::byte>> framed(const std::vector<std::byte>& content, const std::string& path) {
  const auto compressed = codec::compress_zstd(content, kZstdLevel);
  if (!compressed) return Error{compressed.error().code, concat(path, ": ", compressed.error().message), {}};
  const std::vector<std::byte>& frame = *compressed;
  codec::BitWriter prefix;
  prefix.put(frame.size(), 32);
  prefix.put(codec::crc64(frame), 64);
  std::vector<std::byte> bytes = prefix.take_bytes();
  bytes.insert(bytes.end(), frame.begin(), frame.end());
  return bytes;
}

// True if the file was left by a run that was killed, or found the disk full, while it wrote `beginning`.
Result<bool> is_stub(const std::string& path, const std::vector<std::byte>& beginning) {
  std::error_code no_size;
  const std::uintmax_t size = std::filesystem::file_size(path, no_size);
  if (no_size || size >= beginning.size()) return false;
  const Result<std::string> found = read_own_file(path, beginning.size());
  if (!found) return found.error();
  return std::ranges::equal(codec::bytes_of(*found), std::span(beginning).first(found->size()));
}

Error system_error(const std::string& path) {
  return {ErrorCode::kIo, concat(path, ": ", std::strerror(errno)), {}};
}

Error not_written(const std::string& path) {
  return {ErrorCode::kIo, concat(path, ": cannot be written: ", std::strerror(errno)), {}};
}

}  // namespace

Result<std::vector<std::byte>> data_file_beginning(std::string_view settings, const std::string& path) {
  const auto chunk = framed(codec::bytes_of(settings), path);
  if (!chunk) return chunk.error();
  std::vector<std::byte> bytes = codec::bytes_of(kMagic);
  bytes.insert(bytes.end(), chunk->begin(), chunk->end());
  return bytes;
}

Result<std::vector<std::byte>> data_file_chunk(const DataChunk& chunk, const std::string& path) {
  return framed(encode_chunk(chunk), path);
}

bool same_game(const Lesson& record, const Lesson& next) {
  const int plies = next.ply - record.ply;
  return plies > 0 && next.result == (plies % 2 == 0 ? record.result : -record.result);
}

Result<DataReader> DataReader::open(const std::string& path, const SettingsReader& read_settings) {
  if (path == "-") return invalid("-: training data are read from files; name one");
  DataReader reader(path);
  if (!reader.file_) return system_error(path);
  if (Status read = reader.read_beginning(read_settings); !read) return read.error();
  return reader;
}

Status DataReader::read_beginning(const SettingsReader& read_settings) {
  if (std::filesystem::is_directory(path_)) {
    errno = EISDIR;
    return system_error(path_);
  }
  std::array<char, kMagic.size()> magic;
  if (std::fread(magic.data(), 1, magic.size(), file_.get()) != magic.size() ||
      std::string_view(magic.data(), magic.size()) != kMagic)
    return unsupported(concat(path_, ": not a file of training data, as `selfplay` writes it: ",
                              describe_format(beginning_of(path_))));
  bytes_ = magic.size();
  const auto content = next_content(kMaxSettings);
  if (!content) return content.error();
  if (!*content) return corrupt(concat(path_, ": ends before its first game; make it again with --force"));
  settings_text_ = as_text(**content);
  Result<DataSettings> settings = read_settings(settings_text_, path_);
  if (!settings) return settings.error();
  settings_ = *std::move(settings);
  return ok_status();
}

std::string DataReader::where(std::uint64_t chunk) const { return concat(path_, ", chunk ", chunk); }

Error DataReader::damaged(std::string_view how) const {
  return corrupt(
      concat(where(chunk_), ": ", how, "; the file is damaged: leave it out, or make it again with --force"));
}

Result<DataReader::Content> DataReader::next_content(std::size_t most) {
  std::array<std::byte, kPrefixSize> prefix;
  const std::size_t got = std::fread(prefix.data(), 1, prefix.size(), file_.get());
  if (std::ferror(file_.get()) != 0) return system_error(path_);
  is_cut_ = got > 0 && got < prefix.size();
  if (got < prefix.size()) return Content();
  codec::BitReader reader(prefix);
  const auto length = static_cast<std::size_t>(reader.get(32));
  const std::uint64_t checksum = reader.get(64);
  const Result<Content> frame = read_frame(length, checksum);
  if (!frame || !*frame) return frame;
  auto content = codec::decompress_zstd(**frame, most);
  if (!content) return damaged(content.error().message);
  bytes_ += prefix.size() + length;
  ++chunk_;
  return Content(*std::move(content));
}

// Reads the bytes of a frame, which its prefix describes. No checksum covers the length: if the file ends too
// early for it, but not for the frame itself, the file was not cut.
Result<DataReader::Content> DataReader::read_frame(std::size_t length, std::uint64_t checksum) {
  if (length > kMaxChunk) return damaged("longer than any chunk");
  std::vector<std::byte> frame(length);
  frame.resize(std::fread(frame.data(), 1, length, file_.get()));
  if (std::ferror(file_.get()) != 0) return system_error(path_);
  is_cut_ = frame.size() < length;
  if (!is_cut_ && codec::crc64(frame) != checksum) return damaged("the checksum does not fit");
  if (!is_cut_) return Content(std::move(frame));
  const auto size = codec::zstd_frame_size(frame);
  if (size && codec::crc64(std::span(frame).first(*size)) == checksum)
    return damaged(concat("claims ", length, " bytes, but has ", *size));
  return Content();
}

Result<std::optional<DataChunk>> DataReader::next_chunk() {
  const Result<Content> read = next_content(kMaxChunk);
  if (!read) return read.error();
  if (!*read) return std::optional<DataChunk>();
  const std::vector<std::byte>& content = **read;
  const std::string here = where(chunk_ - 1);
  if (content.size() < kChunkHead || (content.size() - kChunkHead) % learning().record_size() != 0)
    return corrupt(here + ": its length is not that of a number of positions");
  codec::BitReader head(content);
  DataChunk chunk;
  chunk.first_game = head.get(64);
  chunk.games = static_cast<std::uint32_t>(head.get(32));
  if (chunk.first_game != games_)
    return corrupt(concat(here, ": begins with game ", chunk.first_game, " where ", games_,
                          " comes next; chunks are missing or repeated"));
  games_ += chunk.games;
  chunk.records.assign(content.begin() + kChunkHead, content.end());
  return std::optional(std::move(chunk));
}

Result<std::optional<DataChunk>> DataReader::next() {
  auto chunk = next_chunk();
  if (chunk && is_cut_)
    return corrupt(
        where(chunk_) +
        ": the file ends within it; mend it with --resume of the command that made it, and its settings");
  return chunk;
}

Result<DataFiles> DataFiles::open(std::vector<std::string> paths, SettingsReader read_settings) {
  DataFiles files(std::move(paths), std::move(read_settings));
  for (const std::string& path : files.paths_)
    if (Status found = files.survey(path); !found) return found.error();
  return files;
}

Status DataFiles::survey(const std::string& path) {
  Result<DataReader> reader = DataReader::open(path, read_settings_);
  if (!reader) return reader.error();
  if (game_ == nullptr) game_ = &reader->game();
  if (game_ != &reader->game())
    return invalid(concat(path, ": is of the game '", reader->game().name(), "', ", paths_.front(), " of '",
                          game_->name(), "'; name files of one game"));
  std::uint64_t checksum = 0;
  for (;;) {
    const auto chunk = reader->next();
    if (!chunk) return chunk.error();
    if (!*chunk) break;
    checksum = codec::crc64((*chunk)->records, checksum);
    positions_ += (*chunk)->records.size() / learning().record_size();
  }
  games_ += reader->games();
  sources_.push_back({reader->settings_text(), checksum});
  return ok_status();
}

Result<std::optional<DataChunk>> DataFiles::next() {
  for (;;) {
    if (!reader_) {
      if (begun_ == paths_.size()) return std::optional<DataChunk>();
      Result<DataReader> opened = DataReader::open(paths_[begun_++], read_settings_);
      if (!opened) return opened.error();
      reader_ = *std::move(opened);
    }
    auto chunk = reader_->next();
    if (!chunk) return chunk;
    if (*chunk) {
      (*chunk)->first_game = games_read_;
      games_read_ += (*chunk)->games;
      positions_read_ += (*chunk)->records.size() / learning().record_size();
      return chunk;
    }
    reader_.reset();
  }
}

Result<DataWriter> DataWriter::open(const std::string& path, const std::string& settings, bool resume,
                                    bool force, const SettingsReader& read_settings) {
  if (Status fit = check_growing_file(path, "--out"); !fit) return fit.error();
  Result<FileLock> lock = FileLock::acquire(path, {path});
  if (!lock) return lock.error();
  DataWriter writer(path, *std::move(lock));
  const auto beginning = data_file_beginning(settings, path);
  if (!beginning) return beginning.error();
  if (!resume && !force && std::filesystem::file_size(path) > 0)
    return invalid(concat(path, ": already exists; continue it with --resume, or overwrite it with --force"));
  const Result<bool> begins = resume ? is_stub(path, *beginning) : true;
  if (!begins) return begins.error();
  if (Status begun = *begins ? writer.begin(*beginning) : writer.go_on(settings, read_settings); !begun)
    return begun.error();
  return writer;
}

Status DataWriter::begin(const std::vector<std::byte>& bytes) {
  std::FILE* file = std::fopen(path_.c_str(), "wb");
  const bool written = file && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if ((file && std::fclose(file) != 0) || !written) return not_written(path_);
  bytes_ = bytes.size();
  return ok_status();
}

Status DataWriter::go_on(const std::string& settings, const SettingsReader& read_settings) {
  Result<DataReader> reader = DataReader::open(path_, read_settings);
  if (!reader) return reader.error();
  if (reader->settings_text() != settings)
    return invalid(concat(path_, ": was made with ", reader->settings_text(), ", not with ", settings,
                          "; take those settings, or another file"));
  for (;;) {
    const auto chunk = reader->next_chunk();
    if (!chunk) return chunk.error();
    if (!*chunk) break;
  }
  games_ = reader->games();
  bytes_ = reader->bytes();
  if (std::filesystem::file_size(path_) == bytes_) return ok_status();
  std::error_code error;
  std::filesystem::resize_file(path_, bytes_, error);
  if (error) return Error{ErrorCode::kIo, concat(path_, ": cannot be mended: ", error.message()), {}};
  return ok_status();
}

Status DataWriter::add(const DataChunk& chunk) {
  const auto bytes = data_file_chunk(chunk, path_);
  if (!bytes) return bytes.error();
  std::FILE* file = std::fopen(path_.c_str(), "ab");
  const bool written = file && std::fwrite(bytes->data(), 1, bytes->size(), file) == bytes->size();
  const int reason = errno;
  if ((file && std::fclose(file) != 0) || !written) {
    std::error_code ignored;
    std::filesystem::resize_file(path_, bytes_, ignored);
    errno = reason;
    Error error = not_written(path_);
    error.message += "; what was written before is whole, continue with --resume";
    return error;
  }
  bytes_ += bytes->size();
  games_ += chunk.games;
  return ok_status();
}

}  // namespace tabiya::booksearch
