// SPDX-License-Identifier: BSD-3-Clause
// The formats of an Assimp::Exporter, and how one of them is replaced; knows no format.
#pragma once

#include <assimp/Exporter.hpp>

namespace assimp_md2 {

/// The entry of the format `id` in the exporter's own list, to be changed in place; null when it has none. It
/// is good until a format is registered or unregistered.
Assimp::Exporter::ExportFormatEntry* findEntry(Assimp::Exporter& exporter, const char* id);

/// Exporters made on this thread while one of these lives are left as Assimp makes them. A function that
/// replaces one of Assimp's finds the original in such an exporter. Needed where the plugin interposes the
/// constructor and registers on every exporter of the process, ours as well.
class LeaveExportersAlone {
public:
    LeaveExportersAlone();
    ~LeaveExportersAlone();

    LeaveExportersAlone(const LeaveExportersAlone&) = delete;
    LeaveExportersAlone& operator=(const LeaveExportersAlone&) = delete;

    static bool isOn();
};

} // namespace assimp_md2
