// SPDX-License-Identifier: BSD-3-Clause
// Any MD2 that the view reads is written again: what is parsed from that file is equal, and its GL commands
// cover its triangles.
#include "fuzz/require.h"
#include "importer/base/repairs.h"
#include "importer/md2/gl_commands.h"
#include "importer/md2/view.h"
#include "maker/md2/md2_writer.h"
#include "support/gl_triangles.h"

#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::inner;
using test::require;

ModelToWrite modelOf(const View& view) {
    ModelToWrite model;
    model.skinWidth = view.header().skinwidth;
    model.skinHeight = view.header().skinheight;
    for (std::size_t i = 0; i < view.skinCount(); ++i) {
        model.skins.emplace_back(view.skinName(i));
    }
    for (std::size_t i = 0; i < view.stCount(); ++i) {
        model.st.push_back(view.st(i));
    }
    for (std::size_t i = 0; i < view.triangleCount(); ++i) {
        model.triangles.push_back(view.triangle(i));
    }
    for (std::size_t i = 0; i < view.frameCount(); ++i) {
        const Frame frame = view.frame(i);
        model.frames.push_back({std::string(view.frameName(i)),
                                {frame.scale, frame.translate},
                                {frame.vertices.data(), frame.vertices.data() + frame.vertices.size()}});
    }
    return model;
}

std::vector<std::uint8_t> fileOf(ModelToWrite model) {
    model.glCommands =
        test::glCommandsAtCentres(model.triangles, model.st, model.skinWidth, model.skinHeight);
    const auto file = writeMd2(model);
    require(file.has_value(), "a model of a file is small enough");
    require(file->size() == md2FileSize(model), "the size of the file is known before");
    return *file;
}

/// The written file has the counts of the original and is written again as it is. Its GL commands cover it.
void checkWritten(const View& written, const View& original, const std::vector<std::uint8_t>& file) {
    require(written.repairs().lines("MD2: ").empty(), "a written file needs no repair");
    require(written.skinCount() == original.skinCount() && written.stCount() == original.stCount() &&
                written.triangleCount() == original.triangleCount() &&
                written.vertexCount() == original.vertexCount() &&
                written.frameCount() == original.frameCount(),
            "the counts are equal");
    const ModelToWrite model = modelOf(written);
    require(fileOf(model) == file, "the values are equal");
    require(checkGlCommands(written.glCommands(), written.vertexCount()).state ==
                GlCommandsSummary::State::Whole,
            "written GL commands are whole");
    require(test::GlTriangles(written.glCommands()) ==
                test::GlTriangles(model.triangles, model.st, model.skinWidth, model.skinHeight),
            "GL commands cover every triangle once");
}

/// What the exporter ensures.
bool isWritable(const View& view) {
    bool isWritable = view.triangleCount() > 0 && view.header().skinwidth > 0 && view.header().skinheight > 0;
    for (std::size_t i = 0; i < view.triangleCount(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            isWritable = isWritable && view.triangle(i).vertex[k] < view.vertexCount() &&
                         view.triangle(i).st[k] < view.stCount();
        }
    }
    for (std::size_t i = 0; i < view.frameCount(); ++i) {
        isWritable = isWritable && view.frameName(i).size() < kFrameNameSize &&
                     isFinite({view.frame(i).scale, view.frame(i).translate});
    }
    for (std::size_t i = 0; i < view.skinCount(); ++i) {
        isWritable = isWritable && view.skinName(i).size() < kSkinSize;
    }
    return isWritable && !checkLimits({view.vertexCount(), view.stCount(), view.triangleCount(),
                                       view.frameCount(), view.skinCount(), 0},
                                      kFormatLimits);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto parsed = parse(ByteSlice(data, size));
    if (!parsed || parsed->version() != kVersion) {
        return 0;
    }
    const View& original = *parsed;
    if (!isWritable(original)) {
        return 0;
    }
    const std::vector<std::uint8_t> file = fileOf(modelOf(original));
    const auto written = parse(ByteSlice(file.data(), file.size()));
    require(written.has_value(), "a written file is read");
    // A frame that is not finite counts as garbage, but it is written flat. So fewer than half of the frames
    // can be garbage in the written file, which are then replaced, although they were half of the original's.
    if (original.repairs().count(repair::kFrameNotFinite) > 0 &&
        written->repairs().count(repair::kFrameReplaced) > 0) {
        return 0;
    }
    checkWritten(*written, original, file);
    return 0;
}
