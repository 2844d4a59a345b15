// SPDX-License-Identifier: BSD-3-Clause
// The limits of an export: memory and images.
#include "export/limits.h"

#include "assimp-md2/properties.h"

#include <assimp/Exporter.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace assimp_md2 {
namespace {

struct Limit {
    const char* key;
    const char* variable;
    std::int64_t defaultValue;
    std::int64_t most;
    const char* expected;
};
constexpr std::array<Limit, 3> kLimits = {{
    {ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, "ASSIMP_MD2_MAX_MEMORY_MB", 1024, INT32_MAX,
     "a whole number of MiB, 1 or more"},
    {ASSIMP_MD2_CONFIG_MAX_IMAGE_SIDE, "ASSIMP_MD2_MAX_IMAGE_SIDE", 4096, kMaximumImageSide,
     "a whole number of pixels from 1 to 16384"},
    {ASSIMP_MD2_CONFIG_MAX_IMAGE_MB, "ASSIMP_MD2_MAX_IMAGE_MB", 64, INT32_MAX,
     "a whole number of MiB, 1 or more"},
}};

/// Of each limit's variable; -1 when it is not set. No destructor: exports may run while the process ends.
using Variables = std::array<std::int64_t, kLimits.size()>;

std::int64_t numberIn(const std::string& text) {
    const bool isNumber = text.size() <= 10 && std::all_of(text.begin(), text.end(), [](unsigned char digit) {
                              return std::isdigit(digit) != 0;
                          });
    return isNumber ? std::stoll(text) : 0;
}

const Variables& variables(VariableLookup variable) {
    static const Variables kVariables = [&] {
        Variables values{};
        for (std::size_t i = 0; i < kLimits.size(); ++i) {
            const char* const text = variable(kLimits[i].variable);
            values[i] = text == nullptr || *text == '\0' ? -1 : numberIn(text);
        }
        return values;
    }();
    return kVariables;
}

} // namespace

void readExportEnvironment(VariableLookup variable) {
    variables(variable);
}

Result<ExportLimits> exportLimits(const Assimp::ExportProperties& properties) {
    std::array<std::uint64_t, kLimits.size()> values{};
    for (std::size_t i = 0; i < kLimits.size(); ++i) {
        const Limit& limit = kLimits[i];
        const bool isProperty = properties.HasPropertyInteger(limit.key);
        const std::int64_t variable = variables(environmentVariable)[i];
        const std::int64_t value = isProperty       ? properties.GetPropertyInteger(limit.key)
                                   : variable == -1 ? limit.defaultValue
                                                    : variable;
        if (value < 1 || value > limit.most) {
            Error error{ErrorCode::BadProperty, Section::Property};
            error.text =
                std::string(isProperty ? limit.key : limit.variable) + ": expected " + limit.expected;
            return tl::unexpected(std::move(error));
        }
        values[i] = static_cast<std::uint64_t>(value);
    }
    return ExportLimits{values[0] << 20, {static_cast<std::uint32_t>(values[1]), values[2] << 20}};
}

} // namespace assimp_md2
