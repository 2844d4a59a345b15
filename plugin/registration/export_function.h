// SPDX-License-Identifier: BSD-3-Clause
// The type of Assimp's Exporter::Export, for those who call it through a pointer.
#pragma once

namespace assimp_md2 {

/// Assimp::Exporter::Export as the Itanium C++ ABI calls it, with the exporter in front; returns an aiReturn.
using ExportFunction = int (*)(void* exporter, const void* scene, const char* formatId, const char* path,
                               unsigned int preprocessing, const void* properties);

} // namespace assimp_md2
