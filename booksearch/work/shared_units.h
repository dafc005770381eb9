// The interface between a pass and the processes that help with it, with units of work as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "booksearch/work/control.h"
#include "booksearch/work/serialization.h"
#include "codec/result.h"

namespace tabiya::booksearch {

// The units of a pass as seen by other processes, which compute them elsewhere. Threads may share it.
class SharedUnits {
 public:
  struct Unit {
    std::uint64_t index = 0;
    Bytes bytes;

    static void visit_parts(auto& self, auto& visit) { visit(self.index, self.bytes); }
  };

  virtual ~SharedUnits() = default;

  // `kind()` names the work to be done with the units, and `pass()` holds what must be known for it.
  virtual std::string_view kind() const = 0;
  virtual Bytes pass() const = 0;

  // Returns the next units to be computed, in their order: `most`, or as many as there are.
  virtual std::vector<Unit> take(std::size_t most) = 0;
  // Counts the units that nobody has taken yet; there are none after a failure.
  virtual std::size_t left() const = 0;
  virtual bool failed() const = 0;

  // Takes the answer to a unit that was taken. Errors: kCorrupt if it is no answer.
  virtual Status found(std::uint64_t index, std::span<const std::byte> answer) = 0;
};

class Helpers {
 public:
  virtual ~Helpers() = default;

  // Takes units until there are none, and ends when all that were taken have been found. Threads of this
  // process take units meanwhile, too. Errors: kStopped as soon as `control` is stopped or the units have
  // failed; others where a helper has failed.
  virtual Status help(SharedUnits& units, const Control& control) = 0;
};

// Computes a unit of a pass in one thread of a worker.
using ComputeBytes = std::function<Result<Bytes>(std::span<const std::byte> unit, const Control& control)>;

// A kind of work that a process offers to do.
struct WorkKind {
  // Makes the function that computes units of the pass. Each thread of the process calls it for itself.
  using MakeThread = std::function<ComputeBytes()>;

  std::string_view name;
  // Begins a pass; the result is empty for bytes that describe no pass.
  std::function<MakeThread(std::span<const std::byte> pass)> begin;
};

// make(pass) returns the work W (shared_work.h) of a pass as this process does it, by a shared pointer.
template <class W, class Make>
WorkKind offer(Make make) {
  const auto begin = [make =
                          std::move(make)](std::span<const std::byte> bytes) mutable -> WorkKind::MakeThread {
    std::optional<typename W::Pass> pass = from_bytes<typename W::Pass>(bytes);
    if (!pass) return {};
    std::shared_ptr<W> work = make(std::move(*pass));
    return [work]() -> ComputeBytes {
      const auto thread = std::make_shared<typename W::Thread>(work->thread());
      return [work, thread](std::span<const std::byte> unit, const Control& control) -> Result<Bytes> {
        const auto decoded = from_bytes<typename W::Unit>(unit);
        if (!decoded) return invalid("the leader hands out units that cannot be understood");
        const auto answer = thread->compute(*decoded, control);
        if (!answer) return answer.error();
        return to_bytes(*answer);
      };
    };
  };
  return {W::kName, begin};
}

}  // namespace tabiya::booksearch
