// SPDX-License-Identifier: BSD-3-Clause
// The options of assimp-md2 that set properties, and its game.
#pragma once

#include "batch/command_line.h"
#include "batch/process.h"
#include "importer/settings/property_table.h"

#include <string>
#include <vector>

namespace assimp_md2::inner {

/// What assimp-md2 says about itself.
const Program& thisProgram();

struct Options {
    Words words;
    PropertyTexts properties;      ///< of the options, or else of the environment
    std::vector<std::string> game; ///< absolute folders of --game
};

/// Reads the options of properties, --game, and others.
///
/// \throws CommandError, also for options of former versions, whose successor it names
Options readCommandOptions(const std::vector<std::string>& arguments, ReadOptions which,
                           const std::vector<CommandOption>& more = {});

/// The folders of --game or else of ASSIMP_MD2_GAME.
std::vector<std::string> gameFolders(const Options& options);

/// The options as variables, for the plugin.
Variables variablesOf(const Options& options);

/// The option of a property: `--fps` for `IMPORT_MD2_FPS`.
std::string optionOf(const Property& property);

/// Writes one warning for each variable ASSIMP_MD2_… that has no meaning, unless ASSIMP_MD2_QUIET is 1.
void warnOfUnknownVariables();

} // namespace assimp_md2::inner
