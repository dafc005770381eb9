// What the program's own files are, told by how they begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tabiya::booksearch {

enum class OwnKind : std::uint8_t {
  kBook,
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

// Null for what is none of these, such as packed assets and plain lists. `file`: its first bytes, or all.
const OwnFormat* own_format(std::string_view file);

// The first bytes of a file, of a text without its byte-order mark; empty for standard input, and for what cannot be read.
std::string beginning_of(const std::string& path);

// "training data, which `tabiya data info` reads", or how a file of no format of ours begins: "it looks like
// text".
std::string describe_format(std::string_view file);

}  // namespace tabiya::booksearch
