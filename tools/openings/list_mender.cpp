#include "tools/openings/list_mender.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

constexpr std::string_view kFenTag = "[FEN ";

void check_lines(const std::string& path, const std::vector<StartVerdict>& verdicts) {
  const auto same = std::ranges::adjacent_find(verdicts, {}, &StartVerdict::line);
  if (same != verdicts.end())
    throw Failure(
        fmt::format("{}, line {}: holds two games, which cannot be kept apart; put each on lines of its own",
                    input_name(path), same->line));
}

// Walks through the lines of a list and the verdicts side by side.
class Mender {
 public:
  Mender(StartFormat format, const StartChecker& checker, PiecewiseOutput& output)
      : is_of_games_(format == StartFormat::kGames), checker_(checker), output_(output) {}

  void take(std::size_t number, std::string_view line) {
    const auto& verdicts = checker_.verdicts();
    while (next_ < verdicts.size() && verdicts[next_].line <= number) ++next_;
    // In a list of games, the entry is the game that has begun; in a list of lines, the one on this line.
    const bool is_entry = next_ > 0 && (is_of_games_ || verdicts[next_ - 1].line == number);
    const Remedy remedy = is_entry ? verdicts[next_ - 1].remedy : Remedy::kKeep;
    if (remedy == Remedy::kDrop) return;
    remedy == Remedy::kMend ? write_mended_line(line) : output_.write(line);
    output_.write("\n");
  }

 private:
  void write_mended_line(std::string_view line) {
    const std::string& mended = checker_.mended().at(next_ - 1);
    if (!is_of_games_) return output_.write(mended);
    line.starts_with(kFenTag) ? output_.write(fmt::format("{}\"{}\"]", kFenTag, mended))
                              : output_.write(line);
  }

  bool is_of_games_;
  const StartChecker& checker_;
  PiecewiseOutput& output_;
  std::size_t next_ = 0;  // entry that begins after the line
};

}  // namespace

void write_mended(const std::string& path, StartFormat format, const StartChecker& checker,
                  const OutputOptions& options) {
  check_lines(path, checker.verdicts());
  PiecewiseOutput output(options);
  Mender mender(format, checker, output);
  stream_lines(path, [&](std::size_t number, std::string_view line) { mender.take(number, line); });
  output.commit();
}

}  // namespace tabiya::tools
