// A judge with a table of numbers: the last stage tells the truth, each stage before errs three times as much
// as the next one, and takes a fifth of its nodes.
#pragma once

#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "booksearch/openings/judgement_cache.h"
#include "booksearch/work/answer_store.h"
#include "core/random.h"

namespace tabiya::booksearch {

inline Result<std::unique_ptr<AnswerStore>> table_store(const std::string& path) {
  return AnswerStore::open(path, {kOpeningsAnswers, {{"job", "job"}}, "table"}, {true, false, {path}, ""});
}

struct Table {
  std::size_t stages = 3;
  double error = 4;                                  // deviation of the stage before the last one
  std::function<void(std::uint64_t)> on_question{};  // told how many there have been
  std::optional<Error> fault{};                      // what every question ends with
  mutable std::atomic<std::uint64_t> asked = 0;

  // Uniform in [-1, 1), from a place alone.
  static double draw(std::uint64_t place) {
    return static_cast<double>(Random(place * 0x9E3779B97F4A7C15).next() >> 11) * 0x1p-52 - 1;
  }
  // About normal with deviation 1.
  static double bell(std::uint64_t place) {
    double sum = 0;
    for (std::uint64_t i = 0; i < 12; ++i) sum += draw((place + 1'000'000) * 16 + i);
    return sum / 2;
  }
  std::int64_t score(std::uint32_t candidate, std::size_t stage) const {
    const double truth = 300 * draw(candidate);
    const auto early = static_cast<double>(stages - 1 - stage);
    const double noise = early == 0 ? 0 : error * std::pow(3.0, early - 1);
    return std::llround(truth + noise * bell(candidate * stages + stage));
  }
  std::int64_t nodes(std::size_t stage) const {
    return std::llround(1'000 * std::pow(5.0, static_cast<double>(stage)));
  }

  MakeJudge<Question> judges() const {
    const auto judge = [this](const Question& question, const Control&) -> Result<Judgement> {
      const std::uint64_t number = ++asked;
      if (on_question) on_question(number);
      if (fault) return *fault;
      const auto [candidate, stage] = question;
      return Judgement{score(candidate, stage), {}, static_cast<std::int64_t>(stage) + 5, nodes(stage)};
    };
    return [judge] { return JudgeOf<Question>(judge); };
  }
};

}  // namespace tabiya::booksearch
