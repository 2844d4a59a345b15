// SPDX-License-Identifier: BSD-3-Clause
// Which files `assimp-md2 convert` reads, and where it writes each of them.
#pragma once

#include <string>
#include <vector>

namespace assimp_md2 {

class Game;

/// One file to convert.
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
    std::vector<std::string> failures; ///< inputs that do not exist, one line each
};

/// Finds the inputs.
///
/// \param words inputs and, at the end, the output
/// \param game may be null
/// \param areAnyModels whether folders are searched for all formats that Assimp reads, not only for MD2
/// \throws CommandError when a word is missing or empty, or several inputs have no folder as their output
Plan findInputs(const std::vector<std::string>& words, const Game* game, bool areAnyModels);

/// Chooses the outputs: in a folder, names with this extension that differ also on file systems that ignore
/// case.
///
/// \param game whose loose files and archives must not be replaced; may be null
/// \param weapon a file in the folder of each input that is read with it; may be empty
/// \throws CommandError when an output is an input
void chooseOutputs(Plan& plan, const std::string& extension, const Game* game, const std::string& weapon);

} // namespace assimp_md2
