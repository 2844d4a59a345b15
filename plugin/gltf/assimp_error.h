// SPDX-License-Identifier: BSD-3-Clause
// Errors of an export in the form in which Assimp passes them on; knows nothing of what went wrong.
#pragma once

#include <assimp/Exporter.hpp>

#include <string>

namespace assimp_md2 {

/// Throws a DeadlyExportError with this text, the only exception whose text reaches
/// Exporter::GetErrorString(). Its constructor is not exported by every Assimp (not by 5.2), so
/// `exportFunction`, one of Assimp's own, is made to throw one, which then gets the text.
[[noreturn]] void throwExportError(Assimp::Exporter::fpExportFunc exportFunction, const std::string& text);

} // namespace assimp_md2
