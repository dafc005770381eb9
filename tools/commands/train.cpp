#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "booksearch/learn/training_data.h"
#include "booksearch/learn/training_run.h"
#include "booksearch/work/file_lock.h"
#include "booksearch/work/parallel.h"
#include "codec/text.h"
#include "core/eval/feature_weights.h"
#include "core/eval/network_file.h"
#include "tools/assets/evaluation_input.h"
#include "tools/cli/command.h"
#include "tools/cli/computation.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/option_kinds.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/cli/rule_files.h"
#include "tools/cli/version.h"
#include "tools/learn/learn_json.h"
#include "tools/learn/network_shrinking.h"
#include "tools/learn/trained_model.h"
#include "tools/learn/trainer_module.h"

namespace tabiya::tools {
namespace {

// The kinds of model, as messages call them.
constexpr InputKind kNetworkKind = "a network", kLinearKind = "a linear one";

// The models that can be trained, from the simplest to the best.
constexpr std::string_view kLinearModel = "linear", kRoyalModel = "royal", kNetworkModel = "network";

struct TrainOptions {
  std::vector<std::string> data;
  OutputOptions output;
  std::string model{kNetworkModel};
  std::uint32_t width = 128;
  std::optional<double> rate;  // of learning; nothing for that of the model
  TrainingSettings settings;
  double validation = 0.05;
  std::string init;
  std::string checkpoint;
  std::string curves;
  std::string name;
  std::string device = "auto";
  double lambda = 0;
  std::optional<double> bits;
  bool mixed = false, shuffle_labels = false, resume = false, json = false;
  ComputationOptions computation;

  bool is_linear() const { return model != kNetworkModel; }
  // Steps of rows follow the network that is trained from nothing.
  bool has_own_steps() const { return bits && init.empty(); }
  OutputOptions checkpoint_output() const { return {checkpoint, true}; }
  OutputOptions curves_output() const { return {curves, output.force}; }
};

void fill_in(TrainOptions& options) {
  const std::string& out = options.output.path;
  if (options.checkpoint.empty()) options.checkpoint = (out == "-" ? "network" : out) + ".checkpoint";
  note_output(options.checkpoint, "--checkpoint");
  constexpr double kLinearRate = 0.02, kNetworkRate = 0.001;
  options.settings.rate = options.rate.value_or(options.is_linear() ? kLinearRate : kNetworkRate);
  if (options.is_linear()) options.width = 0;
  if (options.name.empty() && out != "-") options.name = std::filesystem::path(out).stem().string();
}

// With --resume, an existing output is no fault: a training that is finished has written it.
void check_outputs(const TrainOptions& options) {
  const bool replace = options.output.force || options.resume;
  check_output({options.output.path, replace}, options.json);
  if (!options.curves.empty()) check_output({options.curves, replace});
  check_output(options.checkpoint_output());
  if (std::filesystem::exists(options.checkpoint) && !options.resume && !options.output.force)
    throw Failure(fmt::format("{}: already exists; continue it with --resume, or overwrite it with --force",
                              options.checkpoint));
}

// The settings that must be the same for a training to continue.
Json header_of(const TrainOptions& options, const TrainingData& data, const Json& init) {
  const TrainingSettings& settings = options.settings;
  Json header{{"data", fmt::format("{:016x}", data.fingerprint)}, {"validation", options.validation}};
  if (options.is_linear()) {
    header["model"] = options.model;
  } else {
    header["width"] = options.width;
  }
  header.update({{"epochs", settings.epochs},
                 {"batch", settings.batch},
                 {"rate", settings.rate},
                 {"mix", settings.mix},
                 {"lambda", options.lambda},
                 {"patience", settings.patience},
                 {"init", init},
                 {"shuffle_labels", options.shuffle_labels},
                 {"seed", settings.seed}});
  if (options.bits) header["bits"] = *options.bits;
  return header;
}

// `init` becomes the fingerprint of --init.
FloatNetwork start_network(const TrainOptions& options, const TrainingData& data, Json& init) {
  const ModelShape model = model_shape(data, options.width);
  if (options.init.empty()) return random_float_network(model, options.settings.seed);
  const EvaluationChoice choice = load_evaluation(*data.game, options.init);
  const bool fits = options.is_linear() ? choice.weights != nullptr : choice.network != nullptr;
  if (!fits)
    throw Failure(fmt::format("--init {}: --model {} begins with {}", options.init, options.model,
                              options.is_linear() ? "`material` or a linear model" : "a network"));
  FloatNetwork network = options.is_linear() ? from_weights(*choice.weights, model)
                                             : from_integers(choice.network->weights(), model.shared);
  if (network.shape.features != model.features)
    throw Failure(fmt::format("{}: was made for {} features; {} has {}", options.init, network.shape.features,
                              data.game->name(), model.features));
  if (network.shape.width != model.width)
    throw Failure(fmt::format("{}: its width is {}; take --width {}, or another network", options.init,
                              network.shape.width, network.shape.width));
  init = fmt::format("{:016x}",
                     options.is_linear() ? fingerprint(*choice.weights) : choice.network->fingerprint());
  return network;
}

std::unique_ptr<Trainer> make_trainer(const TrainOptions& options, const ModelShape& model,
                                      const ParallelFor& parallel, const std::vector<std::int32_t>& steps) {
  if (options.model == kLinearModel) return make_linear_trainer(model, LinearKind::kShared, parallel);
  if (options.model == kRoyalModel) return make_linear_trainer(model, LinearKind::kOwn, parallel);
  return load_trainer(trainer_module_path(), {model, options.device, parallel, false, steps});
}

TrainingState start_state(const TrainOptions& options, const Json& header, const FloatNetwork& network) {
  if (!options.resume || !std::filesystem::exists(options.checkpoint)) {
    TrainingState state;
    state.trainer = TrainerState(network);
    return state;
  }
  const std::string file = read_own_output(options.checkpoint, kMaxBinaryInput);
  return take(decode_checkpoint(std::as_bytes(std::span(file)), header, network.shape), options.checkpoint,
              "take the settings and the data that it was started with, or start over with --force");
}

booksearch::FileLock lock_checkpoint(const TrainOptions& options) {
  return take(
      FileLock::acquire(options.checkpoint + "-lock",
                        {options.checkpoint, "written", "wait for its end, or choose another --checkpoint"}));
}

void print_epoch(const TrainOptions& options, const EpochResult& epoch, double positions_per_second) {
  if (options.output.path == "-") return;
  print_json_or_line(options.json,
                     {{"epoch", epoch.epoch},
                      {"rate", epoch.rate},
                      {"training_loss", epoch.training_loss},
                      {"training_excess", epoch.training_excess},
                      {"validation_loss", epoch.validation_loss},
                      {"validation_excess", epoch.validation_excess},
                      {"positions_per_second", std::round(positions_per_second)}},
                     "epoch {:>3}  training {:.5f} ({:.5f} above the least possible)  validation {:.5f} "
                     "({:.5f})  {:.0f} positions/s",
                     epoch.epoch, epoch.training_loss, epoch.training_excess, epoch.validation_loss,
                     epoch.validation_excess, positions_per_second);
}

// Trains to the end, with a checkpoint after each epoch. Throws Failure when interrupted.
void train_epochs(const TrainOptions& options, const Json& header, const TrainingData& data, Trainer& trainer,
                  TrainingRun& run) {
  const InterruptFlag interrupt;
  ProgressReporter progress(options.computation.progress);
  while (!run.finished()) {
    const std::string stage = fmt::format("epoch {}", run.state().epochs.size() + 1);
    const auto begin = std::chrono::steady_clock::now();
    if (options.has_own_steps())
      trainer.set_row_steps(row_steps(*options.bits, data, run.state().trainer.network));
    const auto epoch =
        run.run_epoch([&](std::uint64_t done, std::uint64_t total) { progress.report(stage, done, total); },
                      interrupt.stop());
    if (!epoch && epoch.error().code != ErrorCode::kStopped) fail(epoch.error());
    progress.finish_stage();
    if (!epoch) throw Failure("stopped; continue the epoch with --resume", kInterrupted);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    write_output(options.checkpoint_output(), encode_checkpoint(header, run.state()));
    print_epoch(options, *epoch,
                static_cast<double>(data.training.size() + data.validation.size()) / seconds.count());
  }
}

void print_finished(const TrainOptions& options, const TrainingState& state) {
  if (options.json || options.output.path == "-") return;
  print_line("{}: the training is finished, after {}", options.checkpoint,
             counted(state.epochs.size(), "epoch"));
}

std::string provenance(const Json& header, const TrainingData& data, const EpochResult& best,
                       double integer_loss) {
  return fmt::format(
      "`tabiya train`: {} of {}, {} of them to validate with; games: {}; training: {}; "
      "epoch {}, validation loss {:.5f} ({:.5f} above the least possible), {:.5f} in integers",
      counted(data.size(), "position"), counted(data.games, "game"), data.validation.size(),
      json_text(kinds_json(data)), json_text(header), best.epoch, best.validation_loss,
      best.validation_excess, integer_loss);
}

void print_summary(const TrainOptions& options, std::uint64_t fingerprint, const EpochResult& best,
                   double constant, double integers) {
  if (options.output.path == "-") return;
  const std::string id = fmt::format("{:016x}", fingerprint);
  print_json_or_line(
      options.json,
      {{"network", options.output.path},
       {"fingerprint", id},
       {"best_epoch", best.epoch},
       {"validation_loss", best.validation_loss},
       {"validation_excess", best.validation_excess},
       {"constant_loss", constant},
       {"integer_loss", integers},
       {"loss_from_quantisation", integers - best.validation_loss}},
      "{}: {}, epoch {}: validation loss {:.5f}, in integers {:.5f} ({:+.5f}); a constant has {:.5f}",
      options.output.path, id, best.epoch, best.validation_loss, integers, integers - best.validation_loss,
      constant);
}

// True if an earlier run has written this already.
bool is_written(const OutputOptions& output, std::string_view content) {
  return std::filesystem::is_regular_file(output.path) &&
         read_own_output(output.path, kMaxBinaryInput) == content;
}

void export_network(const TrainOptions& options, const Json& header, const TrainingData& data,
                    const TrainingState& state, const ParallelFor& parallel,
                    const std::vector<std::int32_t>& steps) {
  const EpochResult& best = state.epochs[best_epoch(state.epochs)];
  const TrainedModel trained =
      in_integers({options.is_linear(), options.name, *data.game}, state.best,
                  options.has_own_steps() ? row_steps(*options.bits, data, state.best) : steps);
  const double mix = options.settings.mix;
  const double loss = take(integer_loss(trained.evaluation, data, data.validation, mix, parallel));
  const std::vector<std::byte> bytes = trained.encode(provenance(header, data, best, loss));
  const std::string_view content = as_text(bytes);
  if (!is_written(options.output, content)) write_output(options.output, content);
  const std::string curves = curves_svg(state.epochs);
  if (!options.curves.empty() && !is_written(options.curves_output(), curves))
    write_output(options.curves_output(), curves);
  print_summary(options, trained.fingerprint, best, constant_loss(data, data.validation, mix), loss);
}

int run_train(TrainOptions& options, const OptionKinds& kinds) {
  kinds.check("the model", {options.is_linear() ? kLinearKind : kNetworkKind});
  fill_in(options);
  const booksearch::FileLock lock = lock_checkpoint(options);
  check_outputs(options);
  const ParallelFor parallel = [](std::size_t count, const std::function<void(std::size_t)>& work) {
    booksearch::for_each_index(count, work);
  };
  if (!options.is_linear()) check_trainer(trainer_module_path());
  TrainingData data = take(load_training_data(
      options.data, options.validation, options.mixed ? Kinds::kMixed : Kinds::kOne, read_data_settings));
  Json init;
  const FloatNetwork network = start_network(options, data, init);
  const bool has_kept_steps = options.bits && !options.has_own_steps();
  const std::vector<std::int32_t> steps =
      has_kept_steps ? row_steps(*options.bits, data, network) : std::vector<std::int32_t>();
  const auto trainer = make_trainer(options, network.shape, parallel, steps);
  if (options.lambda > 0) trace_labels(data, options.lambda);
  if (options.shuffle_labels) shuffle_labels(data, options.settings.seed);
  const Json header = header_of(options, data, init);
  TrainingRun run(data, options.settings, *trainer, parallel, start_state(options, header, network));
  if (!run.finished()) {
    check_output(options.output);
    if (!options.curves.empty()) check_output(options.curves_output());
  }
  booksearch::with_threads(options.computation.threads, [&] {
    if (run.finished()) print_finished(options, run.state());
    train_epochs(options, header, data, *trainer, run);
    if (options.rate && !options.shuffle_labels)
      take(check_learned(run.state().epochs, data, options.settings.mix), options.output.path);
    export_network(options, header, data, run.state(), parallel, steps);
  });
  return kSuccess;
}

void add_settings(CommandLine& app, TrainOptions& options) {
  TrainingSettings& settings = options.settings;
  app.add_option(
         "--model", options.model,
         "What to train. linear: a weight for each piece on each square; royal: such weights for each square of the "
         "royal piece; network: a neural network")
      .one_of({std::string(kLinearModel), std::string(kRoyalModel), std::string(kNetworkModel)});
  std::vector<std::string> widths;
  for (const std::uint32_t width : kNetworkWidths) widths.push_back(std::to_string(width));
  app.only_for({kNetworkKind}).add_option("--width", options.width, "Width of the network").one_of(widths);
  app.add_option("--epochs", settings.epochs, "Maximum number of passes over the data")
      .whole_number(1, 100'000);
  app.add_option("--batch", settings.batch, "Positions per step").whole_number(1, 1 << 22);
  app.add_option("--rate", options.rate, "Highest learning rate")
      .default_text("0.001, linear models 0.02")
      .range(1e-9, 1)
      .rare();
  app.add_option("--mix", settings.mix, "Weight of the label in the target; the rest is the result")
      .range(0, 1);
  app.add_option("--lambda", options.lambda,
                 "Share of the next ply's label in each label. 0 uses each search's own score")
      .rare()
      .range(0, 1);
  app.add_option("--validation", options.validation, "Share of the data held out for validation")
      .range(0.0001, 0.9)
      .rare();
  app.add_option("--patience", settings.patience,
                 "Stop after N epochs without a better validation loss. 0: never")
      .rare()
      .whole_number(0, 100'000);
  app.add_option("--seed", settings.seed, "Seed of the initial weights and of the order of the data")
      .rare()
      .whole_number();
  app.add_option("--init", options.init, "Start from this network or linear model (.tbn)").type_name("FILE");
  app.only_for({kNetworkKind})
      .add_option(
          "--bits", options.bits,
          "Weights that take so many bits each when they are packed: rows of the first layer are rounded as `net shrink` "
          "rounds those of --init, or of the network at each epoch, and training makes the best of it")
      .type_name("BITS")
      .range(0.5, 10)
      .rare();
  app.add_flag("--shuffle-labels", options.shuffle_labels,
               "Shuffle the labels, as a control: nothing can be learned from them")
      .rare();
}

}  // namespace

CommandRun train(CommandLine& app) {
  const auto options = std::make_shared<TrainOptions>();
  app.add_option("DATA", options->data,
                 "Files of `selfplay` or `data rescore`, with equal settings unless --mixed")
      .required()
      .type_name("FILE");
  add_output_options(app, options->output);
  app.begin_group("Training");
  app.add_flag("--mixed", options->mixed, "Accept games played with different settings or networks");
  add_settings(app, *options);
  app.add_option("--name", options->name, "Name to store with the network")
      .rare()
      .type_name("TEXT")
      .check(network_text_fault);
  app.add_option(
         "--checkpoint", options->checkpoint,
         "Checkpoint that is written after each epoch. By default the name of --out, or `network`, with "
         "`.checkpoint` appended")
      .rare()
      .type_name("FILE");
  app.add_flag("--resume", options->resume, "Continue from the checkpoint, if there is one");
  app.add_option("--curves", options->curves, "Plot the losses over the epochs (SVG)").type_name("FILE");
  app.only_for({kNetworkKind})
      .add_option("--device", options->device, "Device to train on")
      .one_of({"auto", "cpu", "cuda"})
      .rare();
  add_json_option(app, options->json);
  add_computation_options(app, options->computation);
  app.footer(
      "Trains a network for `--net`, and writes it as it was after the epoch with the lowest validation loss.\n"
      "Networks need a build with libtorch (`./quickstart training`); linear models do not.\n"
      "Example: tabiya train games.tbd --out network.tbn --curves curves.svg --progress bar");
  return [options, kinds = app.kinds()] { return run_train(*options, *kinds); };
}

}  // namespace tabiya::tools
