// SPDX-License-Identifier: BSD-3-Clause
// The command line of a program: its options, and errors in them.
#pragma once

#include "importer/base/error.h"

#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace assimp_md2::inner {

/// An error that ends a program with an exit code.
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

/// \throws CommandError with an error, if there is one
inline void throwIf(const std::optional<Error>& error) {
    if (error) {
        throw CommandError(kFailed, error->text);
    }
}

/// What a program says about itself.
struct Program {
    std::string name;
    std::string help;    ///< printed by --help
    std::string version; ///< printed by --version
    /// The option of each property that a message may name: `--fps` for `IMPORT_MD2_FPS`.
    std::map<std::string, std::string> options;
};

struct CommandOption {
    std::string name; ///< with its dashes
    bool takesValue;
    std::function<void(const std::string& value)> set; ///< receives "true" if there is no value
};

/// The parts of a command line.
struct Words {
    std::vector<std::string> words;
    std::vector<std::string> options; ///< `--option=value`, for another process
    bool isAfterDashes = false;       ///< `--` precedes the first word
};

enum class ReadOptions { BeforeFirstWord, Everywhere };

/// Reads options as `--option value` and `--option=value`. --help and --version print and end the process.
///
/// \throws CommandError
Words readOptions(const Program& program, const std::vector<std::string>& arguments, ReadOptions which,
                  std::vector<CommandOption> options);

/// The value of an option without a value, or with true or false.
///
/// \throws CommandError
bool flagOf(const std::string& option, const std::string& value);

/// The value of an option that is a whole number above 0.
///
/// \throws CommandError
unsigned int positive(const std::string& option, const std::string& value);

/// The name in a list that looks most like another one.
std::string nearest(const std::string& name, const std::vector<std::string>& known);

/// A message as a program prints it: on one line, with options in place of the properties that they set.
std::string messageOf(const Program& program, const std::string& text);

/// Writes a message to stderr, after the name of the program.
void complain(const Program& program, const std::string& text);

/// Writes what stdout still holds.
///
/// \throws CommandError when stdout has not taken all
void finishOutput();

/// Calls `command` with the arguments of main() in UTF-8. Writes the errors that it throws to stderr.
///
/// \return the exit code
int runCommand(const Program& program, int argc, char** argv,
               const std::function<int(const std::vector<std::string>&)>& command);

} // namespace assimp_md2::inner
