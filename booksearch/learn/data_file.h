// Files of training data: the settings that the games were played with, then the games' positions in chunks.
//
//   magic    8 bytes: "TABIDATA"
//   chunks   each: length of the frame (u32, bytes), CRC-64/XZ of the frame (u64), one zstd frame
//
// The first frame is the settings, a text that names their game. Each other one is the number of its first
// game (u64), the number of its games (u32) and the records of their positions
// (core/learn/training_record.h). Integers are little-endian. Chunks are appended whole and in order. So a
// killed program leaves at most one broken chunk, the last, and continues before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "booksearch/work/file_lock.h"
#include "codec/result.h"
#include "core/game/game_module.h"
#include "core/learn/learning.h"
#include "core/learn/training_record.h"

namespace tabiya::booksearch {

// All positions of a game are in one chunk.
struct DataChunk {
  std::uint64_t first_game = 0;
  std::uint32_t games = 0;
  std::vector<std::byte> records;  // one after another
};

// The known parts of settings. Each writer of files has a form of its own for the text of its settings.
struct DataSettings {
  const GameModule* game = nullptr;  // a trainable one
  std::string kind;                  // equal for games that differ in their seed alone
  std::string seed;
};

// Reads the settings in the file `path`. Errors name that file.
using SettingsReader = std::function<Result<DataSettings>(std::string_view text, const std::string& path)>;

// Reads a file chunk by chunk. Errors name the file, the chunk and what to do.
class DataReader {
 public:
  static Result<DataReader> open(const std::string& path, const SettingsReader& read_settings);

  const std::string& settings_text() const { return settings_text_; }
  const DataSettings& settings() const { return settings_; }
  const GameModule& game() const { return *settings_.game; }
  const Learning& learning() const { return *game().learning(); }
  // Returns the next chunk; nothing at the end of the file.
  Result<std::optional<DataChunk>> next();

  std::uint64_t games() const { return games_; }  // in the chunks that were read
  std::uint64_t bytes() const { return bytes_; }  // from the file's beginning to the end of the last chunk

 private:
  friend class DataWriter;

  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using Content = std::optional<std::vector<std::byte>>;

  explicit DataReader(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "rb")) {}
  Status read_beginning(const SettingsReader& read_settings);
  // Returns the next frame's content, of up to `most` bytes. Returns nothing at the end of the file, or if
  // the file ends within a chunk: it then sets is_cut_.
  Result<Content> next_content(std::size_t most);
  Result<Content> read_frame(std::size_t length, std::uint64_t checksum);
  Result<std::optional<DataChunk>> next_chunk();
  std::string where(std::uint64_t chunk) const;
  Error damaged(std::string_view how) const;

  std::string path_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  std::string settings_text_;
  DataSettings settings_;
  std::uint64_t chunk_ = 0;  // of the next one; the settings are chunk 0
  std::uint64_t games_ = 0;
  std::uint64_t bytes_ = 0;
  bool is_cut_ = false;
};

// Reads several files as if they were one.
class DataFiles {
 public:
  // Reads all files once, so that damage is found before anything long begins. They must be of one game.
  // There is at least one path.
  static Result<DataFiles> open(std::vector<std::string> paths, SettingsReader read_settings);

  const GameModule& game() const { return *game_; }
  const Learning& learning() const { return *game_->learning(); }
  std::uint64_t games() const { return games_; }
  std::uint64_t positions() const { return positions_; }

  // The identity of each file, for those who make other files from it.
  struct Source {
    std::string settings;
    std::uint64_t records = 0;  // their checksum
  };
  const std::vector<Source>& sources() const { return sources_; }

  // Returns the next chunk, or nothing after the last one. The numbers of games continue from file to file.
  Result<std::optional<DataChunk>> next();
  // Counts the positions in the chunks that it has returned.
  std::uint64_t positions_read() const { return positions_read_; }

 private:
  DataFiles(std::vector<std::string> paths, SettingsReader read_settings)
      : paths_(std::move(paths)), read_settings_(std::move(read_settings)) {}
  Status survey(const std::string& path);

  std::vector<std::string> paths_;
  SettingsReader read_settings_;
  const GameModule* game_ = nullptr;
  std::uint64_t games_ = 0;
  std::uint64_t positions_ = 0;
  std::vector<Source> sources_;

  std::optional<DataReader> reader_;
  std::size_t begun_ = 0;  // files
  std::uint64_t games_read_ = 0;
  std::uint64_t positions_read_ = 0;
};

// These return the bytes before the first chunk of a file, and those of a chunk. Errors name the file.
Result<std::vector<std::byte>> data_file_beginning(std::string_view settings, const std::string& path);
Result<std::vector<std::byte>> data_file_chunk(const DataChunk& chunk, const std::string& path);

// True if `next` follows `record` in one game: plies rise until the next game. Both records must have a
// result.
bool same_game(const Lesson& record, const Lesson& next);

// Appends to a file; meanwhile nobody else can append to it.
class DataWriter {
 public:
  // Begins a file. With `resume`, it continues a file that has the same settings, after the last whole chunk;
  // a file that ends within its settings is begun again. Existing files are overwritten only with `force`.
  static Result<DataWriter> open(const std::string& path, const std::string& settings, bool resume,
                                 bool force, const SettingsReader& read_settings);

  std::uint64_t games() const { return games_; }  // that are in the file

  // Adds the games after those in the file. Errors: the chunk cannot be written whole; the file then ends
  // before it.
  Status add(const DataChunk& chunk);

 private:
  DataWriter(std::string path, FileLock lock) : path_(std::move(path)), lock_(std::move(lock)) {}
  Status begin(const std::vector<std::byte>& bytes);
  Status go_on(const std::string& settings, const SettingsReader& read_settings);

  std::string path_;
  FileLock lock_;
  std::uint64_t games_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace tabiya::booksearch
