#include "booksearch/work/leader.h"

#include <algorithm>
#include <cstdlib>

namespace tabiya::booksearch {

bool is_one_of_several() {
  // Open MPI and MPICH tell the number of processes; Slurm's PMIx says only that this is one of them.
  for (const char* size : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    if (const char* text = std::getenv(size)) return std::atoi(text) > 1;
  }
  const char* tasks = std::getenv("SLURM_NTASKS");
  return std::getenv("PMIX_RANK") != nullptr && tasks != nullptr && std::atoi(tasks) > 1;
}

using namespace cluster;

ClusterLeader::ClusterLeader(Transport& transport, unsigned threads)
    : transport_(transport), threads_(threads), workers_(static_cast<std::size_t>(transport.size())) {}

ClusterLeader::~ClusterLeader() { tell_all(End{}); }

Status ClusterLeader::help(SharedUnits& units, const Control& control) {
  begin(units);
  bool dropped = false;
  for (Patience patience; !all_is_back() || (!dropped && units.left() > 0); patience.wait()) {
    while (const std::optional<Message> message = transport_.receive()) {
      patience.reset();
      if (Status status = hear(*message, units); !status) return status;
    }
    if (!dropped && (control.stopped() || units.failed())) {
      dropped = true;
      drop_leases();
    }
    if (!dropped) hand_out(units);
  }
  return dropped ? Status(Error{ErrorCode::kStopped, "stopped", {}}) : ok_status();
}

// Units of the same pass as those before continue with what the workers have prepared for it.
void ClusterLeader::begin(const SharedUnits& units) {
  Pass pass{std::string(units.kind()), units.pass()};
  if (pass_ && pass_->kind == pass.kind && pass_->pass == pass.pass) return;
  pass_ = std::move(pass);
  tell_all(*pass_);
  seconds_ = 0;
  found_ = 0;
}

Status ClusterLeader::hear(const Message& message, SharedUnits& units) {
  const std::string who = "process " + std::to_string(message.from) + " of the run: ";
  Worker& worker = workers_[static_cast<std::size_t>(message.from)];
  const std::optional<Words> words = decode(message.bytes);
  if (!words) return corrupt(who + "its message cannot be understood");
  if (const Hello* hello = std::get_if<Hello>(&*words)) {
    if (hello->identity != identity_)
      return invalid(who + "it runs another program, job or evaluation; start the same command everywhere");
    worker.threads = hello->threads;
  } else if (std::holds_alternative<Want>(*words)) {
    worker.wants = true;
  } else if (const Found* found = std::get_if<Found>(&*words)) {
    seconds_ += found->seconds;
    ++found_;
    --worker.leased;
    const Status status = units.found(found->index, found->answer);
    if (!status) return corrupt(who + status.error().message);
  } else if (std::holds_alternative<Dropped>(*words)) {
    worker.leased = 0;
  } else if (const Failed* failed = std::get_if<Failed>(&*words)) {
    return invalid(who + failed->reason);
  }
  return ok_status();
}

void ClusterLeader::hand_out(SharedUnits& units) {
  unsigned all_threads = threads_;
  for (std::size_t rank = 1; rank < workers_.size(); ++rank) all_threads += workers_[rank].threads;
  for (std::size_t rank = 1; rank < workers_.size(); ++rank) {
    Worker& worker = workers_[rank];
    if (!worker.wants) continue;
    const double mean = found_ == 0 ? 0 : seconds_ / static_cast<double>(found_);
    Lease lease{units.take(lease_size({units.left(), worker.threads, all_threads, mean}))};
    if (lease.units.empty()) continue;
    worker.wants = false;
    worker.leased += lease.units.size();
    send(static_cast<int>(rank), std::move(lease));
  }
}

void ClusterLeader::drop_leases() {
  for (std::size_t rank = 1; rank < workers_.size(); ++rank)
    if (workers_[rank].leased > 0) send(static_cast<int>(rank), Drop{});
}

bool ClusterLeader::all_is_back() const {
  return std::ranges::all_of(workers_, [](const Worker& worker) { return worker.leased == 0; });
}

void ClusterLeader::send(int to, const Words& words) { transport_.send(to, encode(words)); }

void ClusterLeader::tell_all(const Words& words) {
  for (int rank = 1; rank < transport_.size(); ++rank) send(rank, words);
}

}  // namespace tabiya::booksearch
