// SPDX-License-Identifier: BSD-3-Clause
// Adds the export format "md2" to Assimp. It writes any scene as an MD2 of version 8.
#pragma once

namespace Assimp {
class Exporter;
}

namespace assimp_md2 {

/// Adds the format "md2" at the end of the format list of `exporter`. Does nothing if the list already
/// contains a format "md2".
///
/// \throws std::bad_alloc
void addMd2Exporter(Assimp::Exporter& exporter);

} // namespace assimp_md2
