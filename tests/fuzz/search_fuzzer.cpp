// SPDX-License-Identifier: BSD-3-Clause
// Hostile names through the search for skins in an IOSystem of memory: the first byte chooses the path of the
// model, lines of text are skins. The search must stay in the first folder, ask few questions and none twice.
#include "fuzz/require.h"
#include "importer/base/text.h"
#include "importer/files/import_files.h"
#include "importer/skins/skin_search.h"
#include "support/memory_files.h"

#include <algorithm>
#include <numeric>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::inner;
using test::require;
using Bytes = std::vector<std::uint8_t>;

/// Has a file for every fourth path that it is asked for.
class AnsweringFiles : public test::MemoryFiles {
public:
    bool Exists(const char* path) const override {
        test::MemoryFiles::Exists(path);
        return has(path);
    }
    Assimp::IOStream* Open(const char* path, const char* mode) override {
        require(has(path), "only files that exist are opened", path);
        files[path] = {1, 2, 3};
        return test::MemoryFiles::Open(path, mode);
    }

private:
    static bool has(const std::string& path) {
        return std::accumulate(path.begin(), path.end(), 0U) % 4 == 0;
    }
};

/// A name in a file ends at a NUL, as a line does here.
std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines(1);
    for (const char character : text) {
        if (character == '\n' || character == '\0') {
            lines.emplace_back();
        } else {
            lines.back() += character;
        }
    }
    return lines;
}

/// What every path must begin with: the server, or the root, and the first folder behind it.
std::string startOf(const std::string& modelPath) {
    const std::size_t scheme = modelPath.find("://");
    const std::size_t server = scheme == std::string::npos ? 0 : modelPath.find('/', scheme + 3) + 1;
    const std::size_t folder = modelPath.find('/', server);
    return modelPath.substr(0, folder == std::string::npos ? server : folder + 1);
}

/// Paths of programs, not of attackers.
const char* const kModels[] = {"models/thing/tris.md2",
                               "http://host/a/b/tris.md2",
                               "PREFIX/tris.md2",
                               "a/b/a/b/c/players/x.md2",
                               "tris.md2",
                               "pak0.zip:/models/x.md2"};

void checkCalls(const test::MemoryFiles& files, const std::string& modelPath) {
    require(files.askedFor.size() <= kMaximumForeignExists, "the calls of Exists are few");
    for (const std::string& path : files.opened) {
        require(std::find(files.askedFor.begin(), files.askedFor.end(), path) != files.askedFor.end(),
                "only files that exist are opened", path);
    }
    require(files.openStreams == 0, "every stream is closed");
    std::vector<std::string> paths = files.askedFor;
    std::sort(paths.begin(), paths.end());
    require(std::adjacent_find(paths.begin(), paths.end()) == paths.end(), "each path is asked for once");
    const std::string start = startOf(modelPath);
    for (const std::string& path : paths) {
        // A model below `models/` may name a skin below `players/`.
        const bool isOther = start == "models/" && equalWithoutCase(path.substr(0, 8), "players/");
        require(isOther || path.rfind(start, 0) == 0, "no path lies outside the first folder", path);
        require(('/' + path.substr(start.size()) + '/').find("/../") == std::string::npos, "no path goes up",
                path);
        require(path.find("://", start.size()) == std::string::npos, "no path names a server", path);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::string modelPath = kModels[data[0] % std::size(kModels)];
    std::vector<std::string> names = linesOf(std::string(data + 1, data + size));
    for (std::string& name : names) {
        name = normalisedSkinName(name.substr(0, 64));
    }
    AnsweringFiles files;
    ImportFiles import(&files);
    SkinSearch search(import.filesNear(modelPath));
    const std::vector<std::optional<SkinFile>> found = search.find(names, {8, 8});
    require(found.size() == names.size(), "every name has an answer");
    for (const std::optional<SkinFile>& skin : found) {
        if (skin) {
            const Result<FileBytes> bytes = search.read(*skin, 100);
            require(!bytes || bytes->slice().size() <= 100, "a file above the limit is not read");
        }
    }
    search.findBeside({8, 8});
    search.findFile(names.front());
    checkCalls(files, modelPath);
    return 0;
}
