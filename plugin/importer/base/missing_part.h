// SPDX-License-Identifier: BSD-3-Clause
// The error for a part of this library that a build leaves out (cmake/dependencies.cmake).
#pragma once

#include <string>

namespace assimp_md2 {

/// \param feature what the build lacks, for example "bones"
/// \param option of CMake, which adds the part
inline std::string missingPart(const std::string& feature, const std::string& option) {
    return "this build of assimp-md2 does not contain " + feature + "; the CMake option " + option +
           " adds this part";
}

} // namespace assimp_md2
