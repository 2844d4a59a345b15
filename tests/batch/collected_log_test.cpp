// SPDX-License-Identifier: BSD-3-Clause
#include "batch/collected_log.h"

#include <gtest/gtest.h>

namespace assimp_md2::inner {
namespace {

TEST(CollectedLog, AMessageAboutManyPlacesOfAnFbxIsKeptOnce) {
    CollectedLog& log = CollectedLog::get();
    log.take();
    for (const char* offset : {"0x9f5dc", "0x9f617"}) {
        Assimp::DefaultLogger::get()->warn(
            (std::string("FBX (TOK_KEY, offset ") + offset + ") source object for connection does not exist")
                .c_str());
    }
    Assimp::DefaultLogger::get()->warn("MD2: skins: something");
    EXPECT_EQ(log.take(), (std::vector<std::string>{"FBX source object for connection does not exist",
                                                    "skins: something"}));
}

TEST(CollectedLog, WarningsOfNoUseAreNotKept) {
    CollectedLog& log = CollectedLog::get();
    log.take();
    Assimp::DefaultLogger::get()->warn("FBX-DOM: unsupported, newer format version");
    Assimp::DefaultLogger::get()->warn("Failed to read MD5ANIM file: imp.md5anim");
    EXPECT_EQ(log.take(), std::vector<std::string>{});
}

} // namespace
} // namespace assimp_md2::inner
