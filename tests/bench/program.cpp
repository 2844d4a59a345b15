// SPDX-License-Identifier: BSD-3-Clause
// What the benchmark programs have in common: their arguments, their files, and what a run says about itself.
#include "bench/program.h"

#include "importer/base/text.h"

#include <assimp/version.h>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <malloc.h>
#include <stdexcept>

namespace assimp_md2::inner::test {

std::optional<std::string> takeOption(std::vector<std::string>& arguments, const std::string& name) {
    const auto found = std::find_if(arguments.begin(), arguments.end(), [&](const std::string& argument) {
        return argument.substr(0, argument.find('=')) == name;
    });
    if (found == arguments.end()) {
        return std::nullopt;
    }
    const std::string argument = *found;
    arguments.erase(found);
    return argument.size() > name.size() ? argument.substr(name.size() + 1) : "";
}

void refuseOptions(const std::vector<std::string>& arguments) {
    for (const std::string& argument : arguments) {
        if (argument.rfind("--", 0) == 0) {
            throw std::runtime_error("there is no option " + argument);
        }
    }
}

std::vector<std::filesystem::path> md2FilesIn(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (lowerCase(entry.path().extension().string()) == ".md2" && entry.is_regular_file()) {
            paths.push_back(entry.path());
        }
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

void keepFreedMemory() {
    if (mallopt(M_MMAP_MAX, 0) == 0 || mallopt(M_TRIM_THRESHOLD, -1) == 0) {
        throw std::runtime_error("malloc cannot be told to keep memory");
    }
}

void describeRun() {
    benchmark::AddCustomContext("compiler", ASSIMP_MD2_COMPILER);
    benchmark::AddCustomContext("assimp", std::to_string(aiGetVersionMajor()) + "." +
                                              std::to_string(aiGetVersionMinor()) + "." +
                                              std::to_string(aiGetVersionPatch()));
}

int runProgram(int argc, char** argv, void (*run)(std::vector<std::string> arguments)) {
    benchmark::Initialize(&argc, argv);
    try {
        run({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", std::filesystem::path(argv[0]).filename().string().c_str(),
                     error.what());
        return 2;
    }
    return 0;
}

} // namespace assimp_md2::inner::test
