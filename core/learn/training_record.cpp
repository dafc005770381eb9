#include "core/learn/training_record.h"

namespace tabiya {
namespace {

constexpr std::size_t kLessonBytes = 5;  // the last ones of a record, whose first six bits are the position's
constexpr unsigned kBitsBefore = 6;

// The label, rounded to the nearest, halves away from 0.
std::int16_t rounded_label(Score label) {
  const Score cut = std::clamp(label, -kMaxLabel, kMaxLabel);
  return static_cast<std::int16_t>((cut + (cut < 0 ? -kLabelUnit / 2 : kLabelUnit / 2)) / kLabelUnit);
}

}  // namespace

void put_lesson(const Lesson& lesson, codec::BitWriter& writer) {
  writer.put(static_cast<std::uint64_t>(lesson.result + 1), 2);
  writer.put(static_cast<std::uint16_t>(rounded_label(lesson.label)), 16);
  writer.put(static_cast<std::uint64_t>(lesson.ply), 16);
}

Lesson lesson_of(std::span<const std::byte> record) {
  codec::BitReader reader(record.last(kLessonBytes));
  reader.get(kBitsBefore);
  Lesson lesson;
  lesson.result = static_cast<int>(reader.get(2)) - 1;
  lesson.label = static_cast<std::int16_t>(reader.get(16)) * kLabelUnit;
  lesson.ply = static_cast<int>(reader.get(16));
  return lesson;
}

void replace_label(std::span<std::byte> record, Score label, int result) {
  const std::span<std::byte> last = record.last(kLessonBytes);
  const int ply = lesson_of(record).ply;
  codec::BitWriter writer;
  writer.put(static_cast<std::uint64_t>(last[0]), kBitsBefore);
  put_lesson({label, result, ply}, writer);
  std::ranges::copy(writer.take_bytes(), last.begin());
}

Status check_lesson(const Lesson& lesson) {
  if (lesson.label < -kMaxLabel) return corrupt("not a label");
  return ok_status();
}

}  // namespace tabiya
