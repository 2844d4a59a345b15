// SPDX-License-Identifier: BSD-3-Clause
// The command assimp-md2. On Linux it does not load Assimp, because it starts other programs.
#include "batch/process.h"
#include "command/options.h"
#include "command/programs.h"
#include "games/game.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"

#include <cstdio>

namespace assimp_md2::inner {
namespace {

int listGame(const std::vector<std::string>& arguments) {
    const Options options = readCommandOptions(arguments, ReadOptions::Everywhere);
    const std::vector<std::string>& patterns = options.words.words;
    const std::vector<std::string> folders = gameFolders(options);
    if (patterns.size() > 1) {
        throw CommandError(kWrongCommandLine,
                           "list needs one pattern; a shell needs quotes around it: \"*.md2\"");
    }
    if (folders.empty()) {
        throw CommandError(kWrongCommandLine, "list needs --game FOLDER");
    }
    const Game game(folders);
    for (const std::string& line : game.problems()) {
        complain(thisProgram(), line);
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
    if (isChild(arguments)) {
        return runConvert(arguments);
    }
    std::vector<CommandOption> ofConvert;
    for (const char* const name : {"--to", "--scale", "--jobs", "--timeout", "--dry-run"}) {
        ofConvert.push_back({name, false, [name](const std::string&) {
                                 throw CommandError(kWrongCommandLine,
                                                    std::string(name) + " belongs after the word convert");
                             }});
    }
    const Options options = readCommandOptions(arguments, ReadOptions::BeforeFirstWord, ofConvert);
    const std::vector<std::string>& words = options.words.words;
    const bool isProgram = options.words.isAfterDashes;
    if (words.empty()) {
        throw CommandError(kWrongCommandLine,
                           "a program or a word is missing; assimp-md2 --help describes them");
    }
    warnOfUnknownVariables();
    std::vector<std::string> all = options.words.options;
    all.insert(all.end(), words.begin() + 1, words.end());
    if (!isProgram && words.front() == "convert") {
        return runConvert(all);
    }
    if (!isProgram && words.front() == "list") {
        return listGame(all);
    }
    if (!isProgram && words.front() == "check") {
        return runCheck(all);
    }
    if (const std::string& word = words.front(); !isProgram && equalWithoutCase(extensionOf(word), ".md2")) {
        throw CommandError(kWrongCommandLine, word + " is a model, not a program: assimp-md2 convert " +
                                                  word + " tris.glb or assimp-md2 assimp export " + word +
                                                  " tris.glb");
    }
    return runProgram(words, variablesOf(options));
}

} // namespace
} // namespace assimp_md2::inner

int main(int argc, char** argv) {
    return assimp_md2::inner::runCommand(assimp_md2::inner::thisProgram(), argc, argv,
                                         assimp_md2::inner::run);
}
