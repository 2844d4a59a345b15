// SPDX-License-Identifier: BSD-3-Clause
// Expectations about texts that have the text itself in their messages.
#pragma once

#include "support/import.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assimp_md2::inner::test {

inline testing::AssertionResult contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos
               ? testing::AssertionSuccess()
               : testing::AssertionFailure() << "\"" << part << "\" is not in: " << text;
}

/// Whether one line about MD2 was logged, and contains `part`.
inline testing::AssertionResult hasOneLineWith(const WarningLog& log, const std::string& part) {
    const std::vector<std::string> lines = log.lines();
    return lines.size() == 1 ? contains(lines[0], part)
                             : testing::AssertionFailure() << "logged: " << testing::PrintToString(lines);
}

} // namespace assimp_md2::inner::test
