#include "booksearch/cluster/simulation.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <queue>
#include <vector>

#include "booksearch/cluster/lease_size.h"

namespace tabiya::booksearch::cluster {
namespace {

class Simulation {
 public:
  Simulation(std::span<const double> rows, const SimulatedCluster& cluster)
      : rows_(rows), cluster_(cluster), processes_(cluster.processes) {}

  double run() {
    for (Process& process : processes_) process.idle = cluster_.threads;
    for (std::size_t i = 1; i < processes_.size(); ++i) events_.push({2 * cluster_.latency, i, kAsks});
    take_for_leader(0);
    double end = 0;
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      happen(event);
      if (event.what == kFinds) end = std::max(end, event.time + (event.process == 0 ? 0 : cluster_.latency));
    }
    return end;
  }

 private:
  enum What {
    kAsks,
    kGets,
    kFinds
  };  // the leader reads a question; a lease arrives; a thread has found a row
  struct Event {
    double time;
    std::size_t process;
    What what;
    bool operator>(const Event& other) const {
      return time != other.time ? time > other.time : process > other.process;
    }
  };
  struct Process {
    std::deque<std::size_t> waiting;
    unsigned idle = 0;  // threads
    bool asked = true;
  };

  void happen(const Event& event) {
    Process& process = processes_[event.process];
    if (event.what == kAsks) {
      leader_free_ = std::max(leader_free_, event.time) + cluster_.handling;
      answer(event.process);
    } else if (event.what == kGets) {
      process.asked = false;
      search(event.process, event.time);
    } else {
      ++process.idle;
      if (event.process == 0) return take_for_leader(event.time);
      leader_free_ = std::max(leader_free_, event.time) + cluster_.handling;  // it reads the row
      search(event.process, event.time);
    }
  }

  void answer(std::size_t to) {
    const double mean = given_ == 0 ? 0 : seconds_given_ / static_cast<double>(given_);
    const auto threads = static_cast<unsigned>(cluster_.threads * cluster_.processes);
    const std::size_t size = lease_size({rows_.size() - next_, cluster_.threads, threads, mean});
    if (size == 0) return;
    Process& process = processes_[to];
    for (std::size_t i = 0; i < size; ++i) process.waiting.push_back(take());
    events_.push({leader_free_ + cluster_.latency, to, kGets});
  }

  void search(std::size_t who, double time) {
    Process& process = processes_[who];
    for (; process.idle > 0 && !process.waiting.empty(); --process.idle) {
      events_.push({time + rows_[process.waiting.front()], who, kFinds});
      process.waiting.pop_front();
    }
    if (!process.asked && process.waiting.size() < cluster_.threads) {
      process.asked = true;
      events_.push({time + cluster_.latency, who, kAsks});
    }
  }

  void take_for_leader(double time) {
    for (Process& leader = processes_[0]; leader.idle > 0 && next_ < rows_.size(); --leader.idle)
      events_.push({time + rows_[take()], 0, kFinds});
  }

  std::size_t take() {
    ++given_;
    seconds_given_ += rows_[next_];
    return next_++;
  }

  const std::span<const double> rows_;
  const SimulatedCluster& cluster_;
  std::vector<Process> processes_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::size_t next_ = 0, given_ = 0;
  double seconds_given_ = 0;  // stands for what has come back: the same before long
  double leader_free_ = 0;
};

}  // namespace

double simulate_pass(std::span<const double> rows, const SimulatedCluster& cluster) {
  return Simulation(rows, cluster).run();
}

double least_seconds(std::span<const double> rows, const SimulatedCluster& cluster) {
  return std::reduce(rows.begin(), rows.end()) /
         (static_cast<double>(cluster.processes) * static_cast<double>(cluster.threads));
}

}  // namespace tabiya::booksearch::cluster
