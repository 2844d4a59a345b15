// SPDX-License-Identifier: BSD-3-Clause
// The command assimp-md2. On Linux it does not load Assimp, because it starts other programs.
#include "base/environment.h"
#include "base/paths.h"
#include "base/text.h"
#include "command/options.h"
#include "command/programs.h"
#include "games/game.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

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
    for (const std::string& name : game.list(patterns.empty() ? "*" : patterns.front())) {
        std::printf("%s\n", printable(name).c_str());
    }
    if (std::fflush(stdout) != 0) {
        throw CommandError(kFailed, std::string("the names cannot be written: ") + std::strerror(errno));
    }
    return 0;
}

int run(const std::vector<std::string>& arguments) {
    auto [words, isProgram] = readOptions(arguments, ReadOptions::BeforeFirstWord);
    if (words.empty()) {
        throw CommandError(kWrongCommandLine,
                           "a program or a word is missing; assimp-md2 --help describes them");
    }
    warnOfUnknownVariables();
    const std::vector<std::string> rest(words.begin() + 1, words.end());
    if (!isProgram && words.front() == "convert") {
        return runConvert(rest);
    }
    if (!isProgram && words.front() == "list") {
        return listGame(rest);
    }
    if (!isProgram && words.front() == "check") {
        return runCheck(rest);
    }
    return runProgram(words);
}

} // namespace
} // namespace assimp_md2

int main(int argc, char** argv) {
    return assimp_md2::runCommand(argc, argv, assimp_md2::run);
}
