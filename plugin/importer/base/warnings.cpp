// SPDX-License-Identifier: BSD-3-Clause
#include "importer/base/warnings.h"

#include "importer/base/text.h"

#include <algorithm>

namespace assimp_md2::inner {

void Warnings::add(std::string_view kind, std::uint64_t count, std::string_view example) {
    if (count == 0) {
        return;
    }
    Entry& entry = entryOf(kind);
    entry.count += count;
    if (!example.empty() && entry.exampleBytes < kMostWarningBytes) {
        entry.examples.emplace_back(example.substr(0, kMostWarningBytes));
        entry.exampleBytes += entry.examples.back().size();
    }
}

void Warnings::addAll(const Warnings& others, std::string_view example) {
    for (const Entry& other : others.entries_) {
        if (other.count == 0) {
            note(other.kind);
        } else if (!example.empty() || other.examples.empty()) {
            add(other.kind, other.count, example);
        } else {
            add(other.kind, other.count - other.examples.size() + 1, other.examples.front());
            for (std::size_t i = 1; i < other.examples.size(); ++i) {
                add(other.kind, 1, other.examples[i]);
            }
        }
    }
}

std::uint64_t Warnings::count(std::string_view kind) const {
    const auto entry = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const Entry& known) { return known.kind == kind; });
    return entry == entries_.end() ? 0 : entry->count;
}

std::vector<std::string> Warnings::lines(std::string_view prefix) const {
    std::vector<std::string> lines;
    for (const Entry& entry : entries_) {
        lines.push_back(lineOf(prefix, entry));
    }
    return lines;
}

Warnings::Entry& Warnings::entryOf(std::string_view kind) {
    for (Entry& known : entries_) {
        if (known.kind == kind) {
            return known;
        }
    }
    return entries_.emplace_back(Entry{std::string(kind), 0, {}, 0});
}

std::string Warnings::lineOf(std::string_view prefix, const Entry& entry) {
    std::string line = printable(std::string(prefix) + entry.kind);
    if (entry.count == 0) {
        return std::string(cut(line, kMostWarningBytes));
    }
    line += " (" + std::to_string(entry.count) + ")";
    constexpr std::string_view kFirst = ", first: ";
    std::string list;
    std::size_t listed = 0;
    for (; listed < entry.examples.size(); ++listed) {
        const std::string next = (listed == 0 ? "" : "; ") + printable(entry.examples[listed]);
        if (listed > 0 && line.size() + kFirst.size() + list.size() + next.size() > kMostWarningBytes) {
            break;
        }
        list += next;
    }
    if (listed > 0) {
        line.append(entry.count == listed ? std::string_view(": ") : kFirst).append(list);
    }
    return std::string(cut(line, kMostWarningBytes));
}

} // namespace assimp_md2::inner
