// SPDX-License-Identifier: BSD-3-Clause
// The function pointer type for Assimp's Exporter::Export.
#pragma once

namespace assimp_md2 {

/// The signature of Assimp::Exporter::Export in the Itanium C++ ABI: the exporter is the first argument, and
/// the result is an aiReturn.
using ExportFunction = int (*)(void* exporter, const void* scene, const char* formatId, const char* path,
                               unsigned int preprocessing, const void* properties);

} // namespace assimp_md2
