// SPDX-License-Identifier: BSD-3-Clause
// The properties of imports and exports. Set those of an import through Assimp::Importer::SetProperty… or
// aiSetImportProperty…; for those of an export see below.
//
// A property that the program does not set is taken from an environment variable. Its name has ASSIMP_MD2_ in
// place of IMPORT_MD2_: ASSIMP_MD2_FPS sets IMPORT_MD2_FPS. The environment is read once in a process. A
// property that is set has precedence; an empty string counts as unset. An invalid value and a value of the
// wrong type are errors. The message names the property, the value and the allowed values.
#pragma once

/// Float (or integer), above 0 and finite: frames per second; one tick is one frame. Default 10, the game's
/// rate.
#define ASSIMP_MD2_CONFIG_FPS "IMPORT_MD2_FPS"

/// String: how frames become animations.
///
/// - `auto`: the clips of `MODEL.anm` beside the model (UFO: Alien Invasion) with their rates, and frame
///   names for frames in no range; without this file the game's table for players and their weapons, and
///   frame names for other models (default). If all frames are equal and there is no weapon, a static mesh
/// - `names`: frame names
/// - `player`: the game's table
/// - `single`: one animation of all frames, named after the model
/// - `none`: no animation; the frames are there as anim meshes. With `skeleton`, a static mesh of frame 0
/// - `stand,run`: selects clips of `auto` by name, in this order, without regard to case
/// - `idle:0-39;run:40-45@12;jump:46`: a list of clips; each entry has a name, the first and last frame
///   (inclusive) or a single frame, and optionally a frame rate after @
///
/// A model of one frame has no animation unless a list is given.
#define ASSIMP_MD2_CONFIG_CLIPS "IMPORT_MD2_CLIPS"

/// String: which clips get a closing key: the first frame again at the tick after the last. A viewer that
/// repeats a clip then shows the way back to the first frame.
///
/// - `auto`: clips that repeat, judged by their names (default): `stand`, `idle`, `walk`, `run`, `swim`,
///   `fly`, `hover`, `float`, `crwalk`, `crstnd`, `loop`, `amb`, and Egoboo's `DA`, `WA`, `WB` and `WC`.
///   Digits, case and a letter after `_` are ignored, so `run2` and `run_a` are runs.
///   A clip of one frame gets no closing key, nor does a clip whose last frame equals its first within half a
///   step, nor the clip of IMPORT_MD2_CLIPS `single`
/// - `none`: no clip
/// - `all`: every clip
/// - `stand,attack`: these clips, compared without regard to case. The names `auto`, `none` and `all` cannot
///   be in such a list
#define ASSIMP_MD2_CONFIG_LOOP "IMPORT_MD2_LOOP"

/// String: which frames become anim meshes.
///
/// - `all`: every frame (default)
/// - `used`: the frames that the clips use, in file order, for programs that support only a few morph targets
///
/// Without clips, `used` gives every frame. With `skeleton`, the bones are fitted to these frames only.
#define ASSIMP_MD2_CONFIG_FRAMES "IMPORT_MD2_FRAMES"

/// Integer: the index of one frame, from 0, which is imported as a static mesh. -1 or not set: all frames
/// (default). This is AI_CONFIG_IMPORT_MD2_KEYFRAME of Assimp's own importer. If it is not set,
/// IMPORT_GLOBAL_KEYFRAME counts.
#define ASSIMP_MD2_CONFIG_KEYFRAME "IMPORT_MD2_KEYFRAME"

/// String: how meshes are animated.
///
/// - `morph`: every frame is an anim mesh, and every animation has morph channels (default)
/// - `skeleton`: meshes have bones, with at most four weights per vertex. Every animation has a node channel
///   for each bone, with position and rotation keys. There are no anim meshes and no morph channels. The
///   bones are fitted to the frames and only approximate them. metadata.h describes the error values. The
///   rest pose shows frame 0. A part that is folded to a point there has the shape of the first frame in
///   which it is open, and is placed as it is there to what is next to it. If the whole model is folded, the
///   rest pose is the first frame in which it is open, and a line of the log names it. In the rest pose, the
///   global transformation of a bone's node × its offset matrix is the identity. The program must have called
///   registerImporterWithSkeletons (assimp-md2/skeleton.h)
///
/// With either value, a model of one frame becomes a static mesh unless IMPORT_MD2_CLIPS is a list of frame
/// ranges. A single frame of a model (IMPORT_MD2_KEYFRAME) always becomes a static mesh.
#define ASSIMP_MD2_CONFIG_ANIMATION "IMPORT_MD2_ANIMATION"

/// Integer, 1 to 256: the maximum number of bones with `skeleton`, of a model and its weapon together. Each
/// of them has at least one bone, so with a weapon a limit of 1 gives two bones. The weapon has at most its
/// share by the number of vertices, unless the model leaves bones; all other bones are for the model. All
/// bones are joints, and there are no other joints, so an engine needs no more matrices than this limit.
/// Bones are added only until 98.5 % of all positions are within one step, or until additional bones no
/// longer help. A bone that brings less than 1.5 % of the positions within one step is left out, unless a
/// vertex would otherwise be far off: by 2.4 steps (RMS over the frames), or by nine steps in one frame.
/// Vertices that are more than six steps off in one frame get additional bones. A step is the diagonal of
/// the quantisation cell of the frame. Default 64.
#define ASSIMP_MD2_CONFIG_MAX_BONES "IMPORT_MD2_MAX_BONES"

/// String: the normals of the meshes.
///
/// - `auto`: depends on how well the normals of the file agree with the surface (default). The agreement is
///   the mean, over the vertices, of the cosine between the file's normal and the area-weighted normal of the
///   triangles around the vertex. The first rule that applies decides for the whole model:
///   - 0.7 or more in frame 0 and in the last frame, or as the median of up to twelve frames: the normals of
///     the file
///   - a median below -0.5: they point inward and are negated, except in frames whose own agreement is 0 or
///     more
///   - fewer than 20 triangles: the normals of the file
///   - a median of 0.6 or more with y and z of the normals exchanged, and 0.1 more than without: they are
///     exchanged
///   - otherwise: as `computed`
/// - `file`: the normals of the file, unchanged
/// - `computed`: area-weighted normals of each frame. If the triangles around a vertex cancel each other, as
///   those of a plane with two sides, the vertex gets the normal of its first triangle
///
/// With `auto`, a warning says what was done with the normals of the file, and their agreement. The import
/// does not fail with IMPORT_MD2_STRICT, because one of five real models has such normals. A weapon is
/// decided for separately. The normals of versions 14 and 15 are always
/// computed.
#define ASSIMP_MD2_CONFIG_NORMALS "IMPORT_MD2_NORMALS"

/// Integer or string: the skin whose material the mesh gets, by its index in the file, from 0, or by its name
/// or the file name or stem of it (`models/pear/blue.pcx`, `blue.pcx` and `blue`), compared without regard to
/// case. Default: not set; the first skin that has an image.
///
/// Any other value with the extension of an image (.png .jpg .tga .jpeg .bmp .pcx) or a slash is the path of
/// an image, relative to the working directory, or as the program's IOSystem knows it. It becomes the skin of
/// the mesh, and the skins of the file stay materials of the scene. With IMPORT_MD2_TEXTURES=auto it is
/// embedded. If it cannot be read, the import fails.
#define ASSIMP_MD2_CONFIG_SKIN "IMPORT_MD2_SKIN"

/// String: which skins become materials.
///
/// - `named`: those that the file names, or those that are found if there are none (default)
/// - `folder`: after these, all images beside the model that have an icon (`red.pcx` with `red_i.pcx`), as in
///   the menu of Quake II, by name, at most 64. None for a model with a `tris.md2` beside it, whose skins
///   they are, for models of version 15, and with a custom IOSystem
#define ASSIMP_MD2_CONFIG_SKINS "IMPORT_MD2_SKINS"

/// String: whether the images of skins are embedded or referenced.
///
/// - `auto`: a PCX is decoded and embedded as PNG; an image of another type is embedded if its name ends in
///   `.pcx` and otherwise referenced by its path relative to the model's folder (default)
/// - `embed`: every image that is found is embedded: PNG and JPEG byte for byte, all others as PNG
/// - `reference`: every image that is found is referenced
/// - `names`: the names in the file, unchanged; nothing is searched for
#define ASSIMP_MD2_CONFIG_TEXTURES "IMPORT_MD2_TEXTURES"

/// String: the weapon that a player holds: a second MD2 whose frames correspond to those of the model.
///
/// - empty: the model alone (default)
/// - `auto`: `weapon.md2` in the model's folder if it exists; case is ignored
/// - a path, relative to the model's folder or, in a game, to the game root; it may lead out of the folder.
/// It
///   is an error when the file does not exist or cannot be read
///
/// The weapon becomes a second mesh under a separate node, with the materials of the weapon's skins. Frames
/// are matched by index. If the weapon has fewer frames, its last frame is held. With IMPORT_MD2_ANIMATION
/// `morph`, every animation has a second morph channel; with `skeleton`, the weapon has its own bones below
/// the same node.
#define ASSIMP_MD2_CONFIG_WEAPON "IMPORT_MD2_WEAPON"

/// String: the axis of the scene that the front of a player faces. Models that face +X in the game, as
/// players do, face this axis in the scene.
///
/// - `x`: +X, as with Assimp's own importer (default)
/// - `z`: +Z, which is the front of a glTF asset: viewers such as model-viewer and f3d then show a player
///   from the front (default of `assimp-md2 convert`, except to MD2)
#define ASSIMP_MD2_CONFIG_FRONT "IMPORT_MD2_FRONT"

/// Bool. true: the import fails where it would otherwise repair the file and log a warning. Default false.
#define ASSIMP_MD2_CONFIG_STRICT "IMPORT_MD2_STRICT"

/// Integer, 1 or more: the memory in MiB that an import may use for the file, the scene, the fit of bones and
/// temporary buffers. A file that needs more is refused before that memory is allocated. Embedded images do
/// not count; their files together have this limit, and IMPORT_MD2_MAX_IMAGE_MB. Default 1024. An export of
/// any scene to MD2 and an export of an imported model to glTF have the same limit, set in
/// Assimp::ExportProperties under the same key.
#define ASSIMP_MD2_CONFIG_MAX_MEMORY_MB "IMPORT_MD2_MAX_MEMORY_MB"

/// Integer, 1 or more: the limit in MiB for the decoded pixels of all embedded skins of a model. PNG and JPEG
/// files that are embedded byte for byte do not count. A skin that would exceed the limit stays a reference,
/// with a warning. Default 64. Exports of an imported model to glTF have the same limit, set in
/// Assimp::ExportProperties under the same key.
#define ASSIMP_MD2_CONFIG_MAX_IMAGE_MB "IMPORT_MD2_MAX_IMAGE_MB"

// The properties of an export as MD2, set through Assimp::ExportProperties. Their environment variables begin
// with ASSIMP_MD2_EXPORT_: ASSIMP_MD2_EXPORT_FPS sets EXPORT_MD2_FPS.

/// Float (or integer), above 0 and finite: frames per second. Each animation is divided evenly from its first
/// key to its last, into the number of intervals that is nearest to this rate, at least one. Animations of
/// imported MD2s are sampled at 0, 1/fps … up to their end. Default 10, the game's rate. The frames of an MD2
/// that was imported without bones are written as they are unless EXPORT_MD2_CLIPS is set.
#define ASSIMP_MD2_CONFIG_EXPORT_FPS "EXPORT_MD2_FPS"

/// String: which frames are written.
///
/// - empty: all animations. If the scene is an MD2 that was imported without bones: all frames, with their
///   names (default)
/// - `player`: the 198 frames of a player, each clip of the game's table resampled to its number of frames
/// - `weapon`: the 173 frames of a player's weapon
/// - `player,stand=idle,attack=punch`: as `player` (or `weapon`), but `stand` is made from the animation
///   `idle`, and `attack` from `punch`
/// - `stand,run=walk,attack`: these animations in this order; `run=walk` writes the animation `walk` as `run`
/// - `stand:0-39;run:40-45`: these frames of the first animation, at the rate of EXPORT_MD2_FPS and from 0;
///   of a scene of a B3D or MD5, those of the file, as Blender numbers them. `run=Take 001:40-45` takes them
///   from the animation `Take 001`, and `player;stand:0-39;run:40-45` makes clips of the game from them.
///   Semicolons separate the entries of any list that contains one
///
/// Names are compared without regard to case. An animation without a name is called `clip1`, `clip2` … by its
/// place in the scene. With `player` and `weapon`, `pain1` to `pain3` are made from
/// `pain`, and `death1` to `death3` from `death` or from `Death_A`, `Death_B` …, if they have no animation of
/// their own. A clip may also come from an animation with a usual name, such as `Robot_Idle` for `stand`.
/// A missing crouched clip comes from the standing one (`crdeath` from `death`, `crwalk` from `walk` or
/// `run`), `flip` from `jump`, and `salute`, `taunt`, `wave` and `point` from the first of them that exists,
/// or from `stand`. Any other missing clip repeats the first frame of `stand` or, without `stand`, of the
/// first animation. It is an error if no animation matches any clip. A scene without animations needs
/// `player,stand=`, which repeats its only pose.
#define ASSIMP_MD2_CONFIG_EXPORT_CLIPS "EXPORT_MD2_CLIPS"

/// String: how clips that repeat travel, judged by their names as with IMPORT_MD2_LOOP `auto` (`stand`,
/// `run`, `crwalk`).
///
/// - `keep`: as in the scene (default). A line names the clips of a player that travel more than 16 units
/// - `in-place`: without the straight and even part of their way over the ground, so that they stay where the
///   game has the player, and a sway remains. Deaths and jumps keep their way
#define ASSIMP_MD2_CONFIG_EXPORT_MOTION "EXPORT_MD2_MOTION"

/// String: names of meshes or nodes, separated by commas, without regard to case. `*` stands for any
/// characters, `?` for one. Names after a `!` are left out: `!*sword*` alone writes all meshes but those, and
/// `*sword*` only those, so that one scene gives a player and its weapon. Frames and EXPORT_MD2_HEIGHT do not
/// depend on the choice. It is an error if no mesh is left. Default: all meshes.
#define ASSIMP_MD2_CONFIG_EXPORT_MESHES "EXPORT_MD2_MESHES"

/// Float (or integer), above 0 and finite: factor for all positions. Default 1. A player of Quake II is about
/// 56 units high.
#define ASSIMP_MD2_CONFIG_EXPORT_SCALE "EXPORT_MD2_SCALE"

/// Float (or integer), above 0 and finite: the height of the scene in units of the MD2, 56 for a player. The
/// scale is computed from the first frame that is written, with all meshes of the scene. If EXPORT_MD2_CLIPS
/// is `player` or `weapon`, the scene is also moved up or down, so that its lowest point is at z = -24 in
/// that frame. EXPORT_MD2_OFFSET is added. It is an error together with EXPORT_MD2_SCALE. Default: none.
#define ASSIMP_MD2_CONFIG_EXPORT_HEIGHT "EXPORT_MD2_HEIGHT"

/// String: three finite numbers, `x,y,z`, that are added to all positions after the scale and the rotation,
/// in units of the MD2, where x is the front, y the left and z up. Default `0,0,0`. A player of Quake II
/// reaches from z = -24 to 32, so `0,0,-24` suits a character that stands on the origin. Imported MD2s are
/// moved as well.
#define ASSIMP_MD2_CONFIG_EXPORT_OFFSET "EXPORT_MD2_OFFSET"

/// String: the axis of the scene that the front of a model faces. In the game the front faces +X.
///
/// - `auto`: the axis that an imported MD2 was imported with; +X for MD3, MDL, IQM and MD5; −Z for B3D and
///   for MDL of Half-Life; +Z for any other scene, as in glTF (default)
/// - `z`: +Z
/// - `x`: +X, for example for glTF files that were made from an MD2 with IMPORT_MD2_FRONT=x
/// - `-z`: −Z
/// - `-x`: −X
#define ASSIMP_MD2_CONFIG_EXPORT_FRONT "EXPORT_MD2_FRONT"

/// String: the axis of the scene that points up. EXPORT_MD2_FRONT applies to the scene after it is turned.
///
/// - `auto`: +Y, as in Assimp's scenes, but +Z for BLEND, SMD, STL and PLY. The metadata of an FBX file can
///   name other axes: Assimp 5.2 does not turn such a scene, so the export does; Assimp 6 turns it (default)
/// - `y`: +Y, whatever the metadata says
/// - `z`: +Z, with the front to −Y, for files without metadata
#define ASSIMP_MD2_CONFIG_EXPORT_UP "EXPORT_MD2_UP"

/// String: the path of the skin below the game root. It is a folder (`players/knight`) or a complete skin
/// name (`players/knight/red.pcx`). For an imported MD2 with several skins, a folder applies to all of them,
/// and a complete name to the first. Default: the part of the output folder below the game root; an imported
/// MD2 keeps its names.
#define ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH "EXPORT_MD2_SKIN_PATH"

/// String: a folder with the textures of the scene, because a scene does not contain the folder of its file.
/// Each texture is looked for by its path and then by its file name, each time in this folder, in the current
/// folder and in the output folder. A folder that does not exist is an error. Textures of an imported MD2
/// that the import did not find are looked for only in this folder. Default: none.
#define ASSIMP_MD2_CONFIG_EXPORT_TEXTURES "EXPORT_MD2_TEXTURES"

/// String: a PCX file with 256 colours, such as the game's `pics/colormap.pcx`. If it is set, skins are
/// written as PCX with this palette, for the original game; they are scaled down to 640 × 480
/// pixels, except with EXPORT_MD2_SIMPLIFY=false. Default: none; skins are written as PNG.
#define ASSIMP_MD2_CONFIG_EXPORT_PALETTE "EXPORT_MD2_PALETTE"

/// Bool. false (default): if the output folder contains another image with the name of a skin, the export
/// keeps that image, with a warning. true: the export replaces it. The textures of the scene, the palette and
/// the model are never replaced.
#define ASSIMP_MD2_CONFIG_EXPORT_OVERWRITE "EXPORT_MD2_OVERWRITE"

/// Bool: whether the model keeps the limits of Quake II: 2,048 vertices, 2,048 texture coordinates, 4,096
/// triangles, 512 frames and 32 skins.
///
/// - true (default): a mesh that exceeds them is reduced, with a warning. Vertices that differ only in their
///   normal are merged first. Other vertices are removed, not moved, so that animation and texture
///   coordinates stay. Seams do not open if the positions on both sides are exactly equal. If a skin has more
///   than 480 lines, the header contains a smaller size. It is an error if the limits cannot be reached;
///   imported MD2s are never reduced
/// - false: the model is written up to the limits of the format (65,536 vertices, 65,536 texture
/// coordinates),
///   with a warning that lists the limits of the game that it exceeds
#define ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY "EXPORT_MD2_SIMPLIFY"
