// Simultaneous perturbation stochastic approximation (J. C. Spall, "Multivariate stochastic approximation
// using a simultaneous perturbation gradient approximation", IEEE Transactions on Automatic Control 37,
// 1992).
//
// The worth of a set of parameters can only be seen by playing, with more noise than signal. Each iteration
// moves all parameters at once, each up or down at random, plays the two opposite sets against each other,
// and takes a step towards the winner: as many games are needed for many parameters as for one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tabiya::booksearch {

struct TunedParameter {
  std::string name;
  double start = 0;
  double least = 0;
  double most = 0;
  double step = 1;  // how far it is moved to be tried, in the end
};

struct SpsaSchedule {
  std::uint64_t iterations = 1;  // for which the gains are laid out
  double rate = 0.002;           // of learning in the end: steps of `step` for a result of all games won
};

// The state of a run. For a seed, it is a pure function of the results that it is told.
class Spsa {
 public:
  Spsa(std::vector<TunedParameter> parameters, const SpsaSchedule& schedule, std::uint64_t seed);

  const std::vector<TunedParameter>& parameters() const { return parameters_; }
  const std::vector<double>& values() const { return values_; }
  std::uint64_t iteration() const { return iteration_; }  // how many were told

  // The two sets that the next iteration compares.
  struct Trial {
    std::vector<int> plus;
    std::vector<int> minus;
  };
  Trial trial() const;

  // Takes the result of `plus` against `minus`: from -1, all games lost, to 1.
  void tell(double result);

  // Continues from the values that a log has after this many iterations.
  void restore(std::uint64_t iteration, std::vector<double> values);

 private:
  // These belong to the next iteration.
  double perturbation(std::size_t parameter) const;  // how far to either side
  int direction(std::size_t parameter) const;        // 1 or -1
  double gain() const;

  std::vector<TunedParameter> parameters_;
  SpsaSchedule schedule_;
  std::uint64_t seed_;
  std::vector<double> values_;
  std::uint64_t iteration_ = 0;
};

}  // namespace tabiya::booksearch
