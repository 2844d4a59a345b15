// SPDX-License-Identifier: BSD-3-Clause
// Implements check.h.
#include "command/check.h"

#include "base/environment.h"
#include "base/file_bytes.h"
#include "base/paths.h"
#include "base/text.h"
#include "command/elf_file.h"
#include "command/options.h"
#include "files/local_files.h"

#include <filesystem>
#include <set>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace assimp_md2 {
namespace {

const std::string kBuiltFor =
    std::to_string(ASSIMP_MD2_ASSIMP_MAJOR) + "." + std::to_string(ASSIMP_MD2_ASSIMP_MINOR);

std::string findProgram(const std::string& program) {
    const auto isProgram = [](const std::string& path) {
        return typeOf(path) == PathType::File && access(path.c_str(), X_OK) == 0;
    };
    if (program.find('/') != std::string::npos) {
        if (typeOf(program) == PathType::File) {
            return program; // a library is not executable
        }
        throw CommandError(kFailed,
                           program + (typeOf(program) == PathType::Nothing ? ": there is no such program"
                                                                           : " is not a file"));
    }
    const char* const path = environmentVariable("PATH");
    for (const std::string& folder : splitFolders(path != nullptr ? path : "/bin:/usr/bin")) {
        if (std::string file = joined(folder, program); isProgram(file)) {
            return file;
        }
    }
    throw CommandError(kFailed, program + ": there is no such program");
}

/// The program that runs a script, from its first line: `#!/bin/sh`, or `#!/usr/bin/env -S python3 -u`.
std::string interpreterOf(const std::string& path) {
    constexpr std::size_t kLongestLine = 256; // as the kernel reads it
    const auto file = LocalFile::open(path);
    const FileBytes bytes = file ? file->readBeginning(kLongestLine) : FileBytes(0);
    std::string_view line(static_cast<const char*>(static_cast<const void*>(bytes.slice().data())),
                          bytes.slice().size());
    if (line.substr(0, 2) != "#!") {
        return {};
    }
    line = trimmed(line.substr(2, line.find('\n') - 2), " \t\r");
    const auto takeWord = [&line] {
        const std::string_view word = line.substr(0, line.find_first_of(" \t"));
        line = trimmed(line.substr(word.size()), " \t");
        return std::string(word);
    };
    std::string program = takeWord();
    if (fileNameOf(program) == "env") {
        // `env -S` may set variables for the interpreter.
        while (!line.empty()) {
            if (std::string word = takeWord(); word.front() != '-' && word.find('=') == std::string::npos) {
                return word;
            }
        }
    }
    return program;
}

/// The version in the name of a library, without its links: 5.2.4 of libassimp.so.5.2.4.
std::string versionOf(const std::string& path) {
    std::error_code error;
    const std::string file = std::filesystem::canonical(path, error).filename().native();
    constexpr std::string_view kMark = ".so.";
    const std::size_t mark = file.find(kMark);
    return mark == std::string::npos ? "" : file.substr(mark + kMark.size());
}

/// The first library with Assimp that the program needs, or that a library needs.
std::optional<ElfFile> findAssimp(const ElfFile& program) {
    std::vector<ElfFile> files = {program};
    std::set<std::string> names;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::vector<std::string> needed = files[i].needed;
        for (const std::string& name : needed) {
            if (!names.insert(name).second) {
                continue;
            }
            if (auto library = findLibrary(name, files[i])) {
                if (library->containsAssimp) {
                    return library;
                }
                files.push_back(*std::move(library));
            }
        }
    }
    return std::nullopt;
}

} // namespace

Check checkProgram(const std::string& name) {
    const std::string path = findProgram(name);
    if (const std::string interpreter = interpreterOf(path); !interpreter.empty()) {
        return {name + " is a script for " + interpreter + ", which decides: assimp-md2 check " +
                interpreter};
    }
    const std::string helps = "; assimp-md2 convert helps";
    if (!LocalFile::open(path)) {
        throw CommandError(kFailed, name + " cannot be read");
    }
    std::error_code ignored;
    const auto program = readElf(std::filesystem::canonical(path, ignored).native()); // as $ORIGIN needs it
    if (!program) {
        return {name + " is no program of this system's kind, so nothing changes" + helps};
    }
    struct stat status {};
    if (stat(path.c_str(), &status) == 0 && (status.st_mode & (S_ISUID | S_ISGID)) != 0) {
        return {name + " is setuid or setgid, so the dynamic linker ignores the plugin" + helps};
    }
    if (getxattr(path.c_str(), "security.capability", nullptr, 0) > 0) {
        return {name + " has file capabilities, so the dynamic linker ignores the plugin" + helps};
    }
    if (program->containsAssimp) {
        return {name + " is statically linked with Assimp, so nothing changes" + helps};
    }
    if (!program->isDynamic && !program->needed.empty()) {
        return {name + " is a library, which gains what the program that loads it gains"};
    }
    if (!program->isDynamic) {
        return {name + " is statically linked, so nothing changes" + helps};
    }
    const auto assimp = findAssimp(*program);
    if (!assimp) {
        return {name + " needs no Assimp, so nothing changes, unless it loads Assimp while it runs"};
    }
    const std::string uses = name + " uses " + assimp->path;
    if (!assimp->exportsAssimp) {
        return {uses + ", which is statically linked with Assimp, so nothing changes" + helps};
    }
    const std::string version = versionOf(assimp->path);
    if (version.find('.') == std::string::npos) {
        return {uses + ", whose version is not in its name; it gains MD2 support if that is Assimp " +
                kBuiltFor};
    }
    // Debian's 5.2.5 calls itself 5.2.4; the last number does not matter.
    if ((version + ".").rfind(kBuiltFor + ".", 0) != 0) {
        return {uses + " (Assimp " + version + "), but the plugin was built for Assimp " + kBuiltFor +
                ", so nothing changes" + helps};
    }
    return {uses + " (Assimp " + version + ") and gains MD2 support", true};
}

} // namespace assimp_md2
