// SPDX-License-Identifier: BSD-3-Clause
// How an export format of Assimp is replaced, and how errors of an export reach the program.
#pragma once

#include <assimp/Exporter.hpp>

#include <string>

namespace assimp_md2 {

/// The entry of the format `id` in the exporter's own list, to be changed in place; null when it has none. It
/// is valid until a format is registered or unregistered.
///
/// UnregisterExporter and RegisterExporter cannot replace an entry: Assimp does not give out the function and
/// the steps of an entry, and a registered entry goes to the end of the list. `assimp export` takes the first
/// entry with the extension, so `.glb` would become glTF 1.
Assimp::Exporter::ExportFormatEntry* findEntry(Assimp::Exporter& exporter, const char* id);

/// While one lives, registerExporters changes no exporter that is made on this thread. The plugin registers
/// on every exporter of the process; this gives an exporter with Assimp's own entries.
class LeaveExportersAlone {
public:
    LeaveExportersAlone();
    ~LeaveExportersAlone();

    LeaveExportersAlone(const LeaveExportersAlone&) = delete;
    LeaveExportersAlone& operator=(const LeaveExportersAlone&) = delete;

    static bool isOn();
};

/// Ends an export with an error. It throws a DeadlyExportError with this text, the only exception whose text
/// reaches Exporter::GetErrorString(). Its constructor is not exported by every Assimp (not by 5.2), so
/// Assimp's exporter for the format `id` is made to throw one, and the text is replaced.
///
/// \throws std::runtime_error where that does not work
[[noreturn]] void throwExportError(const char* id, const std::string& text);

} // namespace assimp_md2
