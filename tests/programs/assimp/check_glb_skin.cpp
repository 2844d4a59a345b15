// SPDX-License-Identifier: BSD-3-Clause
// Whether a GLB holds the sample's skins, each as a PNG with the same pixels: check-glb-skin FILE.glb
#include "support/files.h"
#include "support/images.h"
#include "support/png_decoder.h"
#include "support/sample.h"

#include <nlohmann/json.hpp>

#include <cstdio>

int main(int argc, char** argv) {
    using namespace assimp_md2::test;
    if (argc != 2) {
        return 2;
    }
    const Bytes glb = readBytes(argv[1]);
    // Header of 12 bytes, then chunks: length, type, content. JSON comes first, then the buffer.
    const auto jsonSize = static_cast<std::ptrdiff_t>(valueAt(glb, 12));
    const auto json = nlohmann::json::parse(glb.begin() + 20, glb.begin() + 20 + jsonSize);
    const std::vector<assimp_md2::Image> skins = sampleSkins();
    for (std::size_t i = 0; i < skins.size(); ++i) {
        const auto& image = json.at("images").at(i);
        const auto& view = json.at("bufferViews").at(image.at("bufferView").get<std::size_t>());
        const auto start = glb.begin() + 20 + jsonSize + 8 + view.value("byteOffset", std::ptrdiff_t{0});
        const Bytes png(start, start + view.at("byteLength").get<std::ptrdiff_t>());
        const auto decoded = decodeWithLibpng(png);
        if (image.at("mimeType") != "image/png" || !decoded || rgbaPixels(*decoded) != rgbaPixels(skins[i])) {
            std::fprintf(stderr, "%s does not hold skin %zu of the sample\n", argv[1], i);
            return 1;
        }
    }
    return 0;
}
