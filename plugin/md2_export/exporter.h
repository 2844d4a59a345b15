// SPDX-License-Identifier: BSD-3-Clause
// The export format "md2" for Assimp: any scene as an MD2 of version 8.
#pragma once

namespace Assimp {
class Exporter;
}

namespace assimp_md2 {

/// Adds the format "md2" at the end of the list of `exporter`. When there is one already, of this library or
/// of the program, nothing changes.
///
/// \throws std::bad_alloc
void addMd2Exporter(Assimp::Exporter& exporter);

} // namespace assimp_md2
