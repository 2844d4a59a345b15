// SPDX-License-Identifier: BSD-3-Clause
// The palette of Quake II, with which the game shows every PCX (pics/colormap.pcx).
#pragma once

#include "image/image.h"

#include <cstdlib>
#include <string>
#include <vector>

namespace assimp_md2 {

/// RRGGBB of 256 colours.
inline const std::string kGamePalette = //
    "0000000f0f0f1f1f1f2f2f2f3f3f3f4b4b4b5b5b5b6b6b6b7b7b7b8b8b8b9b9b9babababbbbbbbcbcbcbdbdbdbebebeb"
    "634b235b431f533f1f4f3b1b47371b3f2f173b2b173327132f23132b1f13271b0f23170f1b130b170f0b130f070f0b07"
    "5f5f6f5b5b675b535f574f5b534b534f474b473f433f3b3b3b3737332f2f2f2b2b2727272323231b1b1b171717131313"
    "8f77537b6343735b3b674f2fcf974ba77b3b8b672f6f5327eb9f27cb8b23af771f93631b774f175b3b0f3f270b231707"
    "a73b2b9f2f23972b1b8b27137f1f0f73170b6717075713004b0f00430f003b0f00330b002b0b00230b001b0700130700"
    "7b5f4b7357436b533f674f3b5f4737574333533f2f4b372b4333273f2f2337271b2f2317271b131f170f170f0b0f0b07"
    "6f3b175f3717532f17432b17372313271b0f1b130b0f0b07b35b4fbf7b6fcb9b93d7bbb7cbd7dfb3c7d39fb7c387a7b7"
    "7397a75b879b47778b2f677f17536f134b670f435b0b3f5307374b072f3f072733001f2b00171f000f1300070b000000"
    "8b5757834f4f7b47477343436b3b3b6333335b2f2f572b2b4b23233f1f1f331b1b2b13131f0f0f130b0b0b0707000000"
    "979f7b8f9773878b6b7f8363777b5f7373576b6b4f6363475b5b434f4f3b43433337372b2f2f2323231b1717130f0f0b"
    "9f4b3f9343378b3b2f7f3727772f236b2b1b632317571f134f1b0f43170b37130b2b0f071f0b071707000b0000000000"
    "777bcf6f73c3676bb76363a75b5b9b53578f4b4f7f4747733f3f673737572f2f4b27273f231f2f1b1723130f170b0707"
    "9bab7b8f9f6f8797637b8b5773834b6777435f6f3b5767334b5b273f4f1b3743132f3b0b232f071b23001317000b0f00"
    "00ff0023e70f3fd31b53bb275fa72f5f8f335f7b33ffffffffffd3ffffa7ffff7fffff53ffff27ffeb1fffd717ffbf0f"
    "ffab07ff9300ef7f00e36b00d35700c74700b73b00ab2b009b1f008f17007f0f007307005f00004700002f00001b0000"
    "ef00003737ffff00000000ff2b2b231b1b1713130feb977fc373539f57337b3f1bebd3c7c7ab9ba78b77876b579f5b53";

inline std::vector<Colour> gamePalette() {
    std::vector<Colour> colours;
    for (std::size_t i = 0; i < kGamePalette.size(); i += 6) {
        const auto rgb = std::strtoul(kGamePalette.substr(i, 6).c_str(), nullptr, 16);
        colours.push_back({static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8),
                           static_cast<std::uint8_t>(rgb)});
    }
    return colours;
}

} // namespace assimp_md2
