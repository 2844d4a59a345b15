// SPDX-License-Identifier: BSD-3-Clause
// The environment of the process.
#pragma once

namespace assimp_md2 {

/// Looks up an environment variable by its name: the value, or null when it is not set.
using VariableLookup = const char* (*)(const char* name);

/// The VariableLookup of the process. Null in a program that runs with other rights than its user's (setuid),
/// which must not follow that user's variables.
///
/// Another thread that changes the environment at the same time makes this undefined, so call it once for
/// each variable and keep a copy of the value.
const char* environmentVariable(const char* name);

} // namespace assimp_md2
