// SPDX-License-Identifier: BSD-3-Clause
// Lines of any bytes are names of animations. Checks the names of their clips, the clips of the game for
// usual names, and that frame names are short, unique and give the same clips again.
#include "fuzz/require.h"
#include "importer/md2/clips.h"
#include "maker/md2/frame_names.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::inner;
using test::require;

/// More would only take longer.
constexpr std::size_t kMostFrames = 400;

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<Md2Clip> clips;
    std::size_t frameCount = 0;
    std::string text(data, data + size);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        // The first byte of a line is the number of its frames.
        const std::size_t count = 1 + static_cast<std::uint8_t>(text[0]) % 128U;
        const std::string name = clipNameOf(std::string_view(text).substr(0, end).substr(end > 0 ? 1 : 0));
        text.erase(0, end + 1);
        require(!name.empty() &&
                    name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos,
                "a clip has a valid name: " + name);
        require(clipNameOf(name) == name, "it stays: " + name);
        if (const auto usual = usualClipOf(name)) {
            const std::vector<Clip> table =
                clipsFromPlayerTable(std::vector<std::string_view>(kPlayerFrames), "");
            // The game has no walk of its own, but crwalk is made of one.
            require(usual->clip == "walk" ||
                        std::any_of(table.begin(), table.end(),
                                    [&](const Clip& clip) { return clip.name.rfind(usual->clip, 0) == 0; }),
                    "the game has the clip: " + usual->clip);
        }
        if (frameCount + count <= kMostFrames) {
            frameCount += count;
            clips.push_back({name, Md2Clip::Kind::Own, "", count});
        }
    }
    const std::vector<std::string> all = frameNamesOf(clips);
    for (const std::string& name : all) {
        require(name.size() <= 15, "a frame name is short: " + name);
    }
    require(std::set<std::string>(all.begin(), all.end()).size() == all.size(), "frame names are unique");
    const std::vector<Clip> read = clipsFromNames({all.begin(), all.end()}, "frame");
    require(read.size() == clips.size(), "as many clips are read");
    for (std::size_t clip = 0; clip < clips.size(); ++clip) {
        require(read[clip].frameCount == clips[clip].frames, "with as many frames: " + clips[clip].name);
    }
    return 0;
}
