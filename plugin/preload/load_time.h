// SPDX-License-Identifier: BSD-3-Clause
// State recorded when the plugin is loaded.
#pragma once

#include <string>

namespace assimp_md2::inner {

/// The absolute path of the plugin's folder, with a slash at the end; empty if it cannot be determined. It is
/// recorded when the plugin is loaded, because the dynamic linker may store a path relative to the working
/// directory (LD_PRELOAD, RPATH), which is wrong after chdir().
///
/// \throws std::bad_alloc
const std::string& pluginFolder();

/// The value that the environment variable ASSIMP_MD2_… had when the plugin was loaded, or null. The value is
/// a copy, because reading the environment later could race with setenv() in a thread of the host. Null for
/// every variable in a setuid program.
///
/// \throws std::bad_alloc
const char* variableAtLoadTime(const char* name);

} // namespace assimp_md2::inner
