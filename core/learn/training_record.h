// A position of a game with what to learn from it, as bytes of a fixed number:
//
//   bits  what
//      P  the position, as its game packs it; P is six more than a multiple of eight
//      2  the result + 1; 3 if there is none
//     16  the label in logit / 1,000, a signed number
//     16  the ply
//
// All but the position reads alike for every game.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <span>

#include "codec/bits.h"
#include "codec/result.h"
#include "core/search/score.h"

namespace tabiya {

inline constexpr Score kLabelUnit = 10;                  // labels are rounded to multiples of it
inline constexpr Score kMaxLabel = 32'767 * kLabelUnit;  // and cut to ± this; proven results lie beyond

inline constexpr int kNoResult = 2;  // of a position that no game led to

// The lesson of a position.
struct Lesson {
  Score label = 0;  // what a search said, logit x 10,000, from the view of the side to move
  int result = 0;   // of the game, for the side to move: 1 won, 0 drawn, -1 lost; or kNoResult
  int ply = 0;      // of the position in its game

  friend bool operator==(const Lesson&, const Lesson&) = default;
};

inline constexpr std::size_t kLessonBits = 34;

// The lesson of any record.
Lesson lesson_of(std::span<const std::byte> record);
// Puts another label and result into a record; its ply stays.
void replace_label(std::span<std::byte> record, Score label, int result);

void put_lesson(const Lesson& lesson, codec::BitWriter& writer);
// Errors: kCorrupt for a label that put_lesson() does not make.
Status check_lesson(const Lesson& lesson);

// A coder packs a game's positions: those of games, after the setup phase, not decided. Its functions are
// static but where rules are known at run time only.
template <class C>
concept PositionCoder = requires(const C& coder, const typename C::Position& position,
                                 codec::BitWriter& writer, codec::BitReader& reader, int ply) {
  requires C::kPositionBits % 8 == 6;
  { C::put(position, writer) } -> std::same_as<void>;  // exactly kPositionBits
  // Accepts exactly what put() makes. Errors: kCorrupt.
  { coder.get(reader, ply) } -> std::same_as<Result<typename C::Position>>;
};

template <PositionCoder C>
inline constexpr std::size_t kRecordSize = (C::kPositionBits + kLessonBits) / 8;  // bytes

template <PositionCoder C>
using PackedRecord = std::array<std::byte, kRecordSize<C>>;

template <PositionCoder C>
PackedRecord<C> pack_record(const typename C::Position& position, const Lesson& lesson) {
  codec::BitWriter writer;
  C::put(position, writer);
  put_lesson(lesson, writer);
  PackedRecord<C> packed;
  std::ranges::copy(writer.take_bytes(), packed.begin());
  return packed;
}

// Accepts exactly what pack_record() makes of positions of games. Errors: kCorrupt.
template <PositionCoder C>
Result<typename C::Position> position_of(std::span<const std::byte> record, const C& coder = {}) {
  if (record.size() != kRecordSize<C>) return corrupt("not of the size of a record");
  const Lesson lesson = lesson_of(record);
  codec::BitReader reader(record);
  auto position = coder.get(reader, lesson.ply);
  if (!position) return position;
  if (const Status fits = check_lesson(lesson); !fits) return fits.error();
  return position;
}

}  // namespace tabiya
