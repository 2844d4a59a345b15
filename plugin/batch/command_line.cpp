// SPDX-License-Identifier: BSD-3-Clause
#include "batch/command_line.h"

#include "batch/process.h"
#include "importer/base/text.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace assimp_md2::inner {
namespace {

CommandOption optionNamed(const Program& program, const std::string& name,
                          const std::vector<CommandOption>& options) {
    std::vector<std::string> names;
    for (const CommandOption& option : options) {
        if (option.name == name) {
            return option;
        }
        names.push_back(option.name);
    }
    throw CommandError(kWrongCommandLine,
                       printable("unknown option " + name + "; the nearest is " + nearest(name, names) +
                                 ", and " + program.name + " --help lists all"));
}

std::string assignment(const std::string& option, const std::string& value) {
    return option + "=" + value;
}

[[noreturn]] void printAndExit(const std::string& text) {
    std::exit(std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0 ? kFailed : 0);
}

} // namespace

Words readOptions(const Program& program, const std::vector<std::string>& arguments, ReadOptions which,
                  std::vector<CommandOption> options) {
    Words result;
    options.push_back({"--help", false, [&](const std::string&) { printAndExit(program.help); }});
    options.push_back({"--version", false, [&](const std::string&) { printAndExit(program.version); }});
    for (auto argument = arguments.begin(); argument != arguments.end(); ++argument) {
        const bool isDashes = *argument == "--";
        if (isDashes || argument->size() < 2 || argument->front() != '-') {
            result.isAfterDashes = isDashes && result.words.empty();
            if (isDashes || which == ReadOptions::BeforeFirstWord) {
                result.words.insert(result.words.end(), argument + (isDashes ? 1 : 0), arguments.end());
                break;
            }
            result.words.push_back(*argument);
            continue;
        }
        const std::size_t equals = argument->find('=');
        const std::string name = argument->substr(0, equals);
        const CommandOption option = optionNamed(program, name == "-h" ? "--help" : name, options);
        const std::string next = argument + 1 == arguments.end() ? "" : argument[1];
        std::string value = "true";
        if (equals != std::string::npos) {
            value = argument->substr(equals + 1);
        } else if (!option.takesValue && (next == "true" || next == "false")) {
            throw CommandError(kWrongCommandLine,
                               name + (" needs a = before its value: " + assignment(name, next)));
        } else if (option.takesValue && ++argument == arguments.end()) {
            throw CommandError(kWrongCommandLine, name + " needs a value");
        } else if (option.takesValue) {
            value = next;
        }
        option.set(value);
        result.options.push_back(assignment(name, value));
    }
    return result;
}

bool flagOf(const std::string& option, const std::string& value) {
    if (value != "true" && value != "false") {
        throw CommandError(kWrongCommandLine, option + " is \"" + value + "\", expected true or false");
    }
    return value == "true";
}

unsigned int positive(const std::string& option, const std::string& value) {
    unsigned int number = 0;
    const char* const end = value.data() + value.size();
    const auto [last, error] = std::from_chars(value.data(), end, number);
    if (error != std::errc() || last != end || number == 0) {
        throw CommandError(kWrongCommandLine,
                           option + " is \"" + value + "\", expected a whole number above 0");
    }
    return number;
}

std::string nearest(const std::string& name, const std::vector<std::string>& known) {
    return *std::min_element(known.begin(), known.end(), [&](const std::string& a, const std::string& b) {
        return editDistance(name, a) < editDistance(name, b);
    });
}

std::string messageOf(const Program& program, const std::string& text) {
    std::string message = text;
    // From the last one, because IMPORT_MD2_SKIN is a part of IMPORT_MD2_SKINS.
    for (auto option = program.options.rbegin(); option != program.options.rend(); ++option) {
        for (std::size_t found = 0; (found = message.find(option->first)) != std::string::npos;) {
            message.replace(found, option->first.size(), option->second);
        }
    }
    return printable(message);
}

void complain(const Program& program, const std::string& text) {
    std::fprintf(stderr, "%s: %s\n", program.name.c_str(), messageOf(program, text).c_str());
}

void finishOutput() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        throw CommandError(kFailed, "stdout cannot be written");
    }
}

int runCommand(const Program& program, int argc, char** argv,
               const std::function<int(const std::vector<std::string>&)>& command) {
    try {
        return command(startProcess(argc, argv));
    } catch (const CommandError& error) {
        complain(program, error.what());
        return error.code;
    } catch (const std::exception& error) {
        complain(program, error.what());
        return kFailed;
    }
}

} // namespace assimp_md2::inner
