// SPDX-License-Identifier: BSD-3-Clause
// The memory that the check of a glTF file needs.
#include "maker/input/gltf_check.h"
#include "support/heap.h"

#include <gtest/gtest.h>

#include <string>

namespace assimp_md2::inner::test {
namespace {

std::size_t peakOf(const std::string& text) {
    const HeapWatch watch;
    Warnings warnings;
    garbageInGltf({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, warnings);
    return watch.peakBytes();
}

std::string repeated(int count, const std::string& text) {
    std::string all;
    for (int i = 0; i < count; ++i) {
        all += text;
    }
    return all;
}

/// The keys of parents must not be copied into each of their values.
TEST(GltfCheckMemory, IsAMultipleOfTheText) {
    const std::string values = repeated(5000, "{\"" + std::string(10, 'k') + "\":") + "[0" +
                               repeated(10'000, ",0") + "]" + repeated(5000, "}");
    for (const std::string& text :
         {"{\"meshes\":" + values + "}", "{\"meshes\":[0" + repeated(100'000, ",0") + "]}",
          "{\"meshes\":[0" + repeated(100'000, ",{}") + "]}",
          "{\"meshes\":[0" + repeated(100'000, ",[]") + "]}",
          "{\"meshes\":[0" + repeated(100'000, ",\"\"") + "]}",
          repeated(100'000, "[") + repeated(100'000, "]"),
          "{\"meshes\":" + repeated(100'000, "{\"\":") + "0" + repeated(100'001, "}"),
          "{\"meshes\":\"" + repeated(100'000, "a") + "\"}"}) {
        EXPECT_LT(peakOf(text), kGltfJsonMemory * text.size()) << text.substr(0, 30);
    }
}

} // namespace
} // namespace assimp_md2::inner::test
