// SPDX-License-Identifier: BSD-3-Clause
// The command line of assimp-md2: options, and errors in them.
#pragma once

#include "importer/base/error.h"

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace assimp_md2 {

/// An error that ends the command with an exit code.
struct CommandError : std::runtime_error {
    CommandError(int exitCode, const std::string& text) : std::runtime_error(text), code(exitCode) {}
    int code;
};
inline constexpr int kFailed = 1;
inline constexpr int kWrongCommandLine = 125;

/// The value of a result.
///
/// \throws CommandError with its error
template <typename Value>
Value checked(const Result<Value>& result, int exitCode = kFailed) {
    return result ? *result : throw CommandError(exitCode, result.error().text);
}

/// An option that only some words have.
struct CommandOption {
    std::string name; ///< with its dashes
    bool takesValue;
    std::function<void(const std::string& value)> set;
};

/// The words of a command line, without its options.
struct Words {
    std::vector<std::string> words;
    bool isAfterDashes = false; ///< `--` precedes the first word
    /// Keys of the properties that options set.
    std::vector<std::string> properties;
};

enum class ReadOptions { BeforeFirstWord, Everywhere };

/// Reads options as `--option value` and `--option=value`. Those of properties and --game become environment
/// variables. --help and --version print and end the process.
///
/// \throws CommandError
Words readOptions(const std::vector<std::string>& arguments, ReadOptions which,
                  const std::vector<CommandOption>& more = {});

/// The option of a property: --export-fps for EXPORT_MD2_FPS.
std::string optionOf(std::string_view key);

/// `convert`, `list` or `check`, if a word looks like one of them; otherwise empty.
std::string similarWord(const std::string& word);

/// Writes one warning for each variable ASSIMP_MD2_… that has no meaning, unless ASSIMP_MD2_QUIET is 1.
void warnOfUnknownVariables();

/// A message as the command prints it: on one line, with options in place of the properties that they set.
std::string messageOf(const std::string& text);

/// Writes a message to stderr, after the name of the command.
void complain(const std::string& text);

/// Writes what stdout still holds.
///
/// \throws CommandError when stdout has not taken all
void finishOutput();

/// Calls `command` with the arguments of main() in UTF-8. Writes the errors that it throws to stderr.
///
/// \return the exit code
int runCommand(int argc, char** argv, const std::function<int(const std::vector<std::string>&)>& command);

} // namespace assimp_md2
