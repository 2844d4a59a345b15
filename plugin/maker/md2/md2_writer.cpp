// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/md2_writer.h"

#include "assimp-md2/maker.h"
#include "importer/base/bytes.h"

#include <algorithm>

namespace assimp_md2::inner {
namespace {

/// Little-endian numbers in a buffer of the final size.
class FileWriter {
public:
    explicit FileWriter(std::size_t size) : bytes_(size), next_(bytes_.data()) {}

    template <typename Number>
    void put(Number value) {
        store(next_, value);
        next_ += sizeof value;
    }

    void putName(const std::string& name, std::size_t fieldSize) {
        std::copy(name.begin(), name.end(), next_); // the rest is 0
        next_ += fieldSize;
    }

    void putBytes(const std::vector<std::uint8_t>& bytes) {
        next_ = std::copy(bytes.begin(), bytes.end(), next_);
    }

    std::vector<std::uint8_t> take() { return std::move(bytes_); }

private:
    std::vector<std::uint8_t> bytes_;
    std::uint8_t* next_;
};

void putHeader(FileWriter& file, const ModelToWrite& model) {
    const std::size_t frameSize = kFrameHeaderSize + kVertexSize * model.vertexCount();
    const std::size_t stOffset = kHeaderSize + kSkinSize * model.skins.size();
    const std::size_t triangleOffset = stOffset + kStSize * model.st.size();
    const std::size_t frameOffset = triangleOffset + kTriangleSize * model.triangles.size();
    const auto word = [](auto number) { return static_cast<std::uint32_t>(number); };
    for (const std::uint32_t value :
         {kIdentMd2, word(kVersion), word(model.skinWidth), word(model.skinHeight), word(frameSize),
          word(model.skins.size()), word(model.vertexCount()), word(model.st.size()),
          word(model.triangles.size()), word(model.glCommands.size()), word(model.frames.size()),
          word(kHeaderSize), word(stOffset), word(triangleOffset), word(frameOffset),
          word(frameOffset + frameSize * model.frames.size()), word(md2FileSize(model))}) {
        file.put(value);
    }
}

struct Limit {
    std::uint64_t count;
    std::uint64_t most;
    const char* what;
    const char* remedy;
};

/// The counts that are above their limits.
std::vector<Limit> exceeded(const Md2Counts& counts, const Md2Limits& limits) {
    constexpr const char* kFewerTriangles =
        "simplify the mesh or leave meshes out (" ASSIMP_MD2_CONFIG_EXPORT_MESHES ")";
    std::vector<Limit> found = {
        {counts.vertices, limits.vertices, "vertices", kFewerTriangles},
        {counts.triangles, limits.triangles, "triangles", kFewerTriangles},
        {counts.frames, limits.frames, "frames",
         "lower the frame rate (" ASSIMP_MD2_CONFIG_EXPORT_FPS
         ") or choose fewer clips (" ASSIMP_MD2_CONFIG_EXPORT_CLIPS ")"},
        {counts.st, limits.st, "texture coordinates", kFewerTriangles},
        {counts.skins, limits.skins, "skins", "use fewer skins"},
        {counts.skinHeight, limits.skinHeight, "lines of the skin", "use a smaller skin"},
    };
    found.erase(std::remove_if(found.begin(), found.end(),
                               [](const Limit& limit) { return limit.count <= limit.most; }),
                found.end());
    return found;
}

} // namespace

std::string aboveLimits(const Md2Counts& counts, const Md2Limits& limits) {
    std::string text;
    for (const Limit& limit : exceeded(counts, limits)) {
        text += (text.empty() ? "" : "; ") + tooMany(limit.count, limit.what, limit.most);
    }
    return text;
}

std::optional<Error> checkLimits(const Md2Counts& counts, const Md2Limits& limits) {
    std::string text = aboveLimits(counts, limits);
    if (text.empty()) {
        return std::nullopt;
    }
    for (const Limit& limit : exceeded(counts, limits)) {
        text += text.find(limit.remedy) == std::string::npos ? std::string("; ") + limit.remedy : "";
    }
    return Error{ErrorCode::AboveLimit, text};
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
    FileWriter file(static_cast<std::size_t>(md2FileSize(model)));
    putHeader(file, model);
    for (const std::string& skin : model.skins) {
        file.putName(skin, kSkinSize);
    }
    for (const St& st : model.st) {
        file.put(st.s);
        file.put(st.t);
    }
    for (const Triangle& triangle : model.triangles) {
        for (const std::uint16_t index : triangle.vertex) {
            file.put(index);
        }
        for (const std::uint16_t index : triangle.st) {
            file.put(index);
        }
    }
    for (const FrameToWrite& frame : model.frames) {
        for (const float value : frame.grid.scale) {
            file.put(value);
        }
        for (const float value : frame.grid.translate) {
            file.put(value);
        }
        file.putName(frame.name, kFrameNameSize);
        file.putBytes(frame.vertices);
    }
    for (const std::uint32_t word : model.glCommands) {
        file.put(word);
    }
    return file.take();
}

} // namespace assimp_md2::inner
