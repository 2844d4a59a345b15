// SPDX-License-Identifier: BSD-3-Clause
// The environment of a program. The libraries read none.
#pragma once

namespace assimp_md2::inner {

/// Looks up an environment variable by its name: the value, or null when it is not set. Returns null in a
/// setuid program, because such a program must not trust the environment of its user.
///
/// The behaviour is undefined if another thread changes the environment at the same time. Therefore call this
/// once for each variable, and keep a copy of the value.
const char* environmentVariable(const char* name);

} // namespace assimp_md2::inner
