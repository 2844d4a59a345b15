// SPDX-License-Identifier: BSD-3-Clause
// Makes names unique.
#pragma once

#include "importer/base/text.h"

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace assimp_md2 {

/// The names of one kind of thing, which readers find by their names.
class UniqueNames {
public:
    /// `Ignored` is for names of files, because some file systems ignore case.
    enum class Case { Matters, Ignored };
    explicit UniqueNames(Case mode = Case::Matters) : case_(mode) {}

    /// Takes a name and returns it, or the first of NAME_2, NAME_3 … that is not taken.
    std::string unique(const std::string& name) {
        return unique(name, [&](unsigned int number) { return name + "_" + std::to_string(number); });
    }

    /// \param variant returns the name for a number from 2
    template <typename Variant>
    std::string unique(const std::string& name, Variant variant) {
        if (take(name)) {
            return name;
        }
        // The next call for this name continues with the next number, so no number is tried twice.
        unsigned int& number = lastNumber_.try_emplace(keyOf(name), 1).first->second;
        std::string next = variant(++number);
        while (!take(next)) {
            next = variant(++number);
        }
        return next;
    }

    /// \return false if the name is taken already
    bool take(const std::string& name) { return taken_.insert(keyOf(name)).second; }

private:
    std::string keyOf(const std::string& name) const {
        return case_ == Case::Ignored ? foldedCase(name) : name;
    }

    Case case_;
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, unsigned int> lastNumber_; ///< of each name that was not unique
};

} // namespace assimp_md2
