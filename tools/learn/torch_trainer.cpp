// The module that trains, by libtorch: the only source that includes it.
//
// A step cuts its batch into slices. On processors the slices are computed side by side, each on one thread:
// the feature transformer's sums by kernels of ours, the small layers and their gradients by libtorch, which
// finds a slice still in the cache. Gradients are added up in the order of the slices, and the feature
// transformer's are split by columns, so that the same bytes come out whatever the number of threads. On
// other devices libtorch does it all, in one slice.
#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tools/learn/feature_transformer.h"
#include "tools/learn/trainer_module.h"

// These functions are OpenBLAS's; they are null if libtorch has its matrix products from another library.
extern "C" {
[[gnu::weak]] void openblas_set_num_threads(int);
[[gnu::weak]] int openblas_get_parallel();
}

namespace tabiya::tools {
using namespace booksearch;
namespace {

using torch::Tensor;

constexpr std::size_t kSlice = 1024;     // positions: their sums fit into the second cache
constexpr std::int64_t kUpdate = 65536;  // numbers that one task of Adam updates, on processors

// The layers after the feature transformer's sums.
constexpr std::array kLayers{kW0, kB0, kW1, kB1, kW2, kB2};

// The tensors of one FloatNetwork.
using Tensors = std::array<Tensor, kFloatArrays>;

Tensors to_tensors(const FloatNetwork& network, torch::Device device) {
  const std::int64_t width = network.shape.width;
  const std::array<std::vector<std::int64_t>, kFloatArrays> shapes{{{-1, width},
                                                                    {-1, width},
                                                                    {1, width},
                                                                    {kHidden0, 2 * width},
                                                                    {kHidden0},
                                                                    {kHidden1, kHidden0},
                                                                    {kHidden1},
                                                                    {1, kHidden1},
                                                                    {1}}};
  Tensors tensors;
  for (std::size_t i = 0; i < kFloatArrays; ++i)
    tensors[i] = torch::tensor(network.arrays[i]).reshape(shapes[i]).to(device).contiguous();
  return tensors;
}

FloatNetwork to_network(const Tensors& tensors, const ModelShape& model) {
  FloatNetwork network(model);
  for (std::size_t i = 0; i < kFloatArrays; ++i) {
    const Tensor numbers = tensors[i].detach().to(torch::kCPU).contiguous();
    std::copy_n(numbers.data_ptr<float>(), network.arrays[i].size(), network.arrays[i].begin());
  }
  return network;
}

torch::Device chosen_device(const std::string& name) {
  const bool has_cuda = torch::cuda::is_available();
  if (name == "cuda" && !has_cuda)
    throw std::invalid_argument(
        "--device cuda: this machine, or this build's libtorch, has none; take --device cpu");
  return has_cuda && name != "cpu" ? torch::kCUDA : torch::kCPU;
}

// Slices have a thread each, and their matrix products no further ones: those would add up in an order that
// depends on their number. OpenBLAS for one thread (Debian's libopenblas0-serial) must not be called from
// several at all: its work areas are shared without a lock, and now and then a product is wrong.
void keep_matrix_products_on_their_threads() {
  at::set_num_threads(1);
  if (openblas_set_num_threads) openblas_set_num_threads(1);
}
bool matrix_products_share_memory() { return openblas_get_parallel && openblas_get_parallel() == 0; }

class TorchTrainer final : public Trainer {
 public:
  explicit TorchTrainer(const TrainerPlan& plan)
      : plan_(plan),
        device_(chosen_device(plan.device)),
        by_kernels_(device_.is_cpu() && !plan.portable),
        side_by_side_(device_.is_cpu() && !matrix_products_share_memory()),
        features_(static_cast<std::int64_t>(plan.model.features)),
        shared_(static_cast<std::int64_t>(plan.model.shared)),
        width_(plan.model.width) {
    take_steps(plan.steps);
  }

  void set_row_steps(const std::vector<std::int32_t>& steps) override {
    take_steps(steps);
    fold();
  }

  void restore(const TrainerState& state) override {
    torch::NoGradGuard no_gradients;
    network_ = to_tensors(state.network, device_);
    mean_ = to_tensors(state.mean, device_);
    variance_ = to_tensors(state.variance, device_);
    steps_ = state.steps;
    for (const FloatArray array : kLayers) network_[array].requires_grad_();
    fold();
  }

  TrainerState state() const override {
    TrainerState state;
    state.network = to_network(network_, plan_.model);
    state.mean = to_network(mean_, plan_.model);
    state.variance = to_network(variance_, plan_.model);
    state.steps = steps_;
    return state;
  }

  double step(const Batch& batch, double rate) override {
    std::vector<Slice> slices = make_slices(batch);
    run(slices.size(), [&](std::size_t i) { differentiate(slices[i], batch.size()); });
    const Tensors gradients = add_up(slices);
    update(gradients, rate);
    fold();
    return sum_of_losses(slices);
  }

  double loss(const Batch& batch) override {
    std::vector<Slice> slices = make_slices(batch);
    run(slices.size(), [&](std::size_t i) {
      torch::NoGradGuard no_gradients;
      slices[i].loss = loss_of(slices[i], activations_of(slices[i])).item<double>();
    });
    return sum_of_losses(slices);
  }

 private:
  // Some positions of a batch, and the results for them.
  struct Slice {
    std::span<const Feature> features;
    std::span<const float> targets;
    double loss = 0;                           // the sum
    Tensor activations, gradient;              // of the feature transformer, [2 * positions][width]
    Tensor table_gradient;                     // if there are no kernels
    std::array<Tensor, kLayers.size()> layer;  // gradients
  };

  std::vector<Slice> make_slices(const Batch& batch) const {
    constexpr std::size_t kPerPosition = 2 * kMaxActiveFeatures;
    const std::size_t most = by_kernels_ ? kSlice : std::max<std::size_t>(batch.size(), 1);
    std::vector<Slice> slices;
    for (std::size_t begin = 0; begin < batch.size(); begin += most) {
      const std::size_t count = std::min(most, batch.size() - begin);
      slices.emplace_back().features =
          std::span(batch.features).subspan(begin * kPerPosition, count * kPerPosition);
      slices.back().targets = std::span(batch.targets).subspan(begin, count);
    }
    return slices;
  }

  void run(std::size_t count, const std::function<void(std::size_t)>& work) const {
    if (side_by_side_) return plan_.parallel(count, work);
    for (std::size_t i = 0; i < count; ++i) work(i);
  }

  // The tensor is [2 * positions][width], those of the side to move and the other side in turn.
  Tensor activations_of(const Slice& slice) const {
    const auto lists = static_cast<std::int64_t>(2 * slice.targets.size());
    if (by_kernels_) {
      Tensor activations = torch::empty({lists, width_});
      embed(table_.data_ptr<float>(), plan_.model.features, plan_.model.width, slice.features,
            activations.data_ptr<float>());
      return activations;
    }
    const Tensor indices = features_on_device(slice.features).reshape({lists, kMaxActiveFeatures});
    namespace functional = torch::nn::functional;
    const Tensor sums =
        functional::embedding_bag(indices, table_, functional::EmbeddingBagFuncOptions().mode(torch::kSum));
    return (sums + table_[features_]).clamp(0, 1);
  }

  // The features travel as they are, in 16 bits: libtorch takes them for signed numbers, and there they
  // become unsigned.
  Tensor features_on_device(std::span<const Feature> features) const {
    static_assert(sizeof(Feature) == sizeof(std::int16_t));
    const auto count = static_cast<std::int64_t>(features.size());
    const Tensor numbers = torch::from_blob(const_cast<Feature*>(features.data()), {count}, torch::kInt16);
    return numbers.to(device_).to(torch::kInt64).bitwise_and(0xFFFF);
  }

  Tensor loss_of(const Slice& slice, const Tensor& activations) const {
    const auto positions = static_cast<std::int64_t>(slice.targets.size());
    const auto layer = [&](FloatArray weights, FloatArray biases, const Tensor& x) {
      return torch::linear(x, network_[weights], network_[biases]);
    };
    const Tensor x = activations.reshape({positions, -1});
    const Tensor h0 = layer(kW0, kB0, x).clamp(0, 1);
    const Tensor h1 = layer(kW1, kB1, h0).clamp(0, 1);
    const Tensor targets =
        torch::from_blob(const_cast<float*>(slice.targets.data()), {positions, 1}).to(device_);
    return torch::binary_cross_entropy_with_logits(layer(kW2, kB2, h1), targets, {}, {}, at::Reduction::Sum);
  }

  // The gradients of the batch's mean loss by what the slice contributes.
  void differentiate(Slice& slice, std::size_t batch_size) const {
    std::vector<Tensor> inputs;
    for (const FloatArray array : kLayers) inputs.push_back(network_[array]);
    slice.activations = activations_of(slice);
    inputs.push_back(by_kernels_ ? slice.activations.requires_grad_() : table_);
    const Tensor loss = loss_of(slice, slice.activations);
    slice.loss = loss.item<double>();
    const auto gradients = torch::autograd::grad({loss / static_cast<double>(batch_size)}, inputs);
    std::copy_n(gradients.begin(), kLayers.size(), slice.layer.begin());
    (by_kernels_ ? slice.gradient : slice.table_gradient) = gradients.back().contiguous();
  }

  Tensors add_up(const std::vector<Slice>& slices) const {
    torch::NoGradGuard no_gradients;
    Tensors gradients;
    for (std::size_t i = 0; i < kLayers.size(); ++i) {
      gradients[kLayers[i]] = slices.front().layer[i].clone();
      for (std::size_t k = 1; k < slices.size(); ++k) gradients[kLayers[i]] += slices[k].layer[i];
    }
    const Tensor table = by_kernels_ ? table_gradient(slices) : slices.front().table_gradient;
    gradients[kOwn] = table.narrow(0, 0, features_);
    gradients[kShared] = gradients[kOwn].reshape({-1, shared_, width_}).sum(0);
    gradients[kTransformerBias] = table.narrow(0, features_, 1);
    return gradients;
  }

  Tensor table_gradient(const std::vector<Slice>& slices) const {
    Tensor gradient = torch::zeros_like(table_);
    run(plan_.model.width / kColumnBlock, [&](std::size_t block) {
      for (const Slice& slice : slices)
        add_transformer_gradients(slice.activations.data_ptr<float>(), slice.gradient.data_ptr<float>(),
                                  plan_.model.features, plan_.model.width, block * kColumnBlock,
                                  slice.features, gradient.data_ptr<float>());
    });
    return gradient;
  }

  // Adam's step, then the limits.
  void update(const Tensors& gradients, double rate) {
    constexpr double kMeanDecay = AdamStep::kMeanDecay, kVarianceDecay = AdamStep::kVarianceDecay;
    const AdamStep adam(++steps_, rate);
    struct Part {
      std::size_t array;
      std::int64_t begin, count;
    };
    std::vector<Part> parts;
    for (std::size_t i = 0; i < kFloatArrays; ++i) {
      const std::int64_t count = network_[i].numel(), most = device_.is_cpu() ? kUpdate : count;
      for (std::int64_t begin = 0; begin < count; begin += most)
        parts.push_back({i, begin, std::min(most, count - begin)});
    }
    run(parts.size(), [&](std::size_t i) {
      torch::NoGradGuard no_gradients;
      const auto part = [&](const Tensors& all) {
        return all[parts[i].array].detach().flatten().narrow(0, parts[i].begin, parts[i].count);
      };
      Tensor numbers = part(network_), mean = part(mean_), variance = part(variance_);
      const Tensor gradient = part(gradients);
      mean.mul_(kMeanDecay).add_(gradient, 1 - kMeanDecay);
      variance.mul_(kVarianceDecay).addcmul_(gradient, gradient, 1 - kVarianceDecay);
      numbers.addcdiv_(mean, variance.sqrt().div_(adam.root).add_(AdamStep::kEpsilon), -adam.size);
      const double limit = array_limit(static_cast<FloatArray>(parts[i].array));
      numbers.clamp_(-limit, limit);
    });
  }

  void take_steps(const std::vector<std::int32_t>& steps) {
    if (steps.empty()) return;
    const std::vector<float> numbers(steps.begin(), steps.end());
    row_steps_ = torch::tensor(numbers).div_(kActivationScale).reshape({features_, 1}).to(device_);
  }

  // Makes the table of sums of own and shared rows, and cuts it to its limit by the own ones.
  void fold() {
    torch::NoGradGuard no_gradients;
    const auto rows = static_cast<std::int64_t>(table_rows(plan_.model.features));
    table_ = torch::empty({rows, width_}, device_);
    const double limit = array_limit(kOwn);
    // This many king buckets are computed at a time: one for each thread, or all on a device that works in
    // parallel by itself.
    const std::int64_t king_buckets = features_ / shared_, at_once = device_.is_cpu() ? 1 : king_buckets;
    run(static_cast<std::size_t>(king_buckets / at_once), [&](std::size_t part) {
      torch::NoGradGuard none;  // of this thread
      const auto of_part = [&](const Tensor& all) {
        const std::int64_t rows_of_part = at_once * shared_;
        return all.narrow(0, static_cast<std::int64_t>(part) * rows_of_part, rows_of_part)
            .view({at_once, shared_, all.size(1)});
      };
      const Tensor& shared = network_[kShared];
      Tensor own = of_part(network_[kOwn]);
      own.copy_(torch::clamp(own, -limit - shared, limit - shared));
      Tensor sums = own + shared;
      // Gradients pass through the rounding as if it were not there ("straight through": Y. Bengio, N. Leonard, A.
      // Courville, 2013).
      if (row_steps_.defined()) sums = torch::round(sums / of_part(row_steps_)) * of_part(row_steps_);
      of_part(table_).copy_(sums);
    });
    table_.narrow(0, features_, 1).copy_(network_[kTransformerBias]);
    table_.narrow(0, features_ + 1, 1).zero_();
    if (!by_kernels_) table_.requires_grad_();
  }

  static double sum_of_losses(const std::vector<Slice>& slices) {
    double sum = 0;
    for (const Slice& slice : slices) sum += slice.loss;
    return sum;
  }

  TrainerPlan plan_;
  torch::Device device_;
  bool by_kernels_;
  bool side_by_side_;  // several tasks at a time
  std::int64_t features_, shared_, width_;
  Tensors network_, mean_, variance_;
  std::uint64_t steps_ = 0;
  Tensor table_;      // [table_rows()][width]
  Tensor row_steps_;  // [features][1], if rows are multiples of steps
};

}  // namespace
}  // namespace tabiya::tools

// The function has the name kTrainerSymbol.
extern "C" tabiya::booksearch::Trainer* tabiya_make_trainer_4(const tabiya::tools::TrainerPlan& plan) {
  tabiya::tools::keep_matrix_products_on_their_threads();
  return new tabiya::tools::TorchTrainer(plan);
}
