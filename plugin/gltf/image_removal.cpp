// SPDX-License-Identifier: BSD-3-Clause
// Removes images from a glTF document with everything that refers to them; knows no files.
#include "gltf/image_removal.h"

#include "format/text.h"

#include <optional>
#include <string>
#include <utility>

namespace assimp_md2 {
namespace {

/// Which members of a list stay, and their new indices.
class Kept {
public:
    explicit Kept(const std::vector<bool>& isKept) {
        for (const bool kept : isKept) {
            indices_.push_back(kept ? std::optional<std::size_t>(count_++) : std::nullopt);
        }
    }

    std::optional<std::size_t> operator[](std::size_t index) const {
        return index < indices_.size() ? indices_[index] : std::nullopt;
    }

    /// Removes the others from the list, and an empty list, which would be invalid, from the document.
    void apply(Json& document, const char* list) const {
        Json kept = Json::array();
        for (std::size_t i = 0; i < indices_.size(); ++i) {
            if (indices_[i]) {
                kept.push_back(std::move(document[list][i]));
            }
        }
        if (kept.empty()) {
            document.erase(list);
        } else {
            document[list] = std::move(kept);
        }
    }

private:
    std::vector<std::optional<std::size_t>> indices_;
    std::size_t count_ = 0;
};

/// Gives the textures of a material and of its extensions their new indices, or removes them.
void renumberTextures(Json& material, const Kept& textures) {
    for (auto member = material.begin(); member != material.end();) {
        Json& value = member.value();
        const std::string& name = member.key();
        const bool isTexture = name.size() >= 7 && lowerCase(name.substr(name.size() - 7)) == "texture" &&
                               value.is_object() && value.contains("index");
        if (isTexture) {
            if (const auto index = textures[value["index"].get<std::size_t>()]) {
                value["index"] = *index;
            } else {
                member = material.erase(member);
                continue;
            }
        } else if (value.is_object()) {
            renumberTextures(value, textures);
        }
        ++member;
    }
}

} // namespace

void removeImages(Json& document, const std::vector<bool>& isKept) {
    const Kept images(isKept);
    std::vector<bool> keptTextures;
    for (Json& texture : document["textures"]) {
        const auto source =
            texture.contains("source") ? images[texture["source"].get<std::size_t>()] : std::nullopt;
        keptTextures.push_back(source.has_value());
        if (source) {
            texture["source"] = *source;
        }
    }
    const Kept textures(keptTextures);
    if (document.contains("materials")) {
        for (Json& material : document["materials"]) {
            renumberTextures(material, textures);
        }
    }
    images.apply(document, "images");
    textures.apply(document, "textures");
    if (!document.contains("textures")) {
        document.erase("samplers");
    }
}

} // namespace assimp_md2
