// SPDX-License-Identifier: BSD-3-Clause
#include "importer/ufo_files.h"

#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/settings/property_reader.h"

#include <algorithm>

namespace assimp_md2::inner {
namespace {

/// In bytes. The largest real ones have 4 and 189 KB.
constexpr std::uint64_t kMaximumAnmBytes = std::uint64_t{64} << 10;
constexpr std::uint64_t kMaximumTagBytes = std::uint64_t{1} << 20;

std::vector<std::string> wordsOf(std::string_view text) {
    std::vector<std::string> words;
    for (const std::string_view line : partsBetween("\r\n", text)) {
        const auto inLine = partsBetween(" \t\f\v", line.substr(0, line.find("//")));
        words.insert(words.end(), inLine.begin(), inLine.end());
    }
    return words;
}

/// What `parse` makes of the file with the stem of the model; nothing if there is no such file.
///
/// \param problem begins the warning about a file that cannot be used, and `rest` ends it
template <typename Parse>
auto readBeside(SkinSearch& search, const char* extension, std::uint64_t most, Parse parse,
                const std::string& problem, const std::string& rest, Warnings& warnings) {
    using Values = typename decltype(parse(ByteSlice()))::value_type;
    const std::optional<SkinFile> found = search.findFile(stemOf(search.modelPath()) + extension);
    if (!found) {
        return Values();
    }
    const Result<FileBytes> bytes = search.read(*found, most);
    auto values = bytes.and_then([&](const FileBytes& file) { return parse(file.slice()); });
    if (!values) {
        warnings.note(problem + (bytes ? found->path + ": " : "") + values.error().text + rest);
    }
    return values ? *std::move(values) : Values();
}

} // namespace

Result<std::vector<ListedClip>> parseAnm(std::string_view text, std::size_t frameCount, Warnings& warnings) {
    constexpr std::size_t kWordsOfClip = 4;
    const std::vector<std::string> words = wordsOf(text);
    std::vector<ListedClip> clips;
    std::size_t keysLeft = 4 * frameCount + 4096;
    for (std::size_t i = 0; i < words.size(); i += kWordsOfClip) {
        const std::string name = utf8FromLatin1(words[i]);
        if (words.size() - i < kWordsOfClip) {
            return failure(name + ": the entry ends after " + std::to_string(words.size() - i) +
                           " words, expected 4");
        }
        const double first = integerFrom(words[i + 1]).value_or(-1);
        const double last = integerFrom(words[i + 2]).value_or(-1);
        const std::optional<double> rate = numberFrom(words[i + 3]);
        if (!(first >= 0 && last >= first && rate && *rate >= 0)) {
            return failure(name + ": " + words[i + 1] + " " + words[i + 2] + " " + words[i + 3] +
                           ", expected a first frame, a last frame and a rate");
        }
        const auto begin = static_cast<std::size_t>(first);
        const std::size_t end = std::min(static_cast<std::size_t>(last) + 1, frameCount);
        if (static_cast<double>(end) <= last) {
            warnings.add("clips: frames of the .anm that the model does not have", 1,
                         name + " ends with frame " + words[i + 2]);
        }
        if (begin >= end) {
            continue;
        }
        const std::size_t count = *rate == 0 ? 1 : end - begin;
        if (count > keysLeft) {
            return failure("the clips have too many frames, expected at most " +
                           std::to_string(4 * frameCount + 4096));
        }
        keysLeft -= count;
        clips.push_back({name, {begin, count}, *rate == 0 ? std::nullopt : rate});
    }
    return clips;
}

Result<std::vector<TagNode>> parseTags(ByteSlice file, std::size_t frameCount) {
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
    std::vector<TagNode> tags(count);
    std::size_t at = matrices;
    for (std::size_t i = 0; i < count; ++i) {
        tags[i].name = utf8FromLatin1(nameInField(file.part(names + kNameBytes * i, kNameBytes)));
        tags[i].matrices.resize(frameCount);
        for (TagMatrix& matrix : tags[i].matrices) {
            for (float& number : matrix) {
                number = file.f32(at);
                if (isTooFar(number)) {
                    return failure("a number of " + tags[i].name + " is too large");
                }
                at += sizeof number;
            }
        }
    }
    return tags;
}

std::vector<ListedClip> readAnm(SkinSearch& search, const View& view, Warnings& warnings) {
    const auto parse = [&](ByteSlice file) {
        return parseAnm(std::string(file.data(), file.data() + file.size()), view.frameCount(), warnings);
    };
    return readBeside(search, ".anm", kMaximumAnmBytes, parse,
                      "clips: ", "; they come from the names of the frames", warnings);
}

std::vector<TagNode> readTags(SkinSearch& search, const View& view, Warnings& warnings) {
    if (view.skinCount() == 0 || view.skinName(0).substr(0, 1) != ".") {
        return {};
    }
    const auto parse = [&](ByteSlice file) { return parseTags(file, view.frameCount()); };
    return readBeside(search, ".tag", kMaximumTagBytes, parse, "tags: ", "; they are left out", warnings);
}

} // namespace assimp_md2::inner
