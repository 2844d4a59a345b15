// SPDX-License-Identifier: BSD-3-Clause
// Implements elf_file.h.
#include "command/elf_file.h"

#include "base/environment.h"
#include "base/file_bytes.h"
#include "base/paths.h"
#include "files/local_files.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <link.h>
#include <string_view>

namespace assimp_md2 {
namespace {

/// Larger files are not read: no program or library needs it.
constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 30;

std::string_view textOf(const FileBytes& bytes) {
    return {static_cast<const char*>(static_cast<const void*>(bytes.slice().data())), bytes.slice().size()};
}

std::optional<FileBytes> readAll(const std::string& path) {
    const auto file = LocalFile::open(path);
    if (!file || file->size() > kLargestFile) {
        return std::nullopt;
    }
    return file->readBeginning(static_cast<std::size_t>(file->size()));
}

/// A structure at an offset; zeros outside of the file, which end every list.
template <typename Structure>
Structure at(std::string_view file, std::uint64_t offset) {
    Structure structure{};
    if (offset <= file.size() && sizeof structure <= file.size() - offset) {
        std::memcpy(&structure, file.data() + offset, sizeof structure);
    }
    return structure;
}

/// A damaged file may have more libraries, and longer names.
constexpr std::size_t kMostLibraries = 1000;
constexpr std::size_t kLongestName = 4096;

/// The text up to a NUL at an offset.
std::string textAt(std::string_view file, std::uint64_t offset) {
    const std::string_view rest = offset < file.size()
                                      ? file.substr(static_cast<std::size_t>(offset), kLongestName)
                                      : std::string_view();
    return std::string(rest.substr(0, rest.find('\0')));
}

/// Whether the header of a file is that of a program or library of this system, such as this program.
bool resemblesThisProgram(const ElfW(Ehdr) & header) {
    static const auto kOwn = [] {
        const auto self = LocalFile::open("/proc/self/exe");
        const FileBytes bytes = self ? self->readBeginning(sizeof(ElfW(Ehdr))) : FileBytes(0);
        return at<ElfW(Ehdr)>(textOf(bytes), 0);
    }();
    return std::memcmp(header.e_ident, kOwn.e_ident, EI_VERSION + 1) == 0 &&
           header.e_machine == kOwn.e_machine;
}

/// Replaces $ORIGIN by the folder of the file.
std::string expanded(const std::string& folders, const std::string& path) {
    std::string result;
    for (std::string folder : splitFolders(folders)) {
        for (const char* const origin : {"$ORIGIN", "${ORIGIN}"}) {
            if (folder.rfind(origin, 0) == 0) {
                folder.replace(0, std::strlen(origin), absoluteFolder(folderOf(path)));
            }
        }
        result += folder + ":";
    }
    return result;
}

void readDynamic(std::string_view file, const std::vector<ElfW(Phdr)>& segments, ElfW(Phdr) dynamic,
                 ElfFile& result) {
    // Addresses in the dynamic section are those in memory.
    const auto offsetOf = [&](std::uint64_t address) {
        for (const ElfW(Phdr) & segment : segments) {
            if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
                address - segment.p_vaddr < segment.p_filesz) {
                return segment.p_offset + (address - segment.p_vaddr);
            }
        }
        return std::uint64_t{UINT64_MAX};
    };
    std::optional<std::uint64_t> table;
    const auto textOfName = [&](std::uint64_t name) {
        return table ? textAt(file, *table + name) : std::string();
    };
    for (int pass = 0; pass < 2; ++pass) { // the first finds the table of names
        for (std::uint64_t offset = dynamic.p_offset;; offset += sizeof(ElfW(Dyn))) {
            const auto entry = at<ElfW(Dyn)>(file, offset);
            if (entry.d_tag == DT_NULL) {
                break;
            }
            if (entry.d_tag == DT_STRTAB && !table) {
                table = offsetOf(entry.d_un.d_ptr);
            } else if (pass == 1 && entry.d_tag == DT_NEEDED && result.needed.size() < kMostLibraries) {
                result.needed.push_back(textOfName(entry.d_un.d_val));
            } else if (pass == 1 && entry.d_tag == DT_RPATH && result.rpath.empty()) {
                result.rpath = expanded(textOfName(entry.d_un.d_val), result.path);
            } else if (pass == 1 && entry.d_tag == DT_RUNPATH && result.runPath.empty()) {
                result.runPath = expanded(textOfName(entry.d_un.d_val), result.path);
            }
        }
    }
}

/// Whether the first table of exported names contains the constructor that the plugin interposes.
bool namesConstructor(std::string_view file, const ElfW(Ehdr) & header) {
    const std::string constructor = std::string("_ZN6Assimp8ImporterC1Ev") + '\0';
    for (unsigned int i = 0; i < header.e_shnum; ++i) {
        const auto section = at<ElfW(Shdr)>(file, header.e_shoff + std::uint64_t{i} * header.e_shentsize);
        if (section.sh_type != SHT_DYNSYM) {
            continue;
        }
        const auto names =
            at<ElfW(Shdr)>(file, header.e_shoff + std::uint64_t{section.sh_link} * header.e_shentsize);
        // A damaged table may have a size that is far beyond the file.
        const std::uint64_t size = std::min<std::uint64_t>(section.sh_size, file.size());
        for (std::uint64_t offset = 0; offset < size; offset += sizeof(ElfW(Sym))) {
            const auto symbol = at<ElfW(Sym)>(file, section.sh_offset + offset);
            const std::uint64_t name = names.sh_offset + symbol.st_name;
            if (symbol.st_shndx != SHN_UNDEF && name < file.size() &&
                file.substr(static_cast<std::size_t>(name), constructor.size()) == constructor) {
                return true;
            }
        }
        return false;
    }
    return false;
}

/// Entries of /etc/ld.so.cache with this name (struct cache_file_new in sysdeps/generic/dl-cache.h of glibc).
std::vector<std::string> cachedPaths(const std::string& name) {
    std::vector<std::string> paths;
    const auto bytes = readAll("/etc/ld.so.cache");
    constexpr std::string_view kMagic = "glibc-ld.so.cache1.1";
    constexpr std::size_t kHeaderSize = 48;
    constexpr std::size_t kEntrySize = 24;
    // An older form of the cache may precede this one.
    const std::string_view all = bytes ? textOf(*bytes) : std::string_view();
    const std::size_t start = all.find(kMagic);
    if (start == std::string_view::npos) {
        return paths;
    }
    const std::string_view cache = all.substr(start);
    const auto count = at<std::uint32_t>(cache, kMagic.size());
    for (std::uint64_t i = 0; i < count && kHeaderSize + i * kEntrySize < cache.size(); ++i) {
        const std::uint64_t entry = kHeaderSize + i * kEntrySize; // int32 flags, uint32 name, uint32 path …
        if (textAt(cache, at<std::uint32_t>(cache, entry + 4)) == name) {
            paths.push_back(textAt(cache, at<std::uint32_t>(cache, entry + 8)));
        }
    }
    return paths;
}

} // namespace

std::optional<ElfFile> readElf(const std::string& path) {
    const auto bytes = readAll(path);
    const std::string_view file = bytes ? textOf(*bytes) : std::string_view();
    const auto header = at<ElfW(Ehdr)>(file, 0);
    if (!resemblesThisProgram(header)) {
        return std::nullopt;
    }
    ElfFile result{path};
    std::vector<ElfW(Phdr)> segments;
    for (unsigned int i = 0; i < header.e_phnum; ++i) {
        segments.push_back(at<ElfW(Phdr)>(file, header.e_phoff + std::uint64_t{i} * header.e_phentsize));
    }
    const auto hasType = [](std::uint32_t type) {
        return [type](const ElfW(Phdr) & segment) { return segment.p_type == type; };
    };
    result.isDynamic = std::any_of(segments.begin(), segments.end(), hasType(PT_INTERP));
    // The dynamic linker uses one, too.
    if (const auto dynamic = std::find_if(segments.begin(), segments.end(), hasType(PT_DYNAMIC));
        dynamic != segments.end()) {
        readDynamic(file, segments, *dynamic, result);
    }
    // Assimp::Importer::ReadFile has this text in every version, and a stripped file still contains it. In
    // two parts, so that this program does not contain it.
    static const std::string kText = std::string("No suitable reader found ") + "for the file format of file";
    result.containsAssimp = file.find(kText) != std::string_view::npos;
    result.exportsAssimp = result.containsAssimp && namesConstructor(file, header);
    return result;
}

std::optional<ElfFile> findLibrary(const std::string& name, const ElfFile& neededBy) {
    std::vector<std::string> paths;
    if (name.find('/') != std::string::npos) {
        return readElf(name);
    }
    const char* const variable = environmentVariable("LD_LIBRARY_PATH");
    const std::string folders = (neededBy.runPath.empty() ? neededBy.rpath : "") + ":" +
                                (variable != nullptr ? variable : "") + ":" + neededBy.runPath;
    for (const std::string& folder : splitFolders(folders)) {
        paths.push_back(joined(folder, name));
    }
    for (const std::string& path : cachedPaths(name)) {
        paths.push_back(path);
    }
    for (const char* const folder : {"/lib64", "/usr/lib64", "/lib", "/usr/lib"}) {
        paths.push_back(joined(folder, name));
    }
    for (const std::string& path : paths) {
        if (auto library = readElf(path)) {
            library->rpath += neededBy.rpath;
            return library;
        }
    }
    return std::nullopt;
}

} // namespace assimp_md2
