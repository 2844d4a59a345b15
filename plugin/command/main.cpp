// SPDX-License-Identifier: BSD-3-Clause
// The command assimp-md2. It does not load Assimp, because it starts other programs.
#include "base/environment.h"
#include "base/paths.h"
#include "base/text.h"
#include "command/check.h"
#include "command/options.h"
#include "games/game.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace assimp_md2 {
namespace {

/// A file that is installed with this program, so that the prefix may be moved.
std::string installedFile(const char* pathFromHere) {
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error) {
        throw CommandError(kWrongCommandLine, "/proc/self/exe cannot be read: " + error.message());
    }
    const std::filesystem::path file = self.parent_path() / pathFromHere;
    const std::filesystem::path resolved = std::filesystem::canonical(file, error);
    if (error) {
        throw CommandError(kWrongCommandLine,
                           "this file does not exist: " + file.lexically_normal().native());
    }
    return resolved.native();
}

/// Replaces this process.
///
/// \return only if that fails: errno
int execute(const std::string& program, const std::vector<std::string>& arguments) {
    std::vector<char*> pointers(arguments.size() + 1);
    std::transform(arguments.begin(), arguments.end(), pointers.begin(), [](const std::string& argument) {
        return const_cast<char*>(argument.c_str()); // execvp changes no argument
    });
    execvp(program.c_str(), pointers.data());
    return errno;
}

int runProgram(const std::vector<std::string>& arguments) {
    const std::string& program = arguments.front();
    const std::string plugin = installedFile(ASSIMP_MD2_PLUGIN_FROM_BIN);
    if (plugin.find_first_of(": ") != std::string::npos) {
        throw CommandError(kWrongCommandLine,
                           "LD_PRELOAD cannot name a path with a space or a colon: " + plugin);
    }
    // After libraries that are preloaded already: a sanitizer, for example, must be the first.
    const char* const variable = std::getenv("LD_PRELOAD");
    std::string preload = variable != nullptr ? variable : "";
    if ((":" + preload + ":").find(":" + plugin + ":") == std::string::npos) {
        preload += (preload.empty() ? "" : ":") + plugin;
    }
    if (setenv("LD_PRELOAD", preload.c_str(), 1) != 0) {
        throw std::bad_alloc();
    }
    const int code = execute(program, arguments);
    throw code == ENOENT ? CommandError(127, program + ": not found")
                         : CommandError(126, program + ": cannot be run: " + std::strerror(code));
}

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
    finishOutput();
    return 0;
}

int check(const std::vector<std::string>& arguments) {
    const std::vector<std::string> programs = readOptions(arguments, ReadOptions::BeforeFirstWord).words;
    if (programs.empty()) {
        throw CommandError(kWrongCommandLine, "check needs a program");
    }
    // Arguments of the program may follow.
    const Check result = checkProgram(programs.front());
    std::printf("%s\n", printable(result.line).c_str());
    finishOutput();
    return result.gains ? 0 : kFailed;
}

int run(const std::vector<std::string>& arguments) {
    std::vector<CommandOption> ofConvert;
    for (const char* const name : {"--to", "--jobs", "--timeout", "--add-clips", "--dry-run"}) {
        ofConvert.push_back({name, false, [name](const std::string&) {
                                 throw CommandError(kWrongCommandLine,
                                                    std::string(name) + " belongs after the word convert");
                             }});
    }
    auto [words, isProgram] = readOptions(arguments, ReadOptions::BeforeFirstWord, ofConvert);
    if (words.empty()) {
        throw CommandError(kWrongCommandLine,
                           "a program or a word is missing; assimp-md2 --help describes them");
    }
    warnOfUnknownVariables();
    const std::vector<std::string> rest(words.begin() + 1, words.end());
    if (!isProgram && words.front() == "convert") {
        const std::string program = installedFile(ASSIMP_MD2_CONVERT_FROM_BIN);
        throw CommandError(kWrongCommandLine,
                           program + " cannot be run: " + std::strerror(execute(program, words)));
    }
    if (!isProgram && words.front() == "list") {
        return listGame(rest);
    }
    if (!isProgram && words.front() == "check") {
        return check(rest);
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
    return assimp_md2::runCommand([&] { return assimp_md2::run({argv + (argc > 0 ? 1 : 0), argv + argc}); });
}
