// SPDX-License-Identifier: BSD-3-Clause
// Adds the animations of another file to a scene.
#pragma once

#include <string>

namespace Assimp {
class IOSystem;
class Importer;
} // namespace Assimp
struct aiScene;

namespace assimp_md2::inner {

/// Sets whether Assimp's importer of FBX keeps pivots as nodes of their own. Without such nodes, all pivots
/// are lost. With them, Assimp 6 makes channels for nodes `N_$AssimpFbx$_Rotation`, which the scene of
/// another file may lack.
///
/// \param addsClips whether clips of one file are added to another one
void setPivots(Assimp::Importer& importer, bool addsClips);

/// Gives nodes the transformations of withJoinedPivots, for exporters of other formats.
void joinPivots(aiScene& scene);

/// Gives the only animation of a scene the name of its file if its own name says nothing, such as mixamo.com.
void nameOnlyClip(const aiScene& scene, const std::string& path);

/// Adds the animations of a file, with the channels whose nodes are in the scene. An animation whose name
/// says nothing, as those of Mixamo, gets the name of the file. Logs one warning for nodes that the scene
/// lacks.
///
/// Names of nodes match without regard to case and to prefixes such as `mixamorig:`. The top bone is turned
/// if the nodes above it are turned differently in the two files.
///
/// If both skeletons agree, that is in their parents and, after one scale, in their offsets, all translations
/// are kept, with this scale. Otherwise, a bone of another length keeps the translation that it has in the
/// scene, so that the body stays whole. Only the roots of the motion, which are the topmost nodes with a
/// translation, move as in the file, by the ratio of the hips' heights.
///
/// \param files through which the file is read; this function deletes it
/// \param maxMemoryMegabytes IMPORT_MD2_MAX_MEMORY_MB of the file
/// \throws CommandError if the file cannot be read, or if it has no node of the scene
void addClips(aiScene& scene, const std::string& path, Assimp::IOSystem* files, int maxMemoryMegabytes);

} // namespace assimp_md2::inner
