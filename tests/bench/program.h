// SPDX-License-Identifier: BSD-3-Clause
// What the benchmark programs have in common: their arguments, their files, and what a run says about itself.
#pragma once

#include "support/md2_builder.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace assimp_md2::inner::test {

/// Takes the value of the argument `--name=value` out of `arguments`; an empty text for `--name` alone.
std::optional<std::string> takeOption(std::vector<std::string>& arguments, const std::string& name);

/// Throws std::runtime_error for an argument that starts with `--`.
void refuseOptions(const std::vector<std::string>& arguments);

/// The .md2 files in a folder and the folders below it, sorted.
std::vector<std::filesystem::path> md2FilesIn(const std::filesystem::path& folder);

/// Makes malloc keep freed memory of every size for the next allocation, so that no page faults are measured.
void keepFreedMemory();

/// Adds the compiler and Assimp's version to the context of Google Benchmark's output.
void describeRun();

/// Runs `run` with the arguments that Google Benchmark leaves.
/// \return the exit code: 2 after an exception, which is printed
int runProgram(int argc, char** argv, void (*run)(std::vector<std::string> arguments));

} // namespace assimp_md2::inner::test
