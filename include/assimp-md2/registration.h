// SPDX-License-Identifier: BSD-3-Clause
// Registers the importer and the exporters.
#pragma once

#include "assimp-md2/gltf.h"
#include "assimp-md2/importer.h"
