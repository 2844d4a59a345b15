// SPDX-License-Identifier: BSD-3-Clause
// The weights of one vertex: a small convex quadratic program.
#include "skeleton/weights.h"

#include <Eigen/Cholesky>

#include <algorithm>

namespace assimp_md2::inner {
namespace {

/// Weights below this are not worth a bone.
constexpr double kLeastWeight = 0.01;

/// A set of candidates and their weights.
class ActiveSet {
public:
    explicit ActiveSet(const Gram& gram) : gram_(&gram), weights_(CandidateWeights::Zero(gram.rows())) {}

    const CandidateWeights& weights() const { return weights_; }
    Index size() const { return active_.size(); }
    bool has(Index candidate) const { return (active_.array() == candidate).any(); }
    double error() const { return weights_.dot(*gram_ * weights_); }

    void add(Index candidate) {
        active_.conservativeResize(size() + 1);
        active_[size() - 1] = candidate;
    }

    void remove(Index candidate) {
        active_.conservativeResize(std::remove(active_.begin(), active_.end(), candidate) - active_.begin());
        weights_[candidate] = 0;
    }

    Index smallest() const {
        return *std::min_element(active_.begin(), active_.end(),
                                 [&](Index a, Index b) { return weights_[a] < weights_[b]; });
    }

    /// Moves the weights to the minimum on the active candidates; drops those that would become negative.
    void solve() {
        while (size() > 1) {
            // Candidates that move alike make the matrix singular.
            const double ridge = 1e-9 * gram_->diagonal()(active_).sum() + 1e-30;
            Gram part = (*gram_)(active_, active_);
            part.diagonal().array() += ridge;
            CandidateWeights best = part.llt().solve(CandidateWeights::Ones(size()));
            best /= best.sum();
            if (!best.allFinite()) {
                break;
            }
            double stride = 1;
            Index blocking = -1;
            for (Index i = 0; i < size(); ++i) {
                if (best[i] <= 0) {
                    const double now = weights_[active_[i]];
                    const double limit = now > 0 ? now / (now - best[i]) : 0; // not 0 / 0
                    if (blocking < 0 || limit < stride) {
                        stride = limit;
                        blocking = i;
                    }
                }
            }
            const CandidateWeights change = stride * (best - weights_(active_));
            weights_(active_) += change;
            if (blocking < 0) {
                return;
            }
            remove(active_[blocking]);
        }
        weights_.setZero();
        weights_[active_[0]] = 1;
        active_.conservativeResize(1);
    }

private:
    const Gram* gram_;
    Eigen::Matrix<Index, Eigen::Dynamic, 1, 0, kMostCandidates, 1> active_;
    CandidateWeights weights_;
};

/// The candidate that lowers the error most when the weights move towards it; -1 if none gains enough.
Index bestToAdd(const Gram& gram, const ActiveSet& set, double leastGain) {
    const CandidateWeights gradient = gram * set.weights();
    const double error = set.weights().dot(gradient);
    Index best = -1;
    double most = leastGain * error;
    for (Index k = 0; k < gram.rows(); ++k) {
        const double slope = error - gradient[k];
        if (slope <= 0 || set.has(k)) {
            continue;
        }
        const double length = gram(k, k) - 2 * gradient[k] + error;
        const double gain = slope >= length ? 2 * slope - length : slope * slope / length;
        if (gain > most) {
            most = gain;
            best = k;
        }
    }
    return best;
}

} // namespace

CandidateWeights solveWeights(const Gram& gram, Index mostWeights, double leastGain) {
    Index alone = 0;
    gram.diagonal().minCoeff(&alone);
    ActiveSet set(gram);
    set.add(alone);
    set.solve();
    for (Index i = 0; i < 2 * kMostCandidates; ++i) {
        const Index next = bestToAdd(gram, set, leastGain);
        if (next < 0) {
            break;
        }
        const ActiveSet before = set;
        if (set.size() == mostWeights) {
            set.remove(set.smallest());
        }
        set.add(next);
        set.solve();
        if (set.error() >= before.error()) {
            set = before;
            break;
        }
    }
    while (set.size() > 1 && set.weights()[set.smallest()] < kLeastWeight) {
        set.remove(set.smallest());
        set.solve();
    }
    return set.weights();
}

} // namespace assimp_md2::inner
