#include "booksearch/learn/spsa.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/random.h"

namespace tabiya::booksearch {
namespace {

// The exponents that Spall recommends for practice, and an offset of a tenth of the run, so that the first
// steps are not wild.
constexpr double kGainDecay = 0.602;
constexpr double kPerturbationDecay = 0.101;
constexpr double kOffset = 0.1;

// Returns how much larger a quantity that falls like 1 / k^decay is at an iteration than at the end.
double growth(std::uint64_t iteration, std::uint64_t iterations, double offset, double decay) {
  const double all = static_cast<double>(std::max<std::uint64_t>(iterations, 1));
  const double now = std::min(static_cast<double>(iteration) + 1, all);
  return std::pow((all + offset * all) / (now + offset * all), decay);
}

}  // namespace

Spsa::Spsa(std::vector<TunedParameter> parameters, const SpsaSchedule& schedule, std::uint64_t seed)
    : parameters_(std::move(parameters)), schedule_(schedule), seed_(seed) {
  for (const TunedParameter& parameter : parameters_) values_.push_back(parameter.start);
}

double Spsa::perturbation(std::size_t parameter) const {
  return parameters_[parameter].step * growth(iteration_, schedule_.iterations, 0, kPerturbationDecay);
}

int Spsa::direction(std::size_t parameter) const {
  Random random(seed_ ^ (iteration_ * parameters_.size() + parameter) * 0x9E3779B97F4A7C15);
  random.next();
  return (random.next() >> 63) != 0 ? 1 : -1;
}

double Spsa::gain() const {
  return schedule_.rate * growth(iteration_, schedule_.iterations, kOffset, kGainDecay);
}

Spsa::Trial Spsa::trial() const {
  Trial trial;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const TunedParameter& parameter = parameters_[i];
    const auto moved = [&](int sign) {
      const double value = values_[i] + sign * direction(i) * perturbation(i);
      return static_cast<int>(std::lround(std::clamp(value, parameter.least, parameter.most)));
    };
    trial.plus.push_back(moved(1));
    trial.minus.push_back(moved(-1));
  }
  return trial;
}

void Spsa::tell(double result) {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const TunedParameter& parameter = parameters_[i];
    // Spall's estimate of the slope is result / (2 * perturbation), in units of the parameter's own step.
    const double relative = perturbation(i) / parameter.step;
    const double change = gain() * result / (2 * relative) * direction(i) * parameter.step;
    values_[i] = std::clamp(values_[i] + change, parameter.least, parameter.most);
  }
  ++iteration_;
}

void Spsa::restore(std::uint64_t iteration, std::vector<double> values) {
  iteration_ = iteration;
  values_ = std::move(values);
}

}  // namespace tabiya::booksearch
