// SPDX-License-Identifier: BSD-3-Clause
// The environment of the process; knows nothing of what its variables mean.
#pragma once

#include <string>

namespace assimp_md2 {

/// The value of an environment variable; empty when it is not set, and in a program that runs with other
/// rights than its user's (setuid), which must not follow that user's variables.
///
/// Another thread that changes the environment at the same time makes this undefined, so call it once for
/// each variable and keep the value.
std::string environmentVariable(const std::string& name);

} // namespace assimp_md2
