// SPDX-License-Identifier: BSD-3-Clause
// The properties of imports, set through Assimp::Importer::SetProperty… or aiSetImportProperty…. Each may
// also be set as a string: SetPropertyString(ASSIMP_MD2_CONFIG_FPS, "20"). An empty string counts as unset;
// a number that is set as well has precedence. An invalid value and a number of the wrong type are errors.
// The message names the property, the value and the allowed values.
//
// The plugin and the command also read environment variables, whose names have ASSIMP_MD2_ in place of
// IMPORT_MD2_. A property that is set has precedence.
//
// Until version 2.0, a property keeps its key, its type, its default and the meaning of its values; there may
// be more properties and more values.
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

/// Integer or string: one frame, which is imported as a static mesh, by its index from 0, or by its name
/// without regard to case (`death103`). -1 or not set: all frames (default). The integer is
/// AI_CONFIG_IMPORT_MD2_KEYFRAME of Assimp's own importer. If it is not set, IMPORT_GLOBAL_KEYFRAME counts.
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
///   - a median below -0.5: they point inward and are negated
///   - fewer than 20 triangles: the normals of the file
///   - a median of 0.6 or more with y and z of the normals exchanged, and 0.1 more than without: they are
///     exchanged
///   - otherwise: as `computed`
///
///   In a model whose normals are kept or negated, frames that differ are decided for by themselves: they are
///   computed if the agreement is between -0.3 and 0.3 and the model has 20 triangles or more, otherwise kept
///   or negated by its sign. A model of fewer triangles is kept as a whole
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
///   from the front (default of `assimp-md2 convert`)
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
