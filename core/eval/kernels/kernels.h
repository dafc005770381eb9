// Chooses a kernel at run time for the machine that the program runs on.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "codec/result.h"
#include "core/eval/kernels/kernel.h"

namespace tabiya {

// An instruction set with its kernels.
struct KernelSet {
  std::string_view name;
  bool (*supported)();    // by this machine
  const Kernel* kernels;  // one for each width of kNetworkWidths

  const Kernel& for_width(std::uint32_t width) const;  // `width` is one of kNetworkWidths
};

// All that this build has, the plain C++ reference first, each faster than those before it.
std::span<const KernelSet> kernel_sets();

// The set called `name`, or the fastest that this machine supports if the name is empty. Errors: kInvalid for
// an unknown name, kUnsupported if this machine lacks the instructions.
Result<const KernelSet*> select_kernels(std::string_view name = {});

}  // namespace tabiya
