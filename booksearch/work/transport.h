// Messages between the processes of one run. This interface has what the cluster needs of MPI, so that tests
// need no MPI.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace tabiya::booksearch {

struct Message {
  int from = 0;  // rank
  std::vector<std::byte> bytes;
};

// Processes are told apart by their ranks, 0 … size() - 1. Messages from one to another arrive complete and
// in order. One thread at a time may use it. There are no errors to return: if a run loses one of its
// processes, the launcher ends the whole run.
class Transport {
 public:
  virtual ~Transport() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual void send(int to, std::span<const std::byte> bytes) = 0;
  // Returns the next message, if one has arrived.
  virtual std::optional<Message> receive() = 0;
};

// Rank 0 owns the job, hands out units of work and computes some; the others compute what they are handed.
inline constexpr int kLeader = 0;

// True if this process was started as one of several.
bool is_one_of_several();

}  // namespace tabiya::booksearch
