// The work that a process offers to do for others, with units of work as bytes.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "booksearch/work/control.h"
#include "booksearch/work/serialization.h"
#include "codec/result.h"

namespace tabiya::booksearch {

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
