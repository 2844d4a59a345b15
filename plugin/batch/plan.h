// SPDX-License-Identifier: BSD-3-Clause
// Which files a program reads, and where it writes each of them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace assimp_md2::inner {

/// One file to work on.
struct Job {
    std::string name;   ///< as messages show it
    std::string input;  ///< for Assimp
    std::string output; ///< in a folder, with the extension of the input until chooseOutputs changes it
    /// How the names of its images begin, which no other output of the run has; empty if it is the only MD2
    /// of its folder, whose skins keep their names.
    std::string imageStem{};
};

struct Plan {
    std::vector<Job> jobs;
    bool isFolder = false;             ///< the output is a folder
    std::vector<std::string> warnings; ///< one line each
    std::vector<std::string> failures; ///< inputs that cannot be read, one line each
};

/// Which inputs a program takes.
struct InputRules {
    /// Whether a file of a folder is an input.
    std::function<bool(const std::string& file)> isModel;
    std::string noModel; ///< completes "the folder contains no …"
    /// Why a file is refused; empty if it is not.
    std::function<std::string(const std::string& file)> refuse;
    /// Looks for inputs that are no files, by a name or by a pattern with `*` or `?`; may be null. Files then
    /// get absolute paths.
    ///
    /// \return names for Assimp, and below the output folder
    std::function<std::optional<std::vector<std::string>>(const std::string& word, Plan& plan)> find{};
};

/// Finds the inputs.
///
/// \throws CommandError when a word is empty, or several inputs have no folder as their output
Plan findInputs(const std::vector<std::string>& words, const std::string& output, const InputRules& rules);

/// Chooses the outputs: in a folder, names with this extension that differ also on file systems that ignore
/// case, and where links lead.
///
/// \throws CommandError when an output is an input
void chooseOutputs(Plan& plan, const std::string& extension);

} // namespace assimp_md2::inner
