// SPDX-License-Identifier: BSD-3-Clause
// The formats of an Assimp::Exporter, and how one of them is replaced; knows no format.
#include "gltf/export_entry.h"

#include <cstring>
#include <type_traits>

namespace assimp_md2 {
namespace {

using Entry = Assimp::Exporter::ExportFormatEntry;

int& livingOnThisThread() {
    thread_local int count = 0;
    return count;
}

} // namespace

/// The description is the first member of the entry in the exporter's own list, so their addresses are the
/// same, and the list is not const.
Entry* findEntry(Assimp::Exporter& exporter, const char* id) {
    static_assert(std::is_standard_layout_v<Entry>);
    static_assert(std::is_same_v<decltype(Entry::mDescription), aiExportFormatDesc>);
    for (std::size_t i = 0; i < exporter.GetExportFormatCount(); ++i) {
        const aiExportFormatDesc* description = exporter.GetExportFormatDescription(i);
        if (std::strcmp(description->id, id) == 0) {
            return reinterpret_cast<Entry*>(const_cast<aiExportFormatDesc*>(description));
        }
    }
    return nullptr;
}

LeaveExportersAlone::LeaveExportersAlone() {
    ++livingOnThisThread();
}

LeaveExportersAlone::~LeaveExportersAlone() {
    --livingOnThisThread();
}

bool LeaveExportersAlone::isOn() {
    return livingOnThisThread() > 0;
}

} // namespace assimp_md2
