#include "booksearch/work/own_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <system_error>

#include "codec/sniff_format.h"
#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

using std::string_view_literals::operator""sv;

// Containers name their content (codec/container.h), and SQLite's files name their application.
constexpr std::string_view kContainer = "TABIYA\x1A\n", kDatabase = "SQLite format 3\0"sv;
constexpr std::size_t kKindOffset = 12, kApplicationOffset = 68;

constexpr OwnFormat kFormats[] = {
    {OwnKind::kBook, "a book", "tabiya book info", kContainer, "BOOK", kKindOffset},
    {OwnKind::kIndexedBook, "an indexed book of moves", "tabiya book info FILE.tbi", "TABINDEX", "", 0},
    {OwnKind::kNetwork, "a network", "tabiya net info", kContainer, "NNUE", kKindOffset},
    {OwnKind::kLinearModel, "a linear model", "tabiya net info", kContainer, "LINR", kKindOffset},
    {OwnKind::kCheckpoint, "the checkpoint of a training", "tabiya train --resume", kContainer, "TRNG",
     kKindOffset},
    {OwnKind::kTrainingData, "training data", "tabiya data info", "TABIDATA", "", 0},
    {OwnKind::kJobState, "the state of a job", "tabiya build JOB --status", kDatabase, "Tabj",
     kApplicationOffset},
    {OwnKind::kJudgedPositions, "judged start positions", "tabiya openings JOB --status", kDatabase, "TABJ",
     kApplicationOffset},
    {OwnKind::kMatch, "the games of a match", "tabiya analyse --games", "{\"match\":", "", 0},
    {OwnKind::kAuditState, "the state of an audit", "tabiya audit --resume", "{\"audit\":", "", 0},
    {OwnKind::kLinesState, "the searches of a book of moves", "tabiya lines JOB --status", kDatabase, "Tabl",
     kApplicationOffset},
    {OwnKind::kLinesAuditState, "the state of an audit", "tabiya audit --resume", kDatabase, "Tabd",
     kApplicationOffset},
    {OwnKind::kBetterReplies, "better replies of an audit", "tabiya build --resume --with",
     "tabiya refutations ", "", 0},
    {OwnKind::kTuning, "a tuning run", "tabiya tune --resume", "{\"tune\":", "", 0},
    {OwnKind::kSolvedPairs, "solved pairs of setups", "tabiya solve --all --state", kDatabase, "Tabs",
     kApplicationOffset},
    {OwnKind::kProof, "a proof", "tabiya solve --check", "tabiya proof ", "", 0},
    {OwnKind::kFirstMoves, "the first moves of perfect play", "tabiya verify", "tabiya first moves ", "", 0},
};

}  // namespace

const OwnFormat* own_format(std::string_view file) {
  const auto found = std::ranges::find_if(kFormats, [&](const OwnFormat& format) {
    return file.starts_with(format.beginning) && file.size() >= format.mark_offset &&
           file.substr(format.mark_offset).starts_with(format.mark);
  });
  return found == std::end(kFormats) ? nullptr : &*found;
}

std::string beginning_of(const std::string& path) {
  std::string beginning(kFormatBytes, '\0');
  std::ifstream file;
  std::error_code error;
  if (path != "-" && std::filesystem::is_regular_file(path, error)) file.open(path, std::ios::binary);
  file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  beginning.resize(static_cast<std::size_t>(file.gcount()));
  return std::string(without_mark(beginning));
}

std::string describe_format(std::string_view file) {
  if (const OwnFormat* format = own_format(file))
    return concat(format->what, ", which `", format->command, "` reads");
  return codec::sniff_format(std::as_bytes(std::span(file)));
}

}  // namespace tabiya::booksearch
