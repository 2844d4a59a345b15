// SPDX-License-Identifier: BSD-3-Clause
// Shows what a source has, and what it would become.
#pragma once

#include "batch/plan.h"
#include "maker/program/options.h"

#include <string>

namespace assimp_md2::inner {

/// \return lines
/// \throws CommandError
std::string look(const MakerOptions& options, const Job& job);

/// Whether `--meshes=?` asks for the names of the meshes, which look then returns.
bool asksForMeshes(const MakerOptions& options);

} // namespace assimp_md2::inner
