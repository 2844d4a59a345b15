// SPDX-License-Identifier: BSD-3-Clause
// The command assimp-md2. On Linux it does not load Assimp, because it starts other programs.
#include "batch/options.h"
#include "command/programs.h"
#include "games/game.h"
#include "importer/base/environment.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/settings/property_table.h"

#include <cstdio>

namespace assimp_md2 {
namespace {

int listGame(const std::vector<std::string>& arguments) {
    const std::vector<std::string> patterns = readOptions(arguments, ReadOptions::Everywhere).words;
    const char* const folders = environmentVariable("ASSIMP_MD2_GAME");
    if (patterns.size() > 1) {
        throw CommandError(kWrongCommandLine,
                           "list needs one pattern; a shell needs quotes around it: \"*.md2\"");
    }
    if (folders == nullptr || *folders == '\0') {
        throw CommandError(kWrongCommandLine, "list needs --game FOLDER");
    }
    const Game game(splitFolders(folders));
    for (const std::string& line : game.problems()) {
        complain(line);
    }
    const std::string pattern = patterns.empty() ? "*" : patterns.front();
    const std::vector<std::string> names = game.list(pattern);
    for (const std::string& name : names) {
        std::printf("%s\n", printable(name).c_str());
    }
    finishOutput();
    if (names.empty()) {
        throw CommandError(kFailed, "no file of the game matches " + pattern);
    }
    return 0;
}

int run(const std::vector<std::string>& arguments) {
    std::vector<CommandOption> ofConvert;
    for (const char* const name : {"--to", "--jobs", "--timeout", "--add-clips", "--dry-run"}) {
        ofConvert.push_back({name, false, [name](const std::string&) {
                                 throw CommandError(kWrongCommandLine,
                                                    std::string(name) + " belongs after the word convert");
                             }});
    }
    const auto [words, isProgram, properties] =
        readOptions(arguments, ReadOptions::BeforeFirstWord, ofConvert);
    if (words.empty()) {
        throw CommandError(kWrongCommandLine,
                           "a program or a word is missing; assimp-md2 --help describes them");
    }
    warnOfUnknownVariables();
    std::vector<std::string> rest(words.begin() + 1, words.end());
    if (!isProgram && words.front() == "convert") {
        for (const std::string& key : properties) { // convert checks whether they have an effect
            const char* const value = environmentVariable(environmentNameOf(key).c_str());
            rest.insert(rest.begin(), optionOf(key) + "=" + value);
        }
        return runConvert(rest);
    }
    if (!isProgram && words.front() == "list") {
        return listGame(rest);
    }
    if (!isProgram && words.front() == "check") {
        return runCheck(rest);
    }
    if (const std::string& word = words.front(); !isProgram && equalWithoutCase(extensionOf(word), ".md2")) {
        throw CommandError(kWrongCommandLine, word + " is a model, not a program: assimp-md2 convert " +
                                                  word + " tris.glb or assimp-md2 assimp export " + word +
                                                  " tris.glb");
    }
    return runProgram(words);
}

} // namespace
} // namespace assimp_md2

int main(int argc, char** argv) {
    return assimp_md2::runCommand(argc, argv, assimp_md2::run);
}
