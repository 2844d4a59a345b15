// SPDX-License-Identifier: BSD-3-Clause
// Runs Dem Bones (Electronic Arts) on an animated model.
#include "bench/peers/dem_bones.h"

#include <DemBones/DemBones.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <tuple>

namespace assimp_md2::inner::test {
namespace {

struct Settings {
    const char* name;
    int iterations;
    int firstIterations;
    double affinity;
    double smoothness;
};

constexpr Settings kSettings[] = {
    {"default", 30, 10, 10, 1e-4}, {"accurate", 30, 10, 0, 1e-8}, {"long", 100, 3, 0, 1e-8}};

/// Edges that join the parts of a mesh, each to the nearest one. The first clusters of Dem Bones grow only
/// along edges: without these, a part never leaves the cluster of another one unless a cluster starts in it.
std::vector<std::vector<int>> joiningEdges(const AnimatedModel& model) {
    std::vector<std::size_t> parents(model.vertexCount);
    std::iota(parents.begin(), parents.end(), 0U);
    const auto partOf = [&](std::size_t v) {
        while (parents[v] != v) {
            v = parents[v] = parents[parents[v]];
        }
        return v;
    };
    for (const std::array<std::uint32_t, 3>& triangle : model.triangles) {
        parents[partOf(triangle[0])] = partOf(triangle[1]);
        parents[partOf(triangle[1])] = partOf(triangle[2]);
    }
    std::vector<std::tuple<float, std::size_t, std::size_t>> pairs; // squared distance in frame 0
    for (std::size_t a = 0; a < model.vertexCount; ++a) {
        for (std::size_t b = a + 1; b < model.vertexCount; ++b) {
            if (partOf(a) != partOf(b)) {
                float square = 0;
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    const float apart = model.positions[3 * a + axis] - model.positions[3 * b + axis];
                    square += apart * apart;
                }
                pairs.emplace_back(square, a, b);
            }
        }
    }
    std::sort(pairs.begin(), pairs.end());
    std::vector<std::vector<int>> edges;
    for (const auto& [square, a, b] : pairs) {
        if (partOf(a) != partOf(b)) {
            parents[partOf(a)] = partOf(b);
            edges.push_back({static_cast<int>(a), static_cast<int>(b)});
        }
    }
    return edges;
}

using Solver = Dem::DemBones<double, float>;

/// Dem Bones with its first clusters.
std::unique_ptr<Solver> started(const Settings& settings, const AnimatedModel& model, std::size_t bones,
                                std::size_t restFrame) {
    auto dem = std::make_unique<Solver>();
    dem->nV = static_cast<int>(model.vertexCount);
    dem->nF = static_cast<int>(model.frameCount);
    dem->nS = 1;
    dem->nB = static_cast<int>(bones);
    dem->nIters = settings.iterations;
    dem->nInitIters = settings.firstIterations;
    dem->transAffine = settings.affinity;
    dem->weightsSmooth = settings.smoothness;
    dem->nnz = 4;
    dem->fStart.resize(2);
    dem->fStart << 0, dem->nF;
    dem->subjectID = Eigen::VectorXi::Zero(dem->nF);
    dem->u.resize(3, dem->nV);
    dem->v.resize(3 * dem->nF, dem->nV);
    for (int frame = 0; frame < dem->nF; ++frame) {
        const Eigen::Map<const Eigen::MatrixXf> positions(
            model.positions.data() + 3 * static_cast<std::size_t>(frame) * model.vertexCount, 3, dem->nV);
        dem->v.middleRows<3>(3 * frame) = positions;
        if (static_cast<std::size_t>(frame) == restFrame) {
            dem->u = positions.cast<double>();
        }
    }
    dem->fv = joiningEdges(model);
    for (const std::array<std::uint32_t, 3>& triangle : model.triangles) {
        dem->fv.push_back(
            {static_cast<int>(triangle[0]), static_cast<int>(triangle[1]), static_cast<int>(triangle[2])});
    }
    dem->init();
    return dem;
}

DemBonesResult runWith(const Settings& settings, const AnimatedModel& model, std::size_t bones) {
    // Dem Bones stops to split clusters when a new one is lost again, which may already be the first one. It
    // depends on the rest pose where clusters start.
    std::unique_ptr<Solver> best;
    for (std::size_t quarter = 0; quarter < 4; ++quarter) {
        std::unique_ptr<Solver> dem = started(settings, model, bones, quarter * model.frameCount / 4);
        if (!best || dem->nB > best->nB) {
            best = std::move(dem);
        }
        if (4 * static_cast<std::size_t>(best->nB) >= 3 * bones) {
            break;
        }
    }
    Solver& dem = *best;
    dem.compute();
    DemBonesResult result;
    result.settings = settings.name;
    result.bones = static_cast<std::size_t>(dem.nB);
    result.rms = dem.rmse();
    std::size_t within = 0;
    for (int v = 0; v < dem.nV; ++v) {
        for (int frame = 0; frame < dem.nF; ++frame) {
            Eigen::Vector3d moved = Eigen::Vector3d::Zero();
            for (Eigen::SparseMatrix<double>::InnerIterator it(dem.w, v); it; ++it) {
                const auto matrix = dem.m.block<4, 4>(4 * frame, 4 * it.row());
                moved += it.value() *
                         (matrix.topLeftCorner<3, 3>() * dem.u.col(v) + matrix.topRightCorner<3, 1>());
            }
            const Eigen::Vector3d expected = dem.v.block<3, 1>(3 * frame, v).cast<double>();
            within +=
                (moved - expected).norm() <= double{model.steps[static_cast<std::size_t>(frame)]} ? 1 : 0;
        }
    }
    result.withinStep =
        static_cast<double>(within) / static_cast<double>(model.vertexCount * model.frameCount);
    return result;
}

} // namespace

DemBonesResult runDemBones(const AnimatedModel& model, std::size_t bones) {
    DemBonesResult best;
    for (const Settings& settings : kSettings) {
        DemBonesResult result = runWith(settings, model, bones);
        if (best.settings.empty() || result.rms < best.rms) {
            best = std::move(result);
        }
    }
    return best;
}

} // namespace assimp_md2::inner::test
