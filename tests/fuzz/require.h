// SPDX-License-Identifier: BSD-3-Clause
// Ends a fuzz target if a claim does not hold.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace assimp_md2::inner::test {

inline void require(bool holds, std::string_view claim = {}, std::string_view of = {}) {
    if (!holds) {
        std::fprintf(stderr, "%s %s\n", std::string(claim).c_str(), std::string(of).c_str());
        std::abort();
    }
}

} // namespace assimp_md2::inner::test
