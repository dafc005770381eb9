#include "tools/cluster/mpi_transport.h"

#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <list>
#include <optional>
#include <span>
#include <vector>

namespace tabiya::tools {
namespace {

// Errors of MPI end the run: its own handler says what is wrong and takes all processes along.
class MpiTransport final : public booksearch::Transport {
 public:
  MpiTransport() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED) {
      std::fprintf(stderr, "tabiya: this MPI cannot be used from threads; build it with support for them\n");
      MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }

  // Messages that nobody has received are received now, so that all processes may leave.
  ~MpiTransport() override {
    while (!sent_.empty()) receive();
    MPI_Request all_are_here = MPI_REQUEST_NULL;
    MPI_Ibarrier(MPI_COMM_WORLD, &all_are_here);
    for (int done = 0; done == 0; MPI_Test(&all_are_here, &done, MPI_STATUS_IGNORE)) receive();
    while (receive()) {
    }
    MPI_Finalize();
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  // A long message arrives only when it is received; two processes that send each other one at the same time
  // must not wait for that.
  void send(int to, std::span<const std::byte> bytes) override {
    Sent& sent = sent_.emplace_back();
    sent.bytes.assign(bytes.begin(), bytes.end());
    MPI_Isend(sent.bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, kTag, MPI_COMM_WORLD,
              &sent.request);
    forget_arrived();
  }

  std::optional<booksearch::Message> receive() override {
    forget_arrived();
    int is_there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &is_there, &status);
    if (is_there == 0) return std::nullopt;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    booksearch::Message message{status.MPI_SOURCE, std::vector<std::byte>(static_cast<std::size_t>(size))};
    MPI_Recv(message.bytes.data(), size, MPI_BYTE, message.from, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return message;
  }

 private:
  struct Sent {
    std::vector<std::byte> bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  void forget_arrived() {
    std::erase_if(sent_, [](Sent& sent) {
      int arrived = 0;
      MPI_Test(&sent.request, &arrived, MPI_STATUS_IGNORE);
      return arrived != 0;
    });
  }

  static constexpr int kTag = 1;
  std::list<Sent> sent_;
  int rank_ = 0, size_ = 1;
};

}  // namespace
}  // namespace tabiya::tools

// The function has the name kTransportSymbol.
extern "C" tabiya::booksearch::Transport* tabiya_make_transport_1() {
  return new tabiya::tools::MpiTransport;
}
