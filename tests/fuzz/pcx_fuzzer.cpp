// SPDX-License-Identifier: BSD-3-Clause
// Fuzzes the PCX decoder; what it decodes must be an image that PNG can hold.
#include "image/pcx.h"
#include "image/png.h"

#include <cstdlib>

using namespace assimp_md2;

namespace {

void check(const PcxImage& pcx) {
    for (const PcxRepair& repair : pcx.repairs) {
        if (describe(repair).empty()) {
            std::abort();
        }
    }
    // Large images cost time and reach no other code.
    constexpr std::uint64_t kMostPixels = 65'536;
    if (pcx.image.size.pixels() <= kMostPixels && std::holds_alternative<ImageError>(encodePng(pcx.image))) {
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto result = decodePcx({data, size});
    if (const auto* pcx = std::get_if<PcxImage>(&result)) {
        check(*pcx);
    }
    return 0;
}
