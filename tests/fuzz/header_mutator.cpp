// SPDX-License-Identifier: BSD-3-Clause
// Mutations that pass the checks of the header: besides those of the fuzzer, a field gets a value at an edge
// of the file, or sections outside the file are moved back into it. Knows the header, and nothing after it.
#include "support/md2_builder.h"

#include <algorithm>
#include <cstdint>
#include <random>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

namespace {

using namespace assimp_md2::test;

constexpr std::size_t kHeaderSize = 68;

struct Section {
    std::size_t count;
    std::size_t offset;
    std::int32_t elementSize;
};

/// Frames have no size of their own: it depends on num_vertices.
std::array<Section, 5> sectionsOf(const Bytes& file) {
    const std::int32_t vertices = std::clamp(valueAt(file, field::kNumVertices), 1, 1000);
    return {{{field::kNumSkins, field::kOfsSkins, 64},
             {field::kNumSt, field::kOfsSt, 4},
             {field::kNumTris, field::kOfsTris, 12},
             {field::kNumGlcmds, field::kOfsGlcmds, 4},
             {field::kNumFrames, field::kOfsFrames, 40 + 4 * vertices}}};
}

void mend(Bytes& file) {
    const auto size = static_cast<std::int32_t>(file.size());
    patch(file, field::kIdent, 0x32504449);
    patch(file, field::kVersion, 8);
    patch(file, field::kNumVertices, std::clamp(valueAt(file, field::kNumVertices), 1, 1000));
    for (const Section& section : sectionsOf(file)) {
        const std::int32_t offset = std::clamp(valueAt(file, section.offset), 0, size);
        const std::int32_t room = (size - offset) / section.elementSize;
        patch(file, section.offset, offset);
        patch(file, section.count, std::clamp(valueAt(file, section.count), 0, room));
    }
}

/// A section ends at the end of the file, or up to two bytes on either side of it.
void moveToTheEnd(Bytes& file, std::minstd_rand& random) {
    const Section section = sectionsOf(file)[random() % 5];
    const std::int64_t bytes = std::int64_t{valueAt(file, section.count)} * section.elementSize;
    const std::int64_t offset =
        static_cast<std::int64_t>(file.size()) - bytes + static_cast<std::int64_t>(random() % 5) - 2;
    patch(file, section.offset, static_cast<std::int32_t>(std::clamp<std::int64_t>(offset, -1, INT32_MAX)));
}

void setField(Bytes& file, std::minstd_rand& random) {
    static constexpr std::int32_t kValues[] = {
        0, 1, 2, -1, 162, 198, 255, 256, 65535, 0x10000, INT32_MAX, INT32_MIN, 68, 40, 44, INT32_MAX / 4};
    patch(file, 4 * (random() % (kHeaderSize / 4)), kValues[random() % std::size(kValues)]);
}

} // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize,
                                               unsigned int seed) {
    std::minstd_rand random(seed);
    const unsigned choice = random() % 8;
    if (size < kHeaderSize || choice < 2) {
        return LLVMFuzzerMutate(data, size, maxSize);
    }
    if (choice > 3) {
        size = LLVMFuzzerMutate(data, size, maxSize);
    }
    Bytes file(data, data + size);
    file.resize(std::min(std::max(size, kHeaderSize), maxSize));
    if (file.size() < kHeaderSize) {
        return size;
    }
    if (choice == 2) {
        setField(file, random);
    } else if (choice == 3) {
        moveToTheEnd(file, random);
    } else {
        mend(file);
    }
    std::copy(file.begin(), file.end(), data);
    return file.size();
}
