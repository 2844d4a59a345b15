// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/md2_writer.h"

#include "assimp-md2/maker.h"
#include "importer/base/bytes.h"

#include <algorithm>
#include <array>

namespace assimp_md2::inner {
namespace {

/// Appends a little-endian number.
template <typename Number>
void put(std::vector<std::uint8_t>& file, Number value) {
    file.resize(file.size() + sizeof value);
    store(file.data() + file.size() - sizeof value, value);
}

void putName(std::vector<std::uint8_t>& file, const std::string& name, std::size_t fieldSize) {
    const std::size_t end = file.size() + fieldSize;
    file.insert(file.end(), name.begin(), name.end());
    file.resize(end);
}

struct Limit {
    std::uint64_t count;
    std::uint64_t most;
    const char* what;
    const char* remedy;
};

} // namespace

std::optional<Error> checkLimits(const Md2Counts& counts, const Md2Limits& limits, bool namesRemedies) {
    constexpr const char* kFewerTriangles =
        "; simplify the mesh or leave meshes out (" ASSIMP_MD2_CONFIG_EXPORT_MESHES ")";
    std::string text;
    std::string remedies;
    for (const auto& [count, most, what, remedy] :
         {Limit{counts.vertices, limits.vertices, "vertices", kFewerTriangles},
          {counts.triangles, limits.triangles, "triangles", kFewerTriangles},
          {counts.frames, limits.frames, "frames",
           "; lower the frame rate (" ASSIMP_MD2_CONFIG_EXPORT_FPS
           ") or choose fewer clips (" ASSIMP_MD2_CONFIG_EXPORT_CLIPS ")"},
          {counts.st, limits.st, "texture coordinates", kFewerTriangles},
          {counts.skins, limits.skins, "skins", "; use fewer skins"},
          {counts.skinHeight, limits.skinHeight, "lines of the skin", "; use a smaller skin"}}) {
        if (count > most) {
            text += (text.empty() ? "" : "; ") + tooMany(count, what, most);
            remedies += remedies.find(remedy) == std::string::npos ? remedy : "";
        }
    }
    return text.empty() ? std::nullopt
                        : std::optional(Error{ErrorCode::AboveLimit, text + (namesRemedies ? remedies : "")});
}

std::uint64_t md2FileSize(const ModelToWrite& model) {
    return kHeaderSize + kSkinSize * model.skins.size() + kStSize * model.st.size() +
           kTriangleSize * model.triangles.size() +
           model.frames.size() * (kFrameHeaderSize + kVertexSize * model.vertexCount()) +
           kGlCommandSize * model.glCommands.size();
}

Result<std::vector<std::uint8_t>> writeMd2(const ModelToWrite& model) {
    if (md2FileSize(model) > INT32_MAX) {
        return tl::unexpected(Error{ErrorCode::AboveLimit,
                                    tooMany(md2FileSize(model), "bytes", INT32_MAX) +
                                        "; lower the frame rate, choose fewer clips or simplify the mesh"});
    }
    const std::size_t frameSize = kFrameHeaderSize + kVertexSize * model.vertexCount();
    const std::size_t stOffset = kHeaderSize + kSkinSize * model.skins.size();
    const std::size_t triangleOffset = stOffset + kStSize * model.st.size();
    const std::size_t frameOffset = triangleOffset + kTriangleSize * model.triangles.size();
    const auto word = [](auto number) { return static_cast<std::uint32_t>(number); };
    std::vector<std::uint8_t> file;
    file.reserve(static_cast<std::size_t>(md2FileSize(model)));
    for (const std::uint32_t value :
         {kIdentMd2, word(kVersion), word(model.skinWidth), word(model.skinHeight), word(frameSize),
          word(model.skins.size()), word(model.vertexCount()), word(model.st.size()),
          word(model.triangles.size()), word(model.glCommands.size()), word(model.frames.size()),
          word(kHeaderSize), word(stOffset), word(triangleOffset), word(frameOffset),
          word(frameOffset + frameSize * model.frames.size()), word(md2FileSize(model))}) {
        put(file, value);
    }
    const auto putAll = [&](const auto& numbers) {
        std::for_each(numbers.begin(), numbers.end(), [&](auto number) { put(file, number); });
    };
    for (const std::string& skin : model.skins) {
        putName(file, skin, kSkinSize);
    }
    for (const St& st : model.st) {
        putAll(std::array<std::int16_t, 2>{st.s, st.t});
    }
    for (const Triangle& triangle : model.triangles) {
        putAll(triangle.vertex);
        putAll(triangle.st);
    }
    for (const FrameToWrite& frame : model.frames) {
        putAll(frame.grid.scale);
        putAll(frame.grid.translate);
        putName(file, frame.name, kFrameNameSize);
        file.insert(file.end(), frame.vertices.begin(), frame.vertices.end());
    }
    putAll(model.glCommands);
    return file;
}

} // namespace assimp_md2::inner
