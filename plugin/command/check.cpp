// SPDX-License-Identifier: BSD-3-Clause
// The word `check`: says what `assimp-md2 PROGRAM` would do, without running anything of the program.
#include "command/programs.h"

#include "command/options.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/local_files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <gnu/lib-names.h>
#include <string_view>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace assimp_md2::inner {
namespace {

const std::string kBuiltFor =
    std::to_string(ASSIMP_MD2_ASSIMP_MAJOR) + "." + std::to_string(ASSIMP_MD2_ASSIMP_MINOR);

/// \param program a path, or a name in PATH
std::string findProgram(const std::string& program) {
    const char* const path = std::getenv("PATH");
    for (const std::string& folder : program.find('/') != std::string::npos
                                         ? std::vector<std::string>{""}
                                         : splitFolders(path != nullptr ? path : "/bin:/usr/bin")) {
        if (std::string file = joined(folder, program);
            typeOf(file) == PathType::File && (folder.empty() || access(file.c_str(), X_OK) == 0)) {
            return file;
        }
    }
    throw CommandError(kFailed, program + ": there is no such program");
}

/// What the dynamic linker of the system writes about the libraries of a program, which it does not run.
///
/// \return empty if it cannot load them
/// \throws CommandError if that cannot be found out
std::string librariesOf(const std::string& program) {
    const std::string linker =
        std::string(typeOf("/lib64/" LD_SO) == PathType::File ? "/lib64/" : "/lib/") + LD_SO;
    setenv("CHECKED_PROGRAM", program.c_str(), 1);
    // No other variables: LD_AUDIT, for example, would run code.
    const std::string command = "exec timeout 5 env -i LD_LIBRARY_PATH=\"$LD_LIBRARY_PATH\" " + linker +
                                " --list \"$CHECKED_PROGRAM\" 2>/dev/null";
    // NOLINTNEXTLINE(cert-env33-c): the shell gets the program as a variable
    std::FILE* const pipe = popen(command.c_str(), "re");
    std::string text;
    char bytes[4096];
    for (std::size_t count = 0; pipe != nullptr && (count = std::fread(bytes, 1, sizeof bytes, pipe)) > 0;) {
        text.append(bytes, count);
    }
    const int status = pipe == nullptr ? -1 : pclose(pipe);
    constexpr int kTookTooLong = 124; // of timeout(1)
    if (status < 0 || WEXITSTATUS(status) == kTookTooLong) {
        throw CommandError(kFailed, program + " cannot be checked: " +
                                        (status < 0 ? std::strerror(errno) : "it takes too long"));
    }
    return status == 0 ? text : "";
}

/// The path of Assimp in what the dynamic linker writes; empty if there is none.
std::string assimpIn(std::string_view libraries) {
    for (std::string_view line : partsBetween("\n", libraries)) {
        // libassimp.so.5 => /usr/lib/libassimp.so.5 (0x00007fc43ea00000)
        const std::size_t arrow = line.find("=> ");
        line = trimmed(line.substr(arrow == std::string_view::npos ? 0 : arrow + 3), "\t");
        line = line.substr(0, line.rfind(" ("));
        if (fileNameOf(line).rfind("libassimp", 0) == 0) {
            return std::string(line);
        }
    }
    return {};
}

/// What happens to a program.
///
/// \param gains receives whether its Assimp gains MD2 support
std::string describe(const std::string& name, bool& gains) {
    const std::string path = findProgram(name);
    const auto file = LocalFile::open(path);
    if (!file) {
        throw CommandError(kFailed, name + " cannot be read");
    }
    const FileBytes bytes = file->readBeginning(static_cast<std::size_t>(file->size()));
    const std::string_view text(static_cast<const char*>(static_cast<const void*>(bytes.slice().data())),
                                bytes.slice().size());
    const auto has = [&](const std::string& part) { return text.find(part) != std::string_view::npos; };
    const std::string helps = "; assimp-md2 convert helps";
    if (text.substr(0, 2) == "#!") {
        return name + " is a script, so it depends on the program in its first line: " +
               std::string(trimmed(text.substr(2, std::min<std::size_t>(text.find('\n'), 256) - 2), " \t\r"));
    }
    if (text.substr(0, 4) != "\177ELF") {
        return name + " is not an ELF program, so nothing changes";
    }
    struct stat status {};
    if ((stat(path.c_str(), &status) == 0 && (status.st_mode & (S_ISUID | S_ISGID)) != 0) ||
        getxattr(path.c_str(), "security.capability", nullptr, 0) > 0) {
        return name + " is setuid or setgid or has capabilities, so the dynamic linker ignores the plugin" +
               helps;
    }
    // Assimp::Importer::ReadFile has this text in every version, and a stripped file still contains it. In
    // two parts, so that this program does not contain it.
    if (has(std::string("No suitable reader found ") + "for the file format of file")) {
        return name + " is statically linked with Assimp, so nothing changes" + helps;
    }
    std::error_code error;
    // The linker needs a path without links for $ORIGIN.
    const std::string libraries = librariesOf(std::filesystem::canonical(path, error).native());
    if (libraries.empty() || libraries.find("statically linked") != std::string::npos) {
        return name + " is not dynamically linked, or not for this system, so nothing changes" + helps;
    }
    const std::string assimp = assimpIn(libraries);
    if (assimp.empty()) {
        return name + " needs no Assimp, so nothing changes, unless it loads Assimp while it runs";
    }
    const std::string uses = name + " uses " + assimp;
    const std::string library = std::filesystem::canonical(assimp, error).filename().native();
    const std::size_t mark = library.find(".so.");
    const std::string version = mark == std::string::npos ? "" : library.substr(mark + 4);
    if (version.find('.') == std::string::npos) {
        return uses + ", whose version is not in its name; it gains MD2 support if that is Assimp " +
               kBuiltFor;
    }
    // Debian's 5.2.5 calls itself 5.2.4; the last number does not matter.
    gains = (version + ".").rfind(kBuiltFor + ".", 0) == 0;
    return uses + " (Assimp " + version + ")" +
           (gains ? ", which gains MD2 support"
                  : ", but the plugin was built for Assimp " + kBuiltFor + ", so nothing changes" + helps);
}

} // namespace

int runCheck(const std::vector<std::string>& arguments) {
    const std::vector<std::string> programs =
        readCommandOptions(arguments, ReadOptions::BeforeFirstWord).words.words;
    if (programs.empty()) {
        throw CommandError(kWrongCommandLine, "check needs a program");
    }
    bool gains = false; // arguments of the program may follow
    std::printf("%s\n", printable(describe(programs.front(), gains)).c_str());
    finishOutput();
    return gains ? 0 : kFailed;
}

} // namespace assimp_md2::inner
