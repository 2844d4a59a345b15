// SPDX-License-Identifier: BSD-3-Clause
// Finds and replaces export formats of Assimp, reads the limits of an export, and reports its errors to the
// program.
#pragma once

#include "importer/base/error.h"
#include "importer/base/text.h"
#include "importer/settings/settings.h"

#include <assimp/Exporter.hpp>

#include <exception>
#include <new>
#include <optional>
#include <string>

namespace assimp_md2::inner {

/// Returns the entry of the format `id` in the exporter's own list, where it can be changed in place, or null
/// if there is none. The pointer is valid until a format is registered or unregistered.
///
/// UnregisterExporter and RegisterExporter cannot replace an entry, for two reasons: Assimp has no accessor
/// for the function and the post-processing steps of an entry, and RegisterExporter appends to the end of the
/// list. `assimp export` takes the first entry with the extension, so `.glb` would become glTF 1.
Assimp::Exporter::ExportFormatEntry* findEntry(Assimp::Exporter& exporter, const char* id);

/// The limits of an export with `properties`, or an error for the first with an invalid value or type.
Result<ResourceLimits> readLimits(const Assimp::ExportProperties& properties);

/// Re-entrancy guard: while an object of this class exists, registerExporters does nothing on this thread. An
/// exporter that is made meanwhile has Assimp's own entries, even if the plugin is loaded.
class LeaveExportersAlone {
public:
    LeaveExportersAlone() { ++count(); }
    ~LeaveExportersAlone() { --count(); }
    LeaveExportersAlone(const LeaveExportersAlone&) = delete;
    LeaveExportersAlone& operator=(const LeaveExportersAlone&) = delete;

    static bool isOn() { return count() > 0; }

private:
    static int& count(); ///< of the objects on this thread
};

/// Ends an export with an error, with the exporters of `exporter`, which must be Assimp's own. It throws a
/// DeadlyExportError with this text, the only exception whose text reaches Exporter::GetErrorString(). Some
/// builds of Assimp (Debian's 5.2) do not export the constructor of DeadlyExportError. This function
/// therefore lets an exporter of Assimp throw one, replaces its text and rethrows it.
///
/// \throws DeadlyExportError, or std::runtime_error if Assimp has none of the exporters that serve for this
[[noreturn]] void throwExportError(Assimp::Exporter& exporter, const std::string& text);

/// Runs an export and reports its error with throwExportError.
///
/// \param prefix of the error message
/// \param write returns an error, or throws an exception
template <typename Write>
void runExport(const char* prefix, Write write) {
    std::string text = prefix;
    try {
        const std::optional<Error> error = write();
        if (!error) {
            return;
        }
        text = printable(text + error->text);
    } catch (const std::bad_alloc&) {
        text += "there is not enough memory for the export";
    } catch (const std::exception& error) {
        text += error.what();
    }
    const LeaveExportersAlone leaveAlone;
    Assimp::Exporter own;
    throwExportError(own, text);
}

} // namespace assimp_md2::inner
