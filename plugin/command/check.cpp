// SPDX-License-Identifier: BSD-3-Clause
// Implements check.h.
#include "command/check.h"

#include "base/environment.h"
#include "base/file_bytes.h"
#include "base/paths.h"
#include "base/text.h"
#include "command/options.h"
#include "files/local_files.h"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <gnu/lib-names.h>
#include <link.h>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <vector>

namespace assimp_md2 {
namespace {

const std::string kBuiltFor =
    std::to_string(ASSIMP_MD2_ASSIMP_MAJOR) + "." + std::to_string(ASSIMP_MD2_ASSIMP_MINOR);

std::string findProgram(const std::string& program) {
    const char* const variable = environmentVariable("PATH");
    const std::string path = variable != nullptr ? variable : "/bin:/usr/bin";
    if (program.find('/') != std::string::npos && typeOf(program) == PathType::File) {
        return program; // a library is not executable
    }
    for (const std::string& folder :
         program.find('/') == std::string::npos ? splitFolders(path) : std::vector<std::string>()) {
        if (std::string file = joined(folder, program);
            typeOf(file) == PathType::File && access(file.c_str(), X_OK) == 0) {
            return file;
        }
    }
    throw CommandError(kFailed, program + ": there is no such program");
}

/// What the dynamic linker writes about the libraries of a program or library, which it does not run.
///
/// \return std::nullopt if it cannot load them
std::optional<std::string> librariesOf(const std::string& program) {
    constexpr unsigned int kMostSeconds = 5;
    constexpr std::size_t kMostBytes = std::size_t{1} << 20;
    const std::string linker =
        std::string(typeOf("/lib64/" LD_SO) == PathType::File ? "/lib64/" : "/lib/") + LD_SO;
    const char* const path = environmentVariable("LD_LIBRARY_PATH");
    std::string libraryPath = std::string("LD_LIBRARY_PATH=") + (path != nullptr ? path : "");
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return std::nullopt;
    }
    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGALRM, SIG_DFL);
        alarm(kMostSeconds);
        dup2(ends[1], STDOUT_FILENO);
        dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        // No other variables: LD_AUDIT, for example, would run code.
        char* const environment[] = {libraryPath.data(), nullptr};
        execle(linker.c_str(), linker.c_str(), "--list", program.c_str(), nullptr, environment);
        _exit(1);
    }
    close(ends[1]);
    std::string text;
    char bytes[4096];
    for (ssize_t count = 1; text.size() < kMostBytes && (count = read(ends[0], bytes, sizeof bytes)) > 0;) {
        text.append(bytes, static_cast<std::size_t>(count));
    }
    close(ends[0]);
    int status = 1;
    waitpid(child, &status, 0);
    return status == 0 ? std::optional(text) : std::nullopt;
}

/// The path of Assimp in what the dynamic linker writes; empty if there is none.
std::string assimpIn(std::string_view libraries) {
    while (!libraries.empty()) { // libassimp.so.5 => /usr/lib/libassimp.so.5 (0x00007fc43ea00000)
        std::string_view line = libraries.substr(0, libraries.find('\n'));
        libraries.remove_prefix(std::min(libraries.size(), line.size() + 1));
        const std::size_t arrow = line.find("=> ");
        line = trimmed(line.substr(arrow == std::string_view::npos ? 0 : arrow + 3), "\t");
        line = line.substr(0, line.rfind(" ("));
        if (fileNameOf(line).rfind("libassimp", 0) == 0) {
            return std::string(line);
        }
    }
    return {};
}

/// The version in the name of a library, without its links: 5.2.4 of libassimp.so.5.2.4.
std::string versionOf(const std::string& path) {
    std::error_code error;
    const std::string file = std::filesystem::canonical(path, error).filename().native();
    constexpr std::string_view kMark = ".so.";
    const std::size_t mark = file.find(kMark);
    return mark == std::string::npos ? "" : file.substr(mark + kMark.size());
}

/// Whether the dynamic linker may run code of libraries that the program names for this (rtld-audit(7)).
///
/// The linker finds the dynamic section by its address, so its offset in the file does not count. If several
/// segments can hold this address, each is searched.
bool namesAuditLibraries(std::string_view file) {
    const auto read = [&](std::uint64_t offset, auto& to) {
        const bool isInside = offset <= file.size() && file.size() - offset >= sizeof to;
        if (isInside) {
            std::memcpy(&to, file.data() + offset, sizeof to);
        }
        return isInside;
    };
    ElfW(Ehdr) header{};
    if (!read(0, header) || header.e_ident[EI_CLASS] != (sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32)) {
        return false; // the linker refuses it
    }
    constexpr std::size_t kMostSegments = 64; // compilers make about 13
    if (header.e_phnum > kMostSegments) {
        return true;
    }
    std::vector<ElfW(Phdr)> segments(header.e_phnum);
    for (std::size_t i = 0; i < segments.size(); ++i) {
        read(header.e_phoff + i * sizeof segments[i], segments[i]);
    }
    for (const ElfW(Phdr) & dynamic : segments) {
        for (const ElfW(Phdr) & loaded : segments) {
            if (dynamic.p_type != PT_DYNAMIC || loaded.p_type != PT_LOAD) {
                continue;
            }
            ElfW(Dyn) entry{};
            for (std::uint64_t offset = dynamic.p_vaddr - loaded.p_vaddr + loaded.p_offset;
                 read(offset, entry) && entry.d_tag != DT_NULL; offset += sizeof entry) {
                if (entry.d_tag == DT_AUDIT || entry.d_tag == DT_DEPAUDIT) {
                    return true;
                }
            }
        }
    }
    return false;
}

} // namespace

Check checkProgram(const std::string& name) {
    const std::string path = findProgram(name);
    const auto file = LocalFile::open(path);
    if (!file) {
        throw CommandError(kFailed, name + " cannot be read");
    }
    const FileBytes bytes = file->readBeginning(static_cast<std::size_t>(file->size()));
    if (bytes.slice().size() != file->size()) {
        throw CommandError(kFailed, name + " cannot be read");
    }
    const std::string_view text(static_cast<const char*>(static_cast<const void*>(bytes.slice().data())),
                                bytes.slice().size());
    const std::string helps = "; assimp-md2 convert helps";
    if (text.substr(0, 2) == "#!") {
        return {
            name + " is a script, so it depends on the program in its first line: " +
            std::string(trimmed(text.substr(2, std::min<std::size_t>(text.find('\n'), 256) - 2), " \t\r"))};
    }
    if (text.substr(0, 4) != "\177ELF") {
        return {name + " is not an ELF program, so nothing changes"};
    }
    struct stat status {};
    if (stat(path.c_str(), &status) == 0 && (status.st_mode & (S_ISUID | S_ISGID)) != 0) {
        return {name + " is setuid or setgid, so the dynamic linker ignores the plugin" + helps};
    }
    if (getxattr(path.c_str(), "security.capability", nullptr, 0) > 0) {
        return {name + " has file capabilities, so the dynamic linker ignores the plugin" + helps};
    }
    // Assimp::Importer::ReadFile has this text in every version, and a stripped file still contains it. In
    // two parts, so that this program does not contain it.
    if (text.find(std::string("No suitable reader found ") + "for the file format of file") !=
        std::string_view::npos) {
        return {name + " is statically linked with Assimp, so nothing changes" + helps};
    }
    if (namesAuditLibraries(text)) {
        return {name + " seems to name audit libraries, whose code a check would run, so it is not checked"};
    }
    std::error_code ignored;
    const auto libraries =
        librariesOf(std::filesystem::canonical(path, ignored).native()); // as $ORIGIN needs it
    if (!libraries || libraries->find("statically linked") != std::string::npos) {
        return {name + " is not dynamically linked, or not for this system, so nothing changes" + helps};
    }
    const std::string assimp = assimpIn(*libraries);
    if (assimp.empty()) {
        return {name + " needs no Assimp, so nothing changes, unless it loads Assimp while it runs"};
    }
    const std::string uses = name + " uses " + assimp;
    const std::string version = versionOf(assimp);
    if (version.find('.') == std::string::npos) {
        return {uses + ", whose version is not in its name; it gains MD2 support if that is Assimp " +
                kBuiltFor};
    }
    // Debian's 5.2.5 calls itself 5.2.4; the last number does not matter.
    if ((version + ".").rfind(kBuiltFor + ".", 0) != 0) {
        return {uses + " (Assimp " + version + "), but the plugin was built for Assimp " + kBuiltFor +
                ", so nothing changes" + helps};
    }
    const bool needsSanitizer = libraries->find("libasan.so") != std::string::npos;
    return {
        uses + " (Assimp " + version + ") and gains MD2 support" +
            (needsSanitizer ? ", as LD_PRELOAD=$(gcc -print-file-name=libasan.so) assimp-md2 " + name : ""),
        true};
}

} // namespace assimp_md2
