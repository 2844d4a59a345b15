// SPDX-License-Identifier: BSD-3-Clause
// Makes names unique.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace assimp_md2::inner {

/// The names of one kind of thing, which readers find by their names.
class UniqueNames {
public:
    /// \param fold returns what two names must not have in common, if that is not the whole name
    explicit UniqueNames(std::string (*fold)(std::string_view) = nullptr) : fold_(fold) {}

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
    bool isTaken(const std::string& name) const { return taken_.count(keyOf(name)) > 0; }

private:
    std::string keyOf(const std::string& name) const { return fold_ != nullptr ? fold_(name) : name; }

    std::string (*fold_)(std::string_view);
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, unsigned int> lastNumber_; ///< of each name that was not unique
};

/// Makes the names of a list unique. The first of equal names is not changed, and the others get a number.
///
/// \param nameOf takes an index and returns the name
template <typename NameOf>
std::vector<std::string> uniqueNames(std::size_t count, NameOf nameOf) {
    UniqueNames taken;
    std::vector<std::string> names;
    std::vector<std::size_t> repeated;
    for (std::size_t i = 0; i < count; ++i) {
        names.emplace_back(nameOf(i));
        if (!taken.take(names[i])) {
            repeated.push_back(i);
        }
    }
    // A name that the list has already is not given to another one.
    for (const std::size_t i : repeated) {
        names[i] = taken.unique(names[i]);
    }
    return names;
}

} // namespace assimp_md2::inner
