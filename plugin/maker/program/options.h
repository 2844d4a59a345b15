// SPDX-License-Identifier: BSD-3-Clause
// The command line of md2-maker.
#pragma once

#include "batch/command_line.h"
#include "batch/run_jobs.h"
#include "maker/export_settings.h"

#include <string>
#include <vector>

namespace assimp_md2::inner {

/// The subcommands of md2-maker.
enum class Verb { Player, Monster, Model, Look };

/// What a command line asks for.
struct MakerOptions {
    Verb verb = Verb::Model;
    std::vector<std::string> words; ///< the sources; in a child process its batch
    std::string output;             ///< of -o
    std::vector<std::string> clips; ///< files whose animations are added
    std::string weapon;             ///< names of meshes, or a file
    ExportSettings settings;        ///< with the defaults of the verb
    RunSettings run;
    std::vector<std::string> arguments; ///< the verb and its options, for a child process
};

/// What --help prints, of a subcommand or of the whole program.
std::string helpText(const std::string& verb);

/// What md2-maker says about itself.
const Program& thisProgram();

/// Reads the arguments after the name of the program.
///
/// \param isChild whether they are those of a child process, which the parent has checked
/// \throws CommandError
MakerOptions readMakerOptions(const std::vector<std::string>& arguments, bool isChild);

} // namespace assimp_md2::inner
