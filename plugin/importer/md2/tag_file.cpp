// SPDX-License-Identifier: BSD-3-Clause
#include "importer/md2/tag_file.h"

#include "importer/base/finite.h"
#include "importer/base/text.h"
#include "importer/md2/view.h"

namespace assimp_md2::inner {

Result<std::vector<MovingTag>> parseTags(ByteSlice file, std::size_t frameCount) {
    constexpr std::uint32_t kIdent = 0x3250444A; // JDP2
    constexpr std::size_t kNameBytes = 64;
    if (!file.contains(0, 32) || file.u32(0) != kIdent || file.u32(4) != 1) {
        return failure("the file does not start with the header of tags, JDP2 and version 1");
    }
    const std::size_t count = file.u32(8);
    const std::size_t names = file.u32(16);
    const std::size_t matrices = file.u32(20);
    if (file.u32(12) != frameCount) {
        return failure("the tags have " + std::to_string(file.u32(12)) +
                       " frames, expected those of the model: " + std::to_string(frameCount));
    }
    if (count > file.size() / kNameBytes || !file.contains(names, kNameBytes * count) ||
        !file.contains(matrices, std::uint64_t{sizeof(TagMatrix)} * count * frameCount)) {
        return failure("the names or matrices of " + std::to_string(count) + " tags are outside the file");
    }
    std::vector<MovingTag> tags(count);
    std::size_t at = matrices;
    for (std::size_t i = 0; i < count; ++i) {
        tags[i].name = nameInField(file.part(names + kNameBytes * i, kNameBytes));
        tags[i].frames.resize(frameCount);
        for (TagMatrix& matrix : tags[i].frames) {
            for (float& number : matrix) {
                number = file.f32(at);
                if ((file.u32(at) & 0x7FFFFFFF) > bitsOf<std::uint32_t>(kFarthestCoordinate)) {
                    return failure("a number of " + tags[i].name + " is too large");
                }
                at += sizeof number;
            }
        }
    }
    return tags;
}

} // namespace assimp_md2::inner
