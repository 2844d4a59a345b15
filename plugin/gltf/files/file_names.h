// SPDX-License-Identifier: BSD-3-Clause
// Names of files that are written: on Windows, of images, and in URIs.
#pragma once

#include <string>
#include <string_view>

namespace assimp_md2::inner {

/// Takes a relative path and returns it with `_` in the places of what Windows cannot have, or has for other
/// purposes: characters such as `:`, control characters, spaces and dots at the end of a part, and short
/// names such as `ABCDEF~1`. `_` precedes the name of a device such as `con.md2`.
std::string windowsName(std::string_view relative);

/// How the names of the images of an output begin: its stem, as a name for Windows without spaces, at which
/// some readers of .mtl end a name.
std::string imageStemOf(const std::string& output);

/// Takes a relative path and returns it as a relative reference (RFC 3986): percent-encoded, with `/`.
std::string uriOfPath(std::string_view path);

} // namespace assimp_md2::inner
