// The kernels of simd128.cpp, as those of kernel.h.
#pragma once

#include "core/eval/kernels/kernel.h"

#if defined(__wasm_simd128__)
namespace tabiya {

extern const Kernel kSimd128Kernels[5];

}  // namespace tabiya
#endif
