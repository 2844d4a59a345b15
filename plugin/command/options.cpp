// SPDX-License-Identifier: BSD-3-Clause
#include "command/options.h"

#include "command/help.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/file_system_path.h"
#include "importer/files/local_files.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace assimp_md2::inner {
namespace {

constexpr std::string_view kPrefix = "ASSIMP_MD2_";

/// The absolute path of a folder of --game, because a program may change its working directory.
std::string absoluteGame(const std::string& folder) {
    std::error_code error;
    std::string path = utf8Of(std::filesystem::absolute(fileSystemPath(folder), error));
    if (folder.empty() || error || typeOf(path) != PathType::Folder) {
        throw CommandError(
            kWrongCommandLine,
            printable("--game is \"" + folder + "\", expected a folder, in which archives are found"));
    }
    if (path.find(kListSeparator) != std::string::npos) {
        throw CommandError(kWrongCommandLine, printable("--game cannot name " + path + ", because " +
                                                        kListSeparator + " separates folders"));
    }
    return path;
}

/// The options of former versions, and the ends of their errors.
std::map<std::string, std::string> successors() {
    std::map<std::string, std::string> all = {
        {"--add-clips", " is now md2-maker player --clips"},
        {"--export-clips", " is now md2-maker player, or md2-maker model --use"}};
    for (const std::string name : {"fps", "motion", "meshes", "scale", "height", "offset", "front", "up",
                                   "skin-path", "textures", "palette", "overwrite", "simplify"}) {
        all.emplace("--export-" + name, " is now md2-maker model --" + name);
    }
    return all;
}

} // namespace

const Program& thisProgram() {
    static const Program kProgram = [] {
        Program program{"assimp-md2", kHelpText, kVersionText, {}};
        for (const Property& property : kProperties) {
            program.options.emplace(property.key, optionOf(property));
        }
        return program;
    }();
    return kProgram;
}

std::string optionOf(const Property& property) {
    std::string option = "--" + lowerCase(environmentNameOf(property.key).substr(kPrefix.size()));
    std::replace(option.begin(), option.end(), '_', '-');
    return option;
}

Options readCommandOptions(const std::vector<std::string>& arguments, ReadOptions which,
                           const std::vector<CommandOption>& more) {
    Options result;
    std::vector<CommandOption> options = more;
    options.push_back(
        {"--game", true, [&](const std::string& folder) { result.game.push_back(absoluteGame(folder)); }});
    for (const Property& property : kProperties) {
        options.push_back({optionOf(property), property.type != PropertyType::Bool,
                           [&](const std::string& value) { result.properties[property.key] = value; }});
    }
    for (const auto& [name, successor] : successors()) {
        options.push_back({name, false, [text = name + successor](const std::string&) {
                               throw CommandError(kWrongCommandLine, text);
                           }});
    }
    result.words = readOptions(thisProgram(), arguments, which, options);
    Variables environment = variables();
    for (const Property& property : kProperties) {
        if (const std::string& value = environment[environmentNameOf(property.key)]; !value.empty()) {
            result.properties.emplace(property.key, value);
        }
    }
    return result;
}

Variables variablesOf(const Options& options) {
    Variables variables;
    for (const auto& [key, value] : options.properties) {
        variables.emplace(environmentNameOf(key), value);
    }
    std::string folders;
    for (const std::string& folder : options.game) {
        folders += (folders.empty() ? "" : std::string(1, kListSeparator)) + folder;
    }
    if (!folders.empty()) {
        variables.emplace("ASSIMP_MD2_GAME", folders);
    }
    return variables;
}

std::vector<std::string> gameFolders(const Options& options) {
    return options.game.empty() ? splitFolders(variables()["ASSIMP_MD2_GAME"]) : options.game;
}

void warnOfUnknownVariables() {
    std::vector<std::string> known = {"ASSIMP_MD2_DISABLE", "ASSIMP_MD2_GAME", "ASSIMP_MD2_QUIET"};
    for (const Property& property : kProperties) {
        known.push_back(environmentNameOf(property.key));
    }
    Variables environment = variables();
    if (environment["ASSIMP_MD2_QUIET"] == "1") {
        return;
    }
    for (const auto& [name, value] : environment) {
        if (name.rfind(kPrefix, 0) == 0 && std::find(known.begin(), known.end(), name) == known.end()) {
            complain(thisProgram(),
                     "the variable " + name + " is unknown; the nearest is " + nearest(name, known));
        }
    }
}

} // namespace assimp_md2::inner
