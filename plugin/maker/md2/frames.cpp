// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/frames.h"

#include "assimp-md2/metadata.h"
#include "gltf/scene/imported_scene.h"
#include "gltf/scene/usable_parts.h"
#include "importer/base/finite.h"
#include "importer/base/text.h"
#include "importer/md2/clips.h"
#include "maker/md2/frame_encoder.h"
#include "maker/md2/frame_names.h"
#include "maker/pose/animation_times.h"

#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <map>
#include <unordered_set>

namespace assimp_md2::inner {
namespace {

/// If positions differ by at most this many steps of a frame's grid, poses are equal. Frames do not show such
/// differences.
constexpr float kEqualSteps = 0.05f;
/// If the first and the last pose differ by at most this many steps, the animation is a loop.
constexpr float kLoopSteps = 0.5f;

/// How far, in frames, the end of an animation may be from a frame that counts as its end.
constexpr double kFrameTolerance = 1e-3;

/// What a clip shows: an animation of the scene, or a part of it.
struct Source {
    std::size_t animation;
    FrameRange part{}; ///< without frames: all of it
};

/// A source and the name of its clip.
struct PlannedClip {
    std::string name;
    Source source;
};

/// When a clip is evaluated: `start` and then after each interval, up to `end`.
struct Motion {
    std::size_t animation;
    double start; ///< in ticks, as `end`
    double end;
    double intervals;      ///< 0 for one pose; not a whole number if the last interval is cut off
    DoubleVector travel{}; ///< what is taken from the way of the scene from `start` to `end`
    bool isLoop = false;   ///< `end` shows the pose of `start` again

    /// A loop without its end, if the last interval is whole; at least one frame.
    double count() const {
        const double last = std::floor(intervals + kFrameTolerance);
        return isLoop && last > 0 && std::abs(intervals - last) <= kFrameTolerance ? last : last + 1;
    }
    Pose pose(double frame) const {
        if (frame == 0) {
            return {animation, start};
        }
        const double ticks = frame == intervals ? end : start + (end - start) * frame / intervals;
        return {animation, ticks, {}, travel * (-frame / intervals)};
    }
    std::vector<Pose> poses(std::size_t size) const {
        std::vector<Pose> poses(size);
        for (std::size_t i = 0; i < size; ++i) {
            poses[i] = pose(static_cast<double>(i));
        }
        return poses;
    }
};

class Planner {
public:
    Planner(const Md2Task& task, PoseEvaluator& poses, const CheckFrames& check)
        : task_(task)
        , poses_(poses)
        , check_(check)
        , recordedClosed_(closedAnimations(task_.scene))
        , hasTicksOfFrames_(importerOf(task_.scene) == kB3dImporter ||
                            importerOf(task_.scene) == kMd5Importer) {
        names_.reserve(task_.scene.mNumAnimations);
        for (unsigned int i = 0; i < task_.scene.mNumAnimations; ++i) {
            names_.push_back(clipNameOf(nameOf(i), ("clip" + std::to_string(i + 1)).c_str()));
        }
        std::string shared = names_.size() > 1 ? names_.front() : "";
        for (const std::string& name : names_) {
            const auto end = std::mismatch(shared.begin(), shared.end(), name.begin(), name.end()).first;
            shared.erase(end, shared.end());
        }
        prefixes_ = {shared.rfind('_') + 1, 0, shared.size()};
    }

    Result<FramePlan> plan() {
        const ExportClips& wanted = task_.settings.clips;
        if (wanted.source == ExportedClips::All && hasFrames(task_.scene)) {
            return importedFrames();
        }
        Result<std::vector<PlannedClip>> clips = chosenClips();
        if (!clips) {
            return tl::unexpected(clips.error());
        }
        for (std::size_t i = 0; wanted.source == ExportedClips::All && i < names_.size(); ++i) {
            // Names of frames do not use more.
            clips->push_back({names_[i].substr(0, kMostFrameNameBytes), {i}});
        }
        if (auto error = wanted.areOfGame() ? planTable(*clips) : planClips(*clips)) {
            return tl::unexpected(std::move(*error));
        }
        // Each name depends on all clips.
        const std::vector<std::string> names = frameNamesOf(clips_);
        for (std::size_t i = 0; i < names.size(); ++i) {
            frames_[i].name = names[i];
        }
        return FramePlan{std::move(frames_), std::move(travels_), std::move(clips_)};
    }

private:
    /// The anim meshes of an imported MD2 in their order, with their names.
    Result<FramePlan> importedFrames() {
        const aiMesh& mesh = *task_.scene.mMeshes[0];
        const std::size_t count = std::max(mesh.mNumAnimMeshes, 1U);
        if (auto error = check_(static_cast<double>(count))) {
            return tl::unexpected(std::move(*error));
        }
        for (std::size_t i = 0; i < count; ++i) {
            // A static scene has no anim mesh with this name.
            std::string name = latin1FromUtf8(
                mesh.mNumAnimMeshes > 0
                    ? mesh.mAnimMeshes[i]->mName.C_Str()
                    : metadataText(task_.scene, ASSIMP_MD2_METADATA_FRAME).value_or("frame01"));
            task_.warnings.add("names of frames are cut to 15 bytes",
                               name.size() > kMostFrameNameBytes ? 1 : 0);
            name.resize(std::min(name.size(), kMostFrameNameBytes));
            frames_.push_back({name, {std::nullopt, 0, i}});
        }
        return FramePlan{std::move(frames_)};
    }

    /// Finds an animation by its name in the scene, or by the name of its clip, without regard to case.
    std::optional<std::size_t> findAnimation(const std::string& wanted) const {
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (equalWithoutCase(wanted, nameOf(i))) {
                return i;
            }
        }
        const auto found = std::find(names_.begin(), names_.end(), clipNameOf(wanted));
        return found == names_.end() ? std::nullopt
                                     : std::optional(static_cast<std::size_t>(found - names_.begin()));
    }

    std::string nameOf(std::size_t animation) const {
        const std::string name = task_.scene.mAnimations[animation]->mName.C_Str();
        return name.empty() ? "clip" + std::to_string(animation + 1) : name;
    }

    std::string nameOf(const Source& source) const {
        return nameOf(source.animation) + (source.part.count > 0 ? ":" + textOf(source.part) : "");
    }

    /// "the scene has the animations a, b".
    std::string knownAnimations() const {
        return names_.empty() ? "the scene has no animations"
                              : "the scene has the animations " +
                                    listOf(names_.size(), [&](std::size_t i) { return nameOf(i); });
    }
    static Error errorOfClips(const std::string& text) {
        return {ErrorCode::Other, ASSIMP_MD2_CONFIG_EXPORT_CLIPS " " + text};
    }

    Error noClipOfTable() const {
        const std::string table = task_.settings.clips.source == ExportedClips::Player ? "player" : "weapon";
        if (names_.empty()) {
            return errorOfClips("asks for the clips of the game, but the scene has no "
                                "animations; " ASSIMP_MD2_CONFIG_EXPORT_CLIPS "=" +
                                table + ",stand= repeats its only pose in all frames");
        }
        return {ErrorCode::Other,
                "no animation has the name of a clip of the game; " ASSIMP_MD2_CONFIG_EXPORT_CLIPS
                " says which becomes which, for example stand=" +
                    nameOf(0) + (names_.size() > 1 ? ",run=" + nameOf(1) : "") + "; " + knownAnimations()};
    }

    /// The animation whose usual name suits a clip best, such as `Robot_Idle` for `stand`. Of several that
    /// suit equally well, such as `Death_A` and `Death_B`, each is used for one of the numbered clips.
    std::optional<Source> usualAnimation(const std::string& clip) const {
        const std::string base = withoutNumber(clip);
        std::map<unsigned int, std::vector<std::size_t>> byRank;
        for (std::size_t i = 0; i < names_.size(); ++i) {
            std::optional<UsualClip> usual;
            for (auto prefix = prefixes_.begin(); !usual && prefix != prefixes_.end(); ++prefix) {
                usual = usualClipOf(names_[i].substr(*prefix));
            }
            if (usual && usual->clip == base) {
                byRank[usual->rank].push_back(i);
            }
        }
        if (byRank.empty()) {
            return std::nullopt;
        }
        const std::vector<std::size_t>& best = byRank.begin()->second;
        const std::size_t number = clip == base ? 1 : static_cast<std::size_t>(clip.back() - '0');
        return Source{best[(number - 1) % best.size()]};
    }

    Result<std::vector<PlannedClip>> chosenClips() const {
        std::vector<PlannedClip> clips;
        for (const ChosenClip& chosen : task_.settings.clips.chosen) {
            const bool isOfFirst = chosen.animation.empty() && chosen.part.count > 0;
            if (chosen.animation.empty() && !isOfFirst && names_.empty()) {
                continue; // the only pose of the scene
            }
            const std::optional<std::size_t> animation =
                isOfFirst && !names_.empty() ? 0 : findAnimation(chosen.animation);
            if (!animation) {
                return tl::unexpected(errorOfClips("names " +
                                                   (isOfFirst ? "frames" : "\"" + chosen.animation + "\"") +
                                                   ", " + knownAnimations()));
            }
            const double last = lastFrameOf(*animation);
            if (static_cast<double>(chosen.part.first + chosen.part.count) > last + 1) {
                return tl::unexpected(
                    errorOfClips("names the frames " + textOf(chosen.part) + ", \"" + nameOf(*animation) +
                                 "\" has the frames 0 to " +
                                 std::to_string(static_cast<std::uint64_t>(std::min(last, 9e18)))));
            }
            clips.push_back({clipNameOf(chosen.name), {*animation, chosen.part}});
        }
        return clips;
    }

    std::optional<Error> planClips(const std::vector<PlannedClip>& clips) {
        if (clips.empty()) {
            std::uint64_t targets = 0;
            std::for_each(task_.scene.mMeshes, task_.scene.mMeshes + task_.scene.mNumMeshes,
                          [&](const aiMesh* mesh) { targets += mesh->mNumAnimMeshes; });
            task_.warnings.add("scene: no animation moves the targets, which are left out", targets);
            frames_.push_back({"frame01", Pose{}});
            return std::nullopt;
        }
        std::vector<Motion> motions;
        double count = 0;
        for (const PlannedClip& clip : clips) {
            Motion motion = motionOf(clip.source);
            // If there are already too many frames, poses need not be compared.
            if (!check_(count)) {
                motion.travel = task_.settings.isInPlace ? travelOf(clip.name, motion) : DoubleVector();
                motion.isLoop = clip.source.part.count == 0 && isLoop(clip.source, motion, kEqualSteps);
            }
            count += motion.count();
            motions.push_back(motion);
        }
        if (auto error = check_(count)) {
            return error;
        }
        for (std::size_t i = 0; i < clips.size(); ++i) {
            addClip({clips[i].name, Md2Clip::Kind::Own, nameOf(clips[i].source)},
                    motions[i].poses(static_cast<std::size_t>(motions[i].count())));
        }
        return std::nullopt;
    }

    /// Up to the last key, because Assimp's importer of Half-Life models makes the duration ten times as long
    /// and FBX files have takes that are longer than their motion. Scenes of this library's importer may hold
    /// their last pose.
    double durationOf(std::size_t animation) const {
        return recordedClosed_ ? durationInTicks(*task_.scene.mAnimations[animation])
                               : endInTicks(*task_.scene.mAnimations[animation]);
    }

    /// Where the frames of a list are counted from. In Blender, the first key of a B3D is at 0, not 1.
    double originOf(std::size_t animation) const {
        return hasTicksOfFrames_ ? startInTicks(*task_.scene.mAnimations[animation]) : 0;
    }

    /// The number of the last frame of a list. The tolerance includes a frame that is rounded down.
    double lastFrameOf(std::size_t animation) const {
        const double rate = hasTicksOfFrames_ ? 1
                                              : task_.settings.framesPerSecond /
                                                    ticksPerSecond(*task_.scene.mAnimations[animation]);
        return std::floor((durationOf(animation) - originOf(animation)) * rate + kFrameTolerance);
    }

    /// Scenes of this library's importer keep the times of their frames. Any other animation is divided
    /// evenly, because it may begin late and its duration may be no multiple of a frame's.
    Motion motionOf(const Source& source) const {
        const std::size_t animation = source.animation;
        const double ticksPerFrame =
            ticksPerSecond(*task_.scene.mAnimations[animation]) / task_.settings.framesPerSecond;
        if (source.part.count > 0) {
            const double step = hasTicksOfFrames_ ? 1 : ticksPerFrame;
            const double start = originOf(animation) + static_cast<double>(source.part.first) * step;
            const auto steps = static_cast<double>(source.part.count - 1);
            const double intervals = std::max(std::min(steps, 1.0), std::round(steps * step / ticksPerFrame));
            return {animation, start, start + steps * step, intervals};
        }
        const double start = recordedClosed_ ? 0 : startInTicks(*task_.scene.mAnimations[animation]);
        const double end = durationOf(animation);
        const double frames = (end - start) / ticksPerFrame;
        if (poses_.isConstant(animation)) {
            return {animation, start, end, 0};
        }
        return {animation, start, end, recordedClosed_ ? frames : std::max(1.0, std::round(frames))};
    }

    /// Whether the end shows the first pose again. This library's importer and glTF exporter record it. In
    /// any other scene an animation that ends in the pose in which it starts counts as a loop: a game that
    /// repeats it would show this pose twice.
    ///
    /// \param steps of a grid that spans the first pose, by which positions may differ
    bool isLoop(const Source& source, const Motion& motion, float steps) {
        if (motion.intervals == 0) {
            return false;
        }
        if (recordedClosed_) {
            return source.part.count == 0 &&
                   recordedClosed_->count(task_.scene.mAnimations[source.animation]->mName.C_Str()) > 0;
        }
        const std::vector<float> first = positionsIn(motion.pose(0));
        const std::vector<float> last = positionsIn(motion.pose(motion.intervals));
        Bounds bounds;
        bounds.add(first.data(), poses_.vertexCount());
        float extent = 0;
        float largest = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            extent = std::max(extent, bounds.max[axis] - bounds.min[axis]);
            largest = std::max({largest, std::abs(bounds.max[axis]), std::abs(bounds.min[axis])});
        }
        // Rounding to floats may change positions as well.
        const float tolerance = steps * extent / 255 + 2 * std::numeric_limits<float>::epsilon() * largest;
        return std::equal(first.begin(), first.end(), last.begin(),
                          [tolerance](float a, float b) { return std::abs(a - b) <= tolerance; });
    }

    /// How far most vertices move over the ground in a clip that repeats. Not the mean, because a part of the
    /// scene may not move.
    DoubleVector travelOf(const std::string& clip, const Motion& motion) {
        DoubleVector travel;
        if (!isRepeating(clip)) {
            return travel;
        }
        const std::vector<float> first = positionsIn(motion.pose(0));
        const std::vector<float> last = positionsIn(motion.pose(motion.intervals));
        std::vector<float> ways(poses_.vertexCount());
        const auto middle = ways.begin() + static_cast<std::ptrdiff_t>(ways.size() / 2);
        for (unsigned int axis = 0; axis < 2; ++axis) {
            for (std::size_t i = 0; i < ways.size(); ++i) {
                ways[i] = last[3 * i + axis] - first[3 * i + axis];
            }
            std::nth_element(ways.begin(), middle, ways.end());
            travel[axis] = static_cast<double>(*middle);
        }
        return aiMatrix3x3t<double>(poses_.world()).Inverse() * travel;
    }

    /// Positions that are not finite become 0. If a triangle uses them, buildModel reports them.
    std::vector<float> positionsIn(const Pose& pose) {
        std::vector<float> positions(3 * poses_.vertexCount());
        poses_.evaluate(pose, positions.data(), nullptr);
        std::replace_if(
            positions.begin(), positions.end(), [](float value) { return !isFinite(value); }, 0.0f);
        return positions;
    }

    /// \param chosen those that ExportSettings::clips names
    std::optional<Error> planTable(const std::vector<PlannedClip>& chosen) {
        const std::vector<Clip> table = tableOf(
            task_.settings.clips.source == ExportedClips::Player ? kPlayerFrames : kPlayerWeaponFrames);
        auto error = check_(static_cast<double>(table.back().firstFrame + table.back().frameCount));
        error = error ? error : checkNames(chosen);
        if (error) {
            return error;
        }
        std::vector<std::optional<Source>> sources;
        bool hasAny = false;
        for (const Clip& clip : table) {
            sources.push_back(sourceOfClip(clip.name, chosen));
            hasAny = hasAny || sources.back();
        }
        if (!hasAny && (!names_.empty() || task_.settings.clips.chosen.empty())) {
            return noClipOfTable();
        }
        const Source stand = sources.front().value_or(Source{0}); // the table begins with it
        const Pose firstPose = names_.empty() ? Pose{} : motionOf(stand).pose(0);
        for (std::size_t i = 0; i < table.size(); ++i) {
            const auto& [name, first, count] = table[i];
            using Kind = Md2Clip::Kind;
            const std::optional<Source> source = sources[i] ? sources[i] : relatedSource(name, chosen);
            const Kind kind = sources[i] ? Kind::Own : source ? Kind::Related : Kind::Still;
            const bool isMissing = !source && task_.settings.clips.areNamedIfMissing;
            task_.warnings.add("clips whose animation is missing stand still", isMissing ? 1 : 0, name);
            addClip({name, kind, source ? nameOf(*source) : ""},
                    source ? resampled(table[i], *source) : std::vector<Pose>(count, firstPose));
        }
        return std::nullopt;
    }

    static std::vector<Clip> tableOf(std::size_t frameCount) {
        return clipsFromPlayerTable(std::vector<std::string_view>(frameCount), "");
    }

    /// A weapon accepts all clips of a player, so that both exports can use the same list.
    static std::optional<Error> checkNames(const std::vector<PlannedClip>& chosen) {
        const std::vector<Clip> table = tableOf(kPlayerFrames);
        for (const PlannedClip& wanted : chosen) {
            const bool exists = std::any_of(table.begin(), table.end(), [&](const Clip& clip) {
                return wanted.name == clip.name || wanted.name == withoutNumber(clip.name);
            });
            if (!exists) {
                return errorOfClips("names the clip \"" + wanted.name + "\", the game has " +
                                    listOf(table.size(), [&](std::size_t i) { return table[i].name; }));
            }
        }
        return std::nullopt;
    }

    /// The source of a clip of the table. Listed names win.
    std::optional<Source> sourceOfClip(const std::string& clip,
                                       const std::vector<PlannedClip>& chosen) const {
        const std::array<std::string, 2> names = {clip, withoutNumber(clip)};
        for (const std::string& name : names) {
            const auto found = std::find_if(chosen.begin(), chosen.end(),
                                            [&](const PlannedClip& entry) { return entry.name == name; });
            if (found != chosen.end()) {
                return found->source;
            }
        }
        for (const std::string& name : names) {
            if (const std::optional<std::size_t> animation = findAnimation(name)) {
                return Source{*animation};
            }
        }
        const std::optional<Source> usual = usualAnimation(clip);
        return usual || clip != "run" ? usual : usualAnimation("walk");
    }

    /// What a clip without an animation shows instead: a clip of the table that looks similar.
    std::optional<Source> relatedSource(const std::string& clip,
                                        const std::vector<PlannedClip>& chosen) const {
        const auto firstOf = [&](std::initializer_list<const char*> related) {
            std::optional<Source> source;
            for (auto name = related.begin(); !source && name != related.end(); ++name) {
                source = sourceOfClip(*name, chosen);
            }
            return source;
        };
        // A number, so that a list may contain `death1` or `death`.
        return clip == "crdeath"   ? firstOf({"death1"})
               : clip == "crpain"  ? firstOf({"pain1"})
               : clip == "crattak" ? firstOf({"attack"})
               : clip == "crwalk"  ? firstOf({"walk", "run"})
               : clip == "crstnd"  ? firstOf({"stand"})
               : clip == "flip"    ? firstOf({"jump"})
               : clip == "salute" || clip == "taunt" || clip == "wave" || clip == "point"
                   ? firstOf({"salute", "taunt", "wave", "point", "stand"})
                   : std::nullopt;
    }

    std::vector<Pose> resampled(const Clip& clip, const Source& source) {
        Motion motion = motionOf(source);
        const std::size_t count = clip.frameCount;
        motion.travel = travelOf(clip.name, motion);
        if (!task_.settings.isInPlace) {
            travels_.emplace_back(clip.name, std::exchange(motion.travel, {}));
        }
        motion.intervals =
            static_cast<double>(count - (count == 1 || isLoop(source, motion, kLoopSteps) ? 0 : 1));
        return motion.poses(count);
    }

    void addClip(Md2Clip clip, const std::vector<Pose>& poses) {
        clip.frames = poses.size();
        clips_.push_back(std::move(clip));
        for (const Pose& pose : poses) {
            frames_.push_back({"", pose, clips_.size() - 1});
        }
    }

    const Md2Task& task_;
    PoseEvaluator& poses_;
    const CheckFrames& check_;
    std::vector<std::string> names_; ///< of the clip of each animation
    /// The sizes of what is left out at the start of all names: `Block_` of `Block_Idle`, nothing of
    /// `Attack_A` and `Attack_B`, `Zombie` of `ZombieIdle`.
    std::array<std::size_t, 3> prefixes_{};
    /// The animations with a closing key; std::nullopt for the scene of another importer.
    std::optional<std::unordered_set<std::string_view>> recordedClosed_;
    bool hasTicksOfFrames_; ///< a tick is a frame of the file, and lists of frames name these
    std::vector<std::pair<std::string, DoubleVector>> travels_;
    std::vector<Md2Clip> clips_;
    std::vector<PlannedFrame> frames_;
};

} // namespace

bool hasFrames(const aiScene& scene) {
    return isImportedMd2(scene) && scene.mNumMeshes > 0 &&
           std::all_of(scene.mMeshes, scene.mMeshes + scene.mNumMeshes, [&](const aiMesh* mesh) {
               return mesh->mNumBones == 0 && mesh->mNumAnimMeshes == scene.mMeshes[0]->mNumAnimMeshes;
           });
}

Result<FramePlan> planFrames(const Md2Task& task, PoseEvaluator& poses, const CheckFrames& check) {
    return Planner(task, poses, check).plan();
}

} // namespace assimp_md2::inner
