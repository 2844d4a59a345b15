// SPDX-License-Identifier: BSD-3-Clause
// Mutations that pass the checks of the header: besides those of the fuzzer, a field gets a value at an edge
// of the file, or sections outside the file are moved back into it. Only the header is changed.
#include "support/md2_builder.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

namespace {

using namespace assimp_md2::inner::test;

constexpr std::size_t kLeastHeaderSize = 68;
constexpr std::size_t kHeaderSizeAnachronox = 96;

struct Section {
    std::size_t count;
    std::size_t offset;
    std::int32_t elementSize;
};

bool isAnachronox(const Bytes& file) {
    return file.size() >= kHeaderSizeAnachronox && (file[4] == 14 || file[4] == 15) && file[5] == 0;
}

/// Version 15 has its resolution behind its version, and a size of vertices for each.
std::int32_t vertexSizeOf(const Bytes& file) {
    static constexpr std::int32_t kSizes[] = {5, 6, 8};
    return isAnachronox(file) ? kSizes[file[6] % std::size(kSizes)] : 4;
}

/// Frames have no size of their own: it depends on num_vertices.
std::vector<Section> sectionsOf(const Bytes& file) {
    const std::int32_t vertices = std::clamp(valueAt(file, field::kNumVertices), 1, 1000);
    std::vector<Section> sections = {
        {field::kNumSkins, field::kOfsSkins, 64},
        {field::kNumSt, field::kOfsSt, 4},
        {field::kNumTris, field::kOfsTris, 12},
        {field::kNumGlcmds, field::kOfsGlcmds, 4},
        {field::kNumFrames, field::kOfsFrames, 40 + vertexSizeOf(file) * vertices}};
    if (isAnachronox(file)) {
        sections.push_back({field::kNumSurfaces, field::kOfsSurfaces, 2});
        sections.push_back({field::kNumTagged, field::kOfsTagged, 12});
    }
    return sections;
}

void mend(Bytes& file) {
    const auto size = static_cast<std::int32_t>(file.size());
    patch(file, field::kIdent, 0x32504449);
    patch(file, field::kVersion, isAnachronox(file) ? file[4] + (file[6] % 3 << 16) : 8);
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
    const std::vector<Section> sections = sectionsOf(file);
    const Section section = sections[random() % sections.size()];
    const std::int64_t bytes = std::int64_t{valueAt(file, section.count)} * section.elementSize;
    const std::int64_t offset =
        static_cast<std::int64_t>(file.size()) - bytes + static_cast<std::int64_t>(random() % 5) - 2;
    patch(file, section.offset, static_cast<std::int32_t>(std::clamp<std::int64_t>(offset, -1, INT32_MAX)));
}

void setField(Bytes& file, std::minstd_rand& random) {
    static constexpr std::int32_t kValues[] = {
        0,         1,         2,  -1, 162, 198, 255,           256, 65535,   0x10000,
        INT32_MAX, INT32_MIN, 68, 40, 44,  96,  INT32_MAX / 4, 15,  0x1000F, 0x2000F};
    const std::size_t headerSize = isAnachronox(file) ? kHeaderSizeAnachronox : kLeastHeaderSize;
    patch(file, 4 * (random() % (headerSize / 4)), kValues[random() % std::size(kValues)]);
}

} // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize,
                                               unsigned int seed) {
    std::minstd_rand random(seed);
    const unsigned choice = random() % 8;
    if (size < kLeastHeaderSize || choice < 2) {
        return LLVMFuzzerMutate(data, size, maxSize);
    }
    if (choice > 3) {
        size = LLVMFuzzerMutate(data, size, maxSize);
    }
    Bytes file(data, data + size);
    file.resize(std::min(std::max(size, kLeastHeaderSize), maxSize));
    if (file.size() < kLeastHeaderSize) {
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
