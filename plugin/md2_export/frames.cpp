// SPDX-License-Identifier: BSD-3-Clause
// Implements frames.h.
#include "md2_export/frames.h"

#include "assimp-md2/properties.h"
#include "base/text.h"
#include "md2/clips.h"
#include "md2_export/frame_names.h"
#include "md2_export/usual_names.h"
#include "pose/animations.h"
#include "pose/imported_scene.h"

#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_set>

namespace assimp_md2 {
namespace {

/// If positions differ by at most this many steps of a frame's grid, poses are equal. Frames do not show such
/// differences.
constexpr float kEqualSteps = 0.05f;
/// If the first and the last pose differ by at most this many steps, the animation is a loop.
constexpr float kLoopSteps = 0.5f;

/// How far, in frames, the end of an animation may be from a sample that counts as its end.
constexpr double kSampleTolerance = 1e-3;

/// An animation of the scene and the name of its clip.
struct PlannedClip {
    std::string name;
    std::size_t animation;
};

/// Compares the positions of two poses.
class PoseComparison {
public:
    explicit PoseComparison(PoseSource& poses)
        : poses_(poses), first_(3 * poses.vertexCount()), second_(first_.size()) {}

    void setFirst(const Pose& pose) {
        evaluate(pose, first_);
        Bounds bounds;
        bounds.add(first_.data(), poses_.vertexCount());
        float extent = 0;
        float largest = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            extent = std::max(extent, bounds.max[axis] - bounds.min[axis]);
            largest = std::max({largest, std::abs(bounds.max[axis]), std::abs(bounds.min[axis])});
        }
        step_ = extent / 255;
        rounding_ = 2 * std::numeric_limits<float>::epsilon() * largest;
    }

    /// \param steps that a position may be away from its place in the first pose, in steps of the grid of a
    ///        frame
    bool isAsFirst(const Pose& pose, float steps) {
        evaluate(pose, second_);
        const float tolerance = steps * step_ + rounding_;
        return std::equal(first_.begin(), first_.end(), second_.begin(),
                          [tolerance](float a, float b) { return std::abs(a - b) <= tolerance; });
    }

private:
    /// Positions that are not finite become 0. If a triangle uses them, buildModel reports them.
    void evaluate(const Pose& pose, std::vector<float>& positions) {
        poses_.evaluate(pose, positions.data(), nullptr);
        std::replace_if(
            positions.begin(), positions.end(), [](float value) { return !std::isfinite(value); }, 0.0f);
    }

    PoseSource& poses_;
    float step_ = 0;     ///< of a grid that spans the first pose
    float rounding_ = 0; ///< what rounding to floats can change
    std::vector<float> first_;
    std::vector<float> second_;
};

class Planner {
public:
    Planner(const aiScene& scene, PoseSource& poses, const ExportSettings& settings, std::uint64_t mostFrames,
            Warnings& warnings)
        : scene_(scene)
        , poses_(poses)
        , comparison_(poses)
        , settings_(settings)
        , mostFrames_(mostFrames)
        , warnings_(warnings)
        , recordedClosed_(closedAnimations(scene)) {
        names_.reserve(scene.mNumAnimations);
        for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
            names_.push_back(clipNameOf(scene.mAnimations[i]->mName.C_Str()));
        }
        endsLikeStart_.resize(names_.size());
    }

    Result<FramePlan> plan() {
        std::optional<Error> error;
        switch (settings_.clips) {
        case ExportedClips::Player:
        case ExportedClips::Weapon:
            error = planTable();
            break;
        case ExportedClips::All:
            error = planClips(allClips());
            break;
        case ExportedClips::Chosen:
            Result<std::vector<PlannedClip>> clips = chosenClips();
            error = clips ? planClips(*clips) : clips.error();
            break;
        }
        if (error) {
            return tl::unexpected(std::move(*error));
        }
        nameFrames();
        return FramePlan{std::move(frames_), count_, std::move(mapping_)};
    }

private:
    std::vector<PlannedClip> allClips() const {
        std::vector<PlannedClip> clips;
        clips.reserve(names_.size());
        for (std::size_t i = 0; i < names_.size(); ++i) {
            // Names of frames do not use more.
            clips.push_back({names_[i].substr(0, kMostFrameNameBytes), i});
        }
        return clips;
    }

    /// Finds an animation by its name in the scene, or by the name of its clip, without regard to case.
    std::optional<std::size_t> findAnimation(const std::string& wanted) const {
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (equalWithoutCase(wanted, scene_.mAnimations[i]->mName.C_Str())) {
                return i;
            }
        }
        const auto found = std::find(names_.begin(), names_.end(), clipNameOf(wanted));
        return found == names_.end() ? std::nullopt
                                     : std::optional(static_cast<std::size_t>(found - names_.begin()));
    }

    std::string nameOf(std::size_t animation) const { return scene_.mAnimations[animation]->mName.C_Str(); }

    std::string knownAnimations() const {
        return listOf(names_.size(), [&](std::size_t i) { return nameOf(i); });
    }

    Error noClipOfTable() const {
        return {ErrorCode::Other,
                std::string(ASSIMP_MD2_CONFIG_EXPORT_CLIPS) +
                    " asks for the clips of the game, but no animation has such a name; list them, for "
                    "example " ASSIMP_MD2_CONFIG_EXPORT_CLIPS "=" +
                    (settings_.clips == ExportedClips::Player ? "player" : "weapon") + ",stand=" + nameOf(0) +
                    (names_.size() > 1 ? ",run=" + nameOf(1) : "") + "; the scene has the animations " +
                    knownAnimations()};
    }

    /// The animation whose usual name suits a clip best, such as `Robot_Idle` for `stand`.
    std::optional<std::size_t> usualAnimation(const std::string& clip) const {
        std::optional<std::size_t> best;
        unsigned int rank = 0;
        for (std::size_t i = 0; i < names_.size(); ++i) {
            const std::optional<UsualClip> usual = usualClipOf(names_[i]);
            if (usual && usual->clip == clip && (!best || usual->rank < rank)) {
                best = i;
                rank = usual->rank;
            }
        }
        return best;
    }

    Result<std::vector<PlannedClip>> chosenClips() const {
        std::vector<PlannedClip> clips;
        for (const ChosenClip& chosen : settings_.chosenClips) {
            const std::optional<std::size_t> animation = findAnimation(chosen.animation);
            if (!animation) {
                const std::string known = knownAnimations();
                return tl::unexpected(Error{
                    ErrorCode::Other, std::string(ASSIMP_MD2_CONFIG_EXPORT_CLIPS) + " names \"" +
                                          chosen.animation + "\", the scene has " +
                                          (known.empty() ? "no animations" : "the animations " + known)});
            }
            clips.push_back({clipNameOf(chosen.name), *animation});
        }
        return clips;
    }

    std::optional<Error> planClips(const std::vector<PlannedClip>& clips) {
        if (clips.empty()) {
            addClip("frame", {Pose{}});
            return std::nullopt;
        }
        double count = 0;
        for (const PlannedClip& clip : clips) {
            // If there are already too many frames, poses need not be compared.
            count += count <= static_cast<double>(mostFrames_) ? framesOf(clip.animation)
                                                               : sampleCount(clip.animation);
        }
        if (count > static_cast<double>(mostFrames_)) {
            addClip(clips.front().name, {poseAt(clips.front().animation, 0)});
            count_ = static_cast<std::uint64_t>(std::min(count, 9e18));
            return std::nullopt;
        }
        const auto frameCount = static_cast<std::size_t>(count);
        frames_.reserve(frameCount);
        for (const PlannedClip& clip : clips) {
            std::vector<Pose> poses;
            const auto samples = static_cast<std::size_t>(framesOf(clip.animation));
            poses.reserve(samples);
            for (std::size_t i = 0; i < samples; ++i) {
                poses.push_back(poseAt(clip.animation, i));
            }
            addClip(clip.name, poses);
        }
        return std::nullopt;
    }

    double ticksPerSecondOf(std::size_t animation) const {
        return ticksPerSecond(*scene_.mAnimations[animation]);
    }
    double startOf(std::size_t animation) const { return startInTicks(*scene_.mAnimations[animation]); }
    /// Up to the last key, because Assimp's importer of Half-Life models makes the duration ten times as long
    /// and FBX files have takes that are longer than their motion. Scenes of this library's importer may hold
    /// their last pose.
    double durationOf(std::size_t animation) const {
        return recordedClosed_ ? durationInTicks(*scene_.mAnimations[animation])
                               : endInTicks(*scene_.mAnimations[animation]);
    }

    /// The number of samples. The tolerance includes the last sample if the end is rounded down.
    double sampleCount(std::size_t animation) const {
        const double seconds = durationOf(animation) / ticksPerSecondOf(animation);
        return std::floor(seconds * settings_.framesPerSecond + kSampleTolerance) + 1;
    }

    double framesOf(std::size_t animation) {
        return poses_.isConstant(animation)
                   ? 1
                   : sampleCount(animation) - (isLastSampleRepeated(animation) ? 1 : 0);
    }

    /// Whether the last key of an animation shows its first pose again. This library's importer and glTF
    /// exporter record it. In any other scene an animation that ends in the pose in which it starts counts as
    /// a loop: a game that repeats it would show this pose twice.
    bool isClosed(std::size_t animation) {
        if (recordedClosed_) {
            return recordedClosed_->count(scene_.mAnimations[animation]->mName.C_Str()) > 0;
        }
        std::optional<bool>& endsLikeStart = endsLikeStart_[animation];
        if (!endsLikeStart) {
            comparison_.setFirst({animation, 0});
            endsLikeStart = comparison_.isAsFirst({animation, durationOf(animation)}, kEqualSteps);
        }
        return *endsLikeStart;
    }

    /// Whether the last sample shows a closing key. At least two frames must remain.
    bool isLastSampleRepeated(std::size_t animation) {
        const double count = sampleCount(animation);
        const double end = durationOf(animation) / ticksPerSecondOf(animation) * settings_.framesPerSecond;
        return count >= 3 && std::abs(end - (count - 1)) <= kSampleTolerance && isClosed(animation);
    }

    Pose poseAt(std::size_t animation, std::size_t sample) const {
        return {animation,
                static_cast<double>(sample) / settings_.framesPerSecond * ticksPerSecondOf(animation)};
    }

    std::optional<Error> planTable() {
        const std::size_t count =
            settings_.clips == ExportedClips::Player ? kPlayerFrames : kPlayerWeaponFrames;
        const std::vector<Clip> table = clipsFromPlayerTable(std::vector<std::string_view>(count), "");
        const Result<std::vector<PlannedClip>> chosen = chosenClips();
        if (!chosen) {
            return chosen.error();
        }
        if (auto error = checkNames(*chosen)) {
            return error;
        }
        std::vector<std::optional<std::size_t>> animations;
        animations.reserve(table.size());
        for (const Clip& clip : table) {
            animations.push_back(animationOfClip(clip.name, *chosen));
        }
        const bool hasAny = std::any_of(animations.begin(), animations.end(),
                                        [](const auto& animation) { return animation.has_value(); });
        if (!hasAny && !names_.empty()) {
            return noClipOfTable();
        }
        std::optional<std::size_t> stand = animations.front(); // the table begins with it
        if (!stand && !names_.empty()) {
            stand = 0;
        }
        const std::string kind =
            "the scene has no animation for these clips, which repeat the first frame of " +
            (stand ? names_[*stand] : std::string("the scene"));
        for (std::size_t i = 0; i < table.size(); ++i) {
            const Clip& clip = table[i];
            std::vector<Pose> poses(clip.frameCount, Pose{stand, stand ? startOf(*stand) : 0});
            if (animations[i]) {
                poses = resampled(*animations[i], clip.frameCount);
                mapping_ += names_[*animations[i]] == clip.name
                                ? ""
                                : (mapping_.empty() ? "" : ", ") + clip.name + "=" + nameOf(*animations[i]);
            } else {
                warnings_.add(kind, 1, clip.name);
            }
            addClip(clip.name, poses);
        }
        return std::nullopt;
    }

    /// `pain` for `pain1`.
    static std::string withoutNumber(const std::string& clip) {
        return clip.substr(0, clip.find_last_not_of("0123456789") + 1);
    }

    /// A weapon accepts all clips of a player, so that both exports can use the same list.
    static std::optional<Error> checkNames(const std::vector<PlannedClip>& chosen) {
        const std::vector<Clip> table =
            clipsFromPlayerTable(std::vector<std::string_view>(kPlayerFrames), "");
        for (const PlannedClip& wanted : chosen) {
            const bool exists = std::any_of(table.begin(), table.end(), [&](const Clip& clip) {
                return wanted.name == clip.name || wanted.name == withoutNumber(clip.name);
            });
            if (!exists) {
                return Error{ErrorCode::Other,
                             std::string(ASSIMP_MD2_CONFIG_EXPORT_CLIPS) + " names the clip \"" +
                                 wanted.name + "\", the game has " +
                                 listOf(table.size(), [&](std::size_t i) { return table[i].name; })};
            }
        }
        return std::nullopt;
    }

    /// The animation for a clip of the table. Listed names win.
    std::optional<std::size_t> animationOfClip(const std::string& clip,
                                               const std::vector<PlannedClip>& chosen) const {
        const std::array<std::string, 2> names = {clip, withoutNumber(clip)};
        for (const std::string& name : names) {
            const auto found = std::find_if(chosen.begin(), chosen.end(),
                                            [&](const PlannedClip& entry) { return entry.name == name; });
            if (found != chosen.end()) {
                return found->animation;
            }
        }
        for (const std::string& name : names) {
            if (const std::optional<std::size_t> animation = findAnimation(name)) {
                return animation;
            }
        }
        return usualAnimation(withoutNumber(clip));
    }

    std::vector<Pose> resampled(std::size_t animation, std::size_t count) {
        const double start = startOf(animation);
        const double end = durationOf(animation);
        bool isLoop = false;
        if (recordedClosed_) {
            isLoop = isClosed(animation);
        } else {
            comparison_.setFirst({animation, start});
            isLoop = comparison_.isAsFirst({animation, end}, kLoopSteps);
        }
        const auto steps = static_cast<double>(isLoop || count == 1 ? count : count - 1);
        std::vector<Pose> poses;
        for (std::size_t i = 0; i < count; ++i) {
            poses.push_back({animation, start + (end - start) * static_cast<double>(i) / steps});
        }
        return poses;
    }

    void addClip(const std::string& name, const std::vector<Pose>& poses) {
        clips_.push_back({name, poses.size()}); // FrameNames cuts the name
        for (const Pose& pose : poses) {
            frames_.push_back({"", pose});
        }
        count_ = frames_.size();
    }

    /// Call it after all clips are added, because each name depends on all clips.
    void nameFrames() {
        const FrameNames names(clips_);
        auto next = frames_.begin();
        for (std::size_t clip = 0; clip < clips_.size(); ++clip) {
            for (std::size_t i = 0; i < clips_[clip].frameCount; ++i) {
                (next++)->name = names.nameOf(clip, i);
            }
        }
    }

    const aiScene& scene_;
    const PoseSource& poses_;
    PoseComparison comparison_;
    const ExportSettings& settings_;
    std::uint64_t mostFrames_;
    Warnings& warnings_;
    std::vector<std::string> names_; ///< of the clip of each animation
    /// The animations with a closing key; std::nullopt for the scene of another importer.
    std::optional<std::unordered_set<std::string_view>> recordedClosed_;
    std::vector<std::optional<bool>> endsLikeStart_; ///< of those that are known
    std::string mapping_; ///< clips of the table that come from animations of other names
    std::vector<ClipToName> clips_;
    std::vector<PlannedFrame> frames_;
    std::uint64_t count_ = 0; ///< more than `frames_` if there are too many
};

} // namespace

FramePlan framesOfImportedMd2(const PoseSource& poses, const std::string& nameOfOneFrame,
                              std::uint64_t mostFrames, Warnings& warnings) {
    const aiMesh& mesh = *poses.meshes().front().mesh;
    const std::uint64_t count = std::max(mesh.mNumAnimMeshes, 1U);
    const auto planned = static_cast<std::size_t>(count > mostFrames ? 1 : count);
    std::vector<PlannedFrame> frames;
    frames.reserve(planned);
    std::size_t cut = 0;
    for (std::size_t i = 0; i < planned; ++i) {
        std::string name = mesh.mNumAnimMeshes > 0 ? latin1FromUtf8(mesh.mAnimMeshes[i]->mName.C_Str())
                                                   : latin1FromUtf8(nameOfOneFrame);
        cut += name.size() > kMostFrameNameBytes ? 1U : 0U;
        name.resize(std::min(name.size(), kMostFrameNameBytes));
        frames.push_back({name, {std::nullopt, 0, i}});
    }
    warnings.add("names of frames are cut to 15 bytes", cut);
    return {std::move(frames), count, {}};
}

Result<FramePlan> planFrames(const aiScene& scene, PoseSource& poses, const ExportSettings& settings,
                             std::uint64_t mostFrames, Warnings& warnings) {
    return Planner(scene, poses, settings, mostFrames, warnings).plan();
}

} // namespace assimp_md2
