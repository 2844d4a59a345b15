// SPDX-License-Identifier: BSD-3-Clause
// The folder of real models that ASSIMP_MD2_MODELS names, and what an independent reader found in them.
#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace assimp_md2::inner::test {

inline const std::filesystem::path kModelsFolder = ASSIMP_MD2_MODELS;

/// The contents of expected.json, by the names of the models.
inline nlohmann::json expectedModels() {
    std::ifstream file(kModelsFolder / "expected.json");
    return file ? nlohmann::json::parse(file) : nlohmann::json::object();
}

/// The names of the models that a reader must refuse, or of those that it must accept.
inline std::vector<std::string> modelNames(bool refused) {
    std::vector<std::string> names;
    const nlohmann::json expected = expectedModels();
    for (const auto& entry : expected.items()) {
        if (entry.value().contains("refused") == refused) {
            names.push_back(entry.key());
        }
    }
    return names;
}

/// The name of a model as GoogleTest allows it in the name of a test.
inline std::string testNameOf(const testing::TestParamInfo<std::string>& test) {
    std::string name = test.param;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
}

} // namespace assimp_md2::inner::test
