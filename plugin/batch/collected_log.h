// SPDX-License-Identifier: BSD-3-Clause
// Collects Assimp's warnings, for programs that show them with the file that they are about.
#pragma once

#include <assimp/DefaultLogger.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assimp_md2::inner {

/// A message of this library without the name of the format, which it begins with.
inline std::string withoutPrefix(const std::string& message) {
    constexpr std::string_view kMd2 = "MD2: ";
    return message.rfind(kMd2, 0) == 0 ? message.substr(kMd2.size()) : message;
}

/// Keeps each warning once. Assimp owns the log.
class CollectedLog final : public Assimp::Logger {
public:
    /// Assimp's log. The first call puts it into the place of any other.
    static CollectedLog& get() {
        static CollectedLog& kLog = *new CollectedLog;
        return kLog;
    }

    /// The warnings since the last call.
    std::vector<std::string> take() { return std::exchange(lines_, {}); }

    bool attachStream(Assimp::LogStream* /*stream*/, unsigned int /*severity*/) override { return false; }
    bool detachStream(Assimp::LogStream* /*stream*/, unsigned int /*severity*/) override { return false; }

private:
    static constexpr std::size_t kMostWarnings = 20;

    CollectedLog() { Assimp::DefaultLogger::set(this); }
    void OnDebug(const char* /*message*/) override {}
    void OnVerboseDebug(const char* /*message*/) override {}
    void OnInfo(const char* /*message*/) override {}
    void OnError(const char* /*message*/) override {} // the import or export returns it as well
    void OnWarn(const char* message) override {
        std::string line = withoutPrefix(message);
        // Assimp's FBX importer repeats a message for many places of a file.
        if (const std::size_t place = line.find(" (TOK_"); place != std::string::npos) {
            line.erase(place, line.find(')', place) + 1 - place);
        }
        // Nobody can do anything about these, and nothing is missing.
        constexpr std::array<std::string_view, 7> kOfNoUse = {
            "<add reason>", // for each field that another version of Blender has
            "BlendDNA: ",
            "FBX-DOM",
            "FBX: no animation curves assigned to AnimationCurveNode",
            "FBX: ignoring node animation, did not find any transformation key frames",
            "ScenePreprocessor: UVs are declared to be 3D",
            "Failed to read MD5ANIM file"};
        if (std::any_of(kOfNoUse.begin(), kOfNoUse.end(),
                        [&](std::string_view start) { return line.rfind(start, 0) == 0; })) {
            return;
        }
        if (lines_.size() > kMostWarnings || std::find(lines_.begin(), lines_.end(), line) != lines_.end()) {
            return;
        }
        lines_.push_back(lines_.size() < kMostWarnings ? line : "more warnings are not shown");
    }

    std::vector<std::string> lines_;
};

} // namespace assimp_md2::inner
