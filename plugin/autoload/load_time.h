// SPDX-License-Identifier: BSD-3-Clause
// State recorded when the plugin is loaded.
#pragma once

#include <string>

namespace assimp_md2 {

/// The folder of the plugin: absolute, with a slash at the end; empty when it cannot be told. It is read when
/// the plugin is loaded, as the name that the dynamic linker has for a library may be relative to the working
/// directory of that moment (LD_PRELOAD, RPATH): after chdir() it leads to another file.
/// \throws std::bad_alloc
const std::string& pluginFolder();

/// The value that the environment variable ASSIMP_MD2_… had when the plugin was loaded, or null. It is a
/// copy: to read the environment later would race with setenv() of the host's threads. Null for every
/// variable in a program that runs with other rights than its user's (setuid). \throws std::bad_alloc
const char* variableAtLoadTime(const char* name);

} // namespace assimp_md2
