// SPDX-License-Identifier: BSD-3-Clause
#include "batch/options.h"

#include "batch/process.h"
#include "command/help.h"
#include "importer/base/environment.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/file_system_path.h"
#include "importer/files/local_files.h"
#include "importer/settings/property_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <numeric>

namespace assimp_md2 {
namespace {

constexpr std::string_view kPrefix = "ASSIMP_MD2_";

/// The number of characters to insert, delete or replace (Levenshtein).
std::size_t distance(std::string_view one, std::string_view other) {
    std::vector<std::size_t> row(other.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < one.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < other.size(); ++j) {
            const std::size_t replaced = diagonal + (one[i] == other[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

std::string nearest(const std::string& name, const std::vector<std::string>& known) {
    return *std::min_element(known.begin(), known.end(), [&](const std::string& a, const std::string& b) {
        return distance(name, a) < distance(name, b);
    });
}

/// The absolute path of a folder of --game, because a program may change its working directory.
std::string absoluteGame(const std::string& folder) {
    std::error_code error;
    std::string path = utf8Of(std::filesystem::absolute(fileSystemPath(folder), error));
    std::string problem;
    if (folder.empty()) {
        problem = " needs a folder";
    } else if (path.find(kListSeparator) != std::string::npos) {
        problem = std::string(" cannot name a folder with a ") +
                  (kListSeparator == ':' ? "colon: " : "semicolon: ") + path;
    } else if (typeOf(path) == PathType::File) {
        const std::string above = folderOf(folder);
        problem = " " + folder + " is a file; archives are found in their folder: --game " +
                  (above.empty() ? "." : above);
    } else if (error || typeOf(path) != PathType::Folder) {
        problem = " " + folder + ": there is no such folder";
    }
    if (!problem.empty()) {
        throw CommandError(kWrongCommandLine, printable("--game" + problem));
    }
    return path;
}

const CommandOption& optionNamed(const std::string& name, const std::vector<CommandOption>& options) {
    std::vector<std::string> names;
    for (const CommandOption& option : options) {
        if (option.name == name) {
            return option;
        }
        names.push_back(option.name);
    }
    throw CommandError(kWrongCommandLine,
                       printable("unknown option " + name + "; the nearest is " + nearest(name, names) +
                                 ", and assimp-md2 --help lists all"));
}

std::string missingEquals(const std::string& name, const std::string& value) {
    return name + " needs a = before its value: " + name + "=" + value;
}

[[noreturn]] void printAndExit(const char* text) {
    std::exit(std::fputs(text, stdout) < 0 || std::fflush(stdout) != 0 ? kFailed : 0);
}

} // namespace

std::string optionOf(std::string_view key) {
    std::string option = "--" + lowerCase(environmentNameOf(key).substr(kPrefix.size()));
    std::replace(option.begin(), option.end(), '_', '-');
    return option;
}

std::string similarWord(const std::string& word) {
    constexpr std::size_t kMostTypos = 2;
    const std::string found = nearest(word, {"convert", "list", "check"});
    return distance(word, found) <= kMostTypos ? found : "";
}

Words readOptions(const std::vector<std::string>& arguments, ReadOptions which,
                  const std::vector<CommandOption>& more) {
    std::string game;
    Words result;
    std::vector<CommandOption> options = more;
    options.push_back({"--help", false, [](const std::string&) { printAndExit(kHelpText); }});
    options.push_back({"--version", false, [](const std::string&) { printAndExit(kVersionText); }});
    options.push_back({"--game", true, [&](const std::string& folder) {
                           const std::string path = absoluteGame(folder);
                           game += (game.empty() ? "" : std::string(1, kListSeparator)) + path;
                       }});
    for (const Property& property : kProperties) {
        options.push_back(
            {optionOf(property.key), property.type != PropertyType::Bool, [&](const std::string& value) {
                 setVariable(environmentNameOf(property), value);
                 result.properties.emplace_back(property.key);
             }});
    }

    for (auto argument = arguments.begin(); argument != arguments.end(); ++argument) {
        const bool isDashes = *argument == "--";
        if (isDashes || argument->size() < 2 || argument->front() != '-') {
            result.isAfterDashes = isDashes && result.words.empty();
            if (isDashes || which == ReadOptions::BeforeFirstWord) {
                result.words.insert(result.words.end(), argument + (isDashes ? 1 : 0), arguments.end());
                break;
            }
            result.words.push_back(*argument);
            continue;
        }
        const std::size_t equals = argument->find('=');
        const std::string name = argument->substr(0, equals);
        const CommandOption& option = optionNamed(name == "-h" ? "--help" : name, options);
        if (equals != std::string::npos) {
            option.set(argument->substr(equals + 1));
        } else if (!option.takesValue) {
            if (argument + 1 != arguments.end() && (argument[1] == "true" || argument[1] == "false")) {
                throw CommandError(kWrongCommandLine, missingEquals(name, argument[1]));
            }
            option.set("true");
        } else if (argument + 1 == arguments.end()) {
            throw CommandError(kWrongCommandLine,
                               name + " needs a " + (name == "--game" ? "folder" : "value"));
        } else {
            option.set(*++argument);
        }
    }
    if (!game.empty()) {
        setVariable("ASSIMP_MD2_GAME", game);
    }
    return result;
}

void warnOfUnknownVariables() {
    std::vector<std::string> known = {"ASSIMP_MD2_DISABLE", "ASSIMP_MD2_GAME", "ASSIMP_MD2_QUIET"};
    for (const Property& property : kProperties) {
        known.push_back(environmentNameOf(property.key));
    }
    const char* const quiet = environmentVariable("ASSIMP_MD2_QUIET");
    if (quiet != nullptr && quiet == std::string("1")) {
        return;
    }
    for (const std::string& variable : variables()) {
        const std::string name = variable.substr(0, variable.find('='));
        if (name.rfind(kPrefix, 0) == 0 && std::find(known.begin(), known.end(), name) == known.end()) {
            complain("the variable " + name + " is unknown; the nearest is " + nearest(name, known));
        }
    }
}

std::string messageOf(const std::string& text) {
    constexpr std::string_view kCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    std::string message;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find_first_not_of(kCharacters, start), text.size());
        const std::string word = text.substr(start, end - start);
        const auto property = std::find_if(kProperties.begin(), kProperties.end(),
                                           [&](const Property& known) { return known.key == word; });
        message += property == kProperties.end() ? word : optionOf(word);
        start = std::min(text.find_first_of(kCharacters, end), text.size());
        message.append(text, end, start - end);
    }
    return printable(message);
}

void complain(const std::string& text) {
    std::fprintf(stderr, "assimp-md2: %s\n", messageOf(text).c_str());
}

void finishOutput() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        throw CommandError(kFailed, "stdout cannot be written");
    }
}

int runCommand(int argc, char** argv, const std::function<int(const std::vector<std::string>&)>& command) {
    try {
        return command(startProcess(argc, argv));
    } catch (const CommandError& error) {
        complain(error.what());
        return error.code;
    } catch (const std::exception& error) {
        complain(error.what());
        return kFailed;
    }
}

} // namespace assimp_md2
