// Several files of training data as if they were one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/cli/json.h"
#include "tools/learn/selfplay/data_file.h"

namespace tabiya::tools {

// Every member throws Failure.
class DataFiles {
 public:
  // Reads all of them once, so that damage is found before anything long begins. They are of one game.
  explicit DataFiles(std::vector<std::string> paths);

  const GameModule& game() const { return *game_; }
  const Learning& learning() const { return *game_->learning(); }
  std::uint64_t games() const { return games_; }
  std::uint64_t positions() const { return positions_; }
  // What they are, for whoever makes other files of them: their settings, each with a checksum of its records;
  // without the rules of the game.
  const Json& sources() const { return sources_; }

  // The next chunk; games count on from file to file. Nothing after the last one.
  std::optional<DataChunk> next();
  // In the chunks that it has returned.
  std::uint64_t positions_read() const { return positions_read_; }

 private:
  Json survey(const std::string& path);

  std::vector<std::string> paths_;
  const GameModule* game_ = nullptr;
  std::uint64_t games_ = 0;
  std::uint64_t positions_ = 0;
  Json sources_ = Json::array();

  std::optional<DataReader> reader_;
  std::size_t begun_ = 0;  // files
  std::uint64_t games_read_ = 0;
  std::uint64_t positions_read_ = 0;
};

}  // namespace tabiya::tools
