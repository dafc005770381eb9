// Models of the texts, moves and values of a book of moves (valued_book_file.h), for encoder and decoder alike,
// as codec/range_coder.h has them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/context_model.h"
#include "codec/number_coder.h"
#include "codec/result.h"
#include "core/book/move_book.h"
#include "core/search/score.h"

namespace tabiya {

inline constexpr MoveCode kNoMove = 0xffff;  // before the first one

// A model of texts that resemble each other.
class TextModel {
 public:
  static constexpr std::size_t kMostBytes = 1'000;  // of a text

  template <class Coder>
  std::string code(Coder& coder, std::string_view given) {
    std::string text;
    while (text.size() <= kMostBytes) {
      const auto letter = text.size() < given.size() ? static_cast<unsigned char>(given[text.size()]) : 0u;
      const std::uint32_t coded = code_letter(coder, letter, text);
      if (coded == 0) break;
      text += static_cast<char>(coded);
    }
    before_ = text;
    return text;
  }

 private:
  template <class Coder>
  std::uint32_t code_letter(Coder& coder, std::uint32_t letter, const std::string& text) {
    const auto letter_at = [](const std::string& of, std::size_t place) {
      return place < of.size() ? static_cast<unsigned char>(of[place]) : 0u;
    };
    const auto last = [&](std::size_t n) { return letter_at(text, text.size() - n); };
    const std::uint32_t above = letter_at(before_, text.size());
    std::uint32_t coded = 1;
    for (int bit = 7; bit >= 0; --bit) {
      const std::array<std::uint32_t, 4> contexts{codec::context_hash(1, coded, last(1)),
                                                  codec::context_hash(2, coded, last(1), last(2)),
                                                  codec::context_hash(3, coded, last(1), last(2), last(3)),
                                                  codec::context_hash(4, coded, above, last(1))};
      coded = coded << 1 | (model_.code(coder, letter >> bit & 1, contexts, {}, 0, 2'500, 250) ? 1 : 0);
    }
    return coded & 0xff;
  }

  std::string before_;
  codec::ContextModel<4, 0, 16> model_{1, 1 << 16};
};

// Moves by their place among the legal ones that are left.
class MoveModel {
 public:
  // `before`: the move that led to the position; `kind`: the n-th move of a position, or that outside the book.
  // `left`: not empty; the move that is coded is taken out of it.
  template <class Coder>
  std::optional<MoveCode> code(Coder& coder, int side, MoveCode before, std::size_t kind,
                               std::vector<MoveCode>& left, MoveCode given) {
    const auto is_first = [&](MoveCode a, MoveCode b) {
      const std::uint32_t of_a = often(side, before, a), of_b = often(side, before, b);
      return std::pair(of_b, a) < std::pair(of_a, b);
    };
    std::ranges::sort(left, is_first);
    const auto wanted = std::ranges::find(left, given) - left.begin();
    const std::int64_t place = places_[std::min(kind, places_.size() - 1)].code(coder, wanted);
    if (place < 0 || place >= std::ssize(left)) return std::nullopt;
    const MoveCode move = left[static_cast<std::size_t>(place)];
    left.erase(left.begin() + place);
    note(played_[slot(side, move)]);
    note(answers_[slot(side, before, move)]);
    return move;
  }

 private:
  static constexpr unsigned kTableBits = 16;

  std::uint32_t often(int side, MoveCode before, MoveCode move) const {
    return 4u * answers_[slot(side, before, move)] + played_[slot(side, move)];
  }
  template <class... Numbers>
  static std::size_t slot(Numbers... numbers) {
    return codec::context_hash(5, numbers...) >> (32 - kTableBits);
  }
  static void note(std::uint16_t& count) { count = static_cast<std::uint16_t>(std::min(count + 1, 0xffff)); }

  std::vector<std::uint16_t> played_ = std::vector<std::uint16_t>(std::size_t{1} << kTableBits);
  std::vector<std::uint16_t> answers_ = std::vector<std::uint16_t>(std::size_t{1} << kTableBits);
  std::array<codec::NumberModel, 4> places_;
};

// A model of values and errors, in steps.
class ValueModel {
 public:
  explicit ValueModel(Score step) : step_(step) {}

  template <class Coder>
  Result<Score> code(Coder& coder, std::size_t kind, Score predicted, Score given) {
    if (code_bit(coder, is_proved_[kind], is_proven(given))) {
      const bool wins = code_bit(coder, wins_, given > 0);
      const std::int64_t plies = plies_.code(coder, wins ? kWinScore - given : given + kWinScore);
      if (plies < 0 || plies > kWinScore - kProvenWin) return corrupt("a proof of impossible length");
      return wins ? win_in(static_cast<int>(plies)) : loss_in(static_cast<int>(plies));
    }
    const std::int64_t guess = is_proven(predicted) ? 0 : predicted / step_;
    const std::int64_t most = kMaxEvaluation / step_;
    const std::int64_t steps = guess + differences_[kind].code(coder, given / step_ - guess);
    if (steps < -most || steps > most) return corrupt("a value beyond all values");
    return static_cast<Score>(steps * step_);
  }

  template <class Coder>
  Result<Score> code_error(Coder& coder, std::size_t kind, Score predicted, Score given) {
    if (code_bit(coder, is_exact_[kind], given == 0)) return 0;
    const std::int64_t guess = predicted / step_;
    const std::int64_t steps = guess + errors_[kind].code(coder, given / step_ - guess);
    if (steps <= 0 || steps > kInfiniteScore / step_) return corrupt("an error beyond all errors");
    return static_cast<Score>(steps * step_);
  }

  template <class Coder>
  bool is_as_predicted(Coder& coder, bool given) {
    return code_bit(coder, as_predicted_, given);
  }

  // Kinds of values: searches by the number of the move before, at most 3; then those of positions.
  static constexpr std::size_t kOfPosition = 4;
  static constexpr std::size_t kKinds = 16;

 private:
  template <class Coder>
  static bool code_bit(Coder& coder, codec::AdaptiveBit& model, bool bit) {
    bit = coder.code(bit, std::clamp<std::uint32_t>(model.p(), 32, 65536 - 32));
    model.update(bit, 250);
    return bit;
  }

  const Score step_;
  std::array<codec::AdaptiveBit, kKinds> is_proved_, is_exact_;
  codec::AdaptiveBit wins_, as_predicted_;
  codec::NumberModel plies_;
  std::array<codec::NumberModel, kKinds> differences_, errors_;
};

}  // namespace tabiya
