#include "booksearch/cluster/leader.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "booksearch/cluster/lease_size.h"
#include "booksearch/cluster/patience.h"

namespace tabiya::booksearch {

using namespace cluster;

ClusterLeader::ClusterLeader(Transport& transport, unsigned threads)
    : transport_(transport), threads_(threads), workers_(static_cast<std::size_t>(transport.size())) {}

ClusterLeader::~ClusterLeader() { tell_all(End{}); }

Status ClusterLeader::help(const RowPass& pass, RowQueue& queue, const Control& control) {
  begin(pass);
  bool dropped = false;
  for (Patience patience; !all_is_back() || (!dropped && queue.left() > 0); patience.wait()) {
    while (const std::optional<Message> message = transport_.receive()) {
      patience.reset();
      if (Status status = hear(*message, queue); !status) return status;
    }
    if (!dropped && (control.stopped() || queue.failed())) {
      dropped = true;
      drop_leases();
    }
    if (!dropped) hand_out(queue);
  }
  return dropped ? Status(Error{ErrorCode::kStopped, "stopped", {}}) : ok_status();
}

void ClusterLeader::begin(const RowPass& pass) {
  Pass words{{}, {pass.shared.begin(), pass.shared.end()}, pass.own, pass.table_bytes, pass.depth};
  if (!std::ranges::equal(blues_, pass.blues)) {
    blues_.assign(pass.blues.begin(), pass.blues.end());
    words.blues = blues_;
  }
  tell_all(words);
  seconds_ = 0;
  rows_ = 0;
}

Status ClusterLeader::hear(const Message& message, RowQueue& queue) {
  const std::string who = "process " + std::to_string(message.from) + " of the run: ";
  Worker& worker = workers_[static_cast<std::size_t>(message.from)];
  const std::optional<Words> words = decode(message.bytes);
  if (!words) return corrupt(who + "what it says cannot be understood");
  if (const Hello* hello = std::get_if<Hello>(&*words)) {
    if (hello->identity != identity_)
      return invalid(who + "it runs another program, job or evaluation; start the same command everywhere");
    worker.threads = hello->threads;
  } else if (std::holds_alternative<Want>(*words)) {
    worker.wants = true;
  } else if (const Found* found = std::get_if<Found>(&*words)) {
    seconds_ += found->seconds;
    ++rows_;
    --worker.leased;
    queue.found(found->row);
  } else if (std::holds_alternative<Dropped>(*words)) {
    worker.leased = 0;
  } else if (const Failed* failed = std::get_if<Failed>(&*words)) {
    return invalid(who + failed->reason);
  }
  return ok_status();
}

void ClusterLeader::hand_out(RowQueue& queue) {
  unsigned all_threads = threads_;
  for (std::size_t rank = 1; rank < workers_.size(); ++rank) all_threads += workers_[rank].threads;
  for (std::size_t rank = 1; rank < workers_.size(); ++rank) {
    Worker& worker = workers_[rank];
    if (!worker.wants) continue;
    const double mean = rows_ == 0 ? 0 : seconds_ / static_cast<double>(rows_);
    Lease lease{queue.take(lease_size({queue.left(), worker.threads, all_threads, mean}))};
    if (lease.entrants.empty()) continue;
    worker.wants = false;
    worker.leased += lease.entrants.size();
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
