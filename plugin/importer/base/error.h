// SPDX-License-Identifier: BSD-3-Clause
// Errors as values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

namespace assimp_md2::inner {

/// Only errors that callers or tests distinguish have a code of their own.
enum class ErrorCode {
    Other,        ///< anything else that a file, a scene, a property or the file system gets wrong
    FileTooLarge, ///< a file has more bytes than may be read
    BadArchive,   ///< an archive, or a file in one, is damaged or of a kind that is not read
    AboveLimit,   ///< a model to be written exceeds a limit
    OutOfMemory   ///< a library could not allocate memory
};

/// Why a file is refused, a property rejected or an image left out.
struct Error {
    ErrorCode code;
    /// One line for the user, complete but for the prefix of the importer or exporter: what is wrong, where,
    /// what was expected. It may contain names from files, so it becomes printable() where it is shown.
    std::string text{};
};

/// The return type of functions that can fail: the value, or tl::unexpected with the Error.
///
/// Move a Result, do not copy it: in tl::expected 1.0 copies are noexcept, so a copy that runs out of memory
/// ends the process. The same holds for a Value whose move constructor allocates memory, such as std::deque.
template <typename Value>
using Result = tl::expected<Value, Error>;

/// An Error to return from a function whose type is a Result.
inline tl::unexpected<Error> failure(std::string text, ErrorCode code = ErrorCode::Other) {
    return tl::unexpected(Error{code, std::move(text)});
}

/// The error about a file that does not exist or cannot be opened.
inline Error cannotBeOpened(std::string_view path) {
    return {ErrorCode::Other, "the file " + std::string(path) + " cannot be opened"};
}

/// The error about a section of a file or scene: `frames: TEXT`.
inline Error errorIn(const std::string& section, const std::string& text, ErrorCode code = ErrorCode::Other) {
    return {code, section + ": " + text};
}

/// The text `COUNT WHAT, expected at most MOST`.
///
/// \param what plural
inline std::string tooMany(std::uint64_t count, const std::string& what, std::uint64_t most) {
    return std::to_string(count) + " " + what + ", expected at most " + std::to_string(most);
}

/// FileTooLarge, if a file has more than `most` bytes or more than the memory can address.
///
/// \param path may be empty where the caller names the file
std::optional<Error> errorIfTooLarge(std::string_view path, std::uint64_t size, std::uint64_t most);

/// The error about an import or export that needs more memory than IMPORT_MD2_MAX_MEMORY_MB allows.
///
/// \param neededBytes in all, at least; a double, because a product of counts may exceed 64 bits
std::optional<Error> errorAboveMemoryLimit(double neededBytes, std::uint64_t limitBytes);

} // namespace assimp_md2::inner
