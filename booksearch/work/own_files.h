// The kinds of the program's own files, told by their first bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tabiya::booksearch {

enum class OwnKind : std::uint8_t {
  kBook,
  kIndexedBook,
  kNetwork,
  kLinearModel,
  kCheckpoint,
  kTrainingData,
  kJobState,
  kJudgedPositions,
  kMatch,
  kAuditState,
  kLinesState,
  kLinesAuditState,
  kBetterReplies,
  kTuning,
  kSolvedPairs,
  kProof,
  kFirstMoves,
};

struct OwnFormat {
  OwnKind kind;
  std::string_view what;       // "training data"
  std::string_view command;    // that reads it: "tabiya data info"
  std::string_view beginning;  // of every such file
  std::string_view mark;       // and what stands at `mark_offset`
  std::size_t mark_offset;
};

inline constexpr std::size_t kFormatBytes = 512;  // are enough to tell a format

// Returns null for files of no such format, such as packed assets and plain lists. `file` holds the first
// bytes of the file, or all.
const OwnFormat* own_format(std::string_view file);

// Returns the first bytes of a file, without the byte-order mark of a text. They are empty for standard
// input and pipes, which can be read only once, and for a file that cannot be read.
std::string beginning_of(const std::string& path);

// Describes the format: "training data, which `tabiya data info` reads"; or, if it is none of ours, the
// beginning of the file: "it looks like text".
std::string describe_format(std::string_view file);

}  // namespace tabiya::booksearch
