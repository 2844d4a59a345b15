// SPDX-License-Identifier: BSD-3-Clause
// Runs other programs with the plugin, and starts convert, on POSIX systems.
#if !defined(_WIN32)
#include "command/programs.h"

#include "command/options.h"
#include "importer/files/local_files.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <unistd.h>

namespace assimp_md2::inner {
namespace {

/// A file that is installed with this program, so that the prefix may be moved.
std::string installedFile(const char* pathFromHere) {
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
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

} // namespace

int runProgram(const std::vector<std::string>& arguments, Variables variables) {
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
    variables["LD_PRELOAD"] = preload;
    for (const auto& [name, value] : variables) {
        if (setenv(name.c_str(), value.c_str(), 1) != 0) {
            throw std::bad_alloc();
        }
    }
    const int code = execute(program, arguments);
    const std::string hint = typeOf(program) == PathType::File
                                 ? "; assimp-md2 convert converts an MD2, and md2-maker makes one"
                                 : "; assimp-md2 has the words convert, list and check";
    throw code == ENOENT ? CommandError(127, program + ": not found" + hint)
                         : CommandError(126, program + ": cannot be run: " + std::strerror(code) + hint);
}

int runConvert(const std::vector<std::string>& arguments) {
    const std::string program = installedFile(ASSIMP_MD2_CONVERT_FROM_BIN);
    std::vector<std::string> words = arguments;
    words.insert(words.begin(), "convert");
    throw CommandError(kWrongCommandLine,
                       program + " cannot be run: " + std::strerror(execute(program, words)));
}

} // namespace assimp_md2::inner

#endif
