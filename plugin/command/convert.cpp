// SPDX-License-Identifier: BSD-3-Clause
// Implements convert.h.
#include "command/convert.h"

#include "assimp-md2/registration.h"
#include "base/environment.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/warnings.h"
#include "command/conversion.h"
#include "command/options.h"
#include "command/process.h"
#include "command/workers.h"
#include "files/local_files.h"
#include "games/game_files.h"
#include "settings/property_table.h"
#include "settings/settings.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/version.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <optional>
#include <thread>
#include <utility>

namespace assimp_md2 {
namespace {

/// A line on a terminal that shows how far the work is.
class Progress {
public:
    explicit Progress(std::size_t count) : count_(count), isShown_(count > 1 && hasTerminal()) {}

    void clear() const {
        if (isShown_) {
            std::fputs("\r\033[K", stderr);
        }
    }
    void show(std::size_t done) {
        const auto now = Clock::now();
        if (!isShown_ || done == count_ || (shown_ && now - *shown_ < std::chrono::milliseconds(200))) {
            return;
        }
        if (done == 0) {
            std::fprintf(stderr, "0 of %zu", count_);
            return;
        }
        shown_ = now;
        const double rate = static_cast<double>(done) / std::chrono::duration<double>(now - start_).count();
        const auto left = static_cast<unsigned long>(static_cast<double>(count_ - done) / rate);
        std::fprintf(stderr, "\r%zu of %zu, %.*f/s, %lu:%02lu left\033[K", done, count_, rate < 10 ? 1 : 0,
                     rate, left / 60, left % 60);
    }

private:
    using Clock = std::chrono::steady_clock;
    std::size_t count_;
    bool isShown_;
    Clock::time_point start_ = Clock::now();
    std::optional<Clock::time_point> shown_;
};

unsigned int positive(const std::string& option, const std::string& text) {
    unsigned int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number == 0) {
        throw CommandError(kWrongCommandLine,
                           option + " is \"" + text + "\", expected a whole number above 0");
    }
    return number;
}

std::vector<const aiExportFormatDesc*> formats() {
    static Assimp::Exporter exporter;
    registerExporters(exporter);
    std::vector<const aiExportFormatDesc*> all(exporter.GetExportFormatCount());
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = exporter.GetExportFormatDescription(i);
    }
    return all;
}

/// Finds a format by its id, or else by its extension: glb is the first format with this extension, glb2.
const aiExportFormatDesc& formatOf(const std::string& name) {
    const std::vector<const aiExportFormatDesc*> all = formats();
    for (const auto text : {&aiExportFormatDesc::fileExtension, &aiExportFormatDesc::id}) {
        for (const aiExportFormatDesc* const format : all) {
            if (equalWithoutCase(format->*text, name)) {
                if (equalWithoutCase(name, "3mf")) {
                    // Assimp's exporter deletes an existing file first and does not notice a full disk.
                    throw CommandError(kWrongCommandLine,
                                       "convert cannot write 3mf safely; use assimp-md2 assimp export");
                }
                if (format->id == std::string("fbx") &&
                    aiGetVersionMajor() * 100 + aiGetVersionMinor() < 504) {
                    // 5.2.5 leaves out the ends of lists; 5.3 writes some numbers of blend shapes as floats.
                    throw CommandError(kWrongCommandLine,
                                       "Assimp writes binary FBX correctly since version 5.4; use glb, or "
                                       "--to=fbxa, which is ASCII FBX");
                }
                return *format;
            }
        }
    }
    throw CommandError(kWrongCommandLine, "\"" + name + "\" is not a format that Assimp writes; these are: " +
                                              listOf(all.size(), [&](std::size_t i) { return all[i]->id; }));
}

/// Throws if the output of several inputs has the name of a model file, which is usually a mistake, such as
/// an input with a space and without quotes.
void checkFolder(const std::string& output) {
    const std::vector<const aiExportFormatDesc*> all = formats();
    const std::string extension(extensionOf(output));
    const bool isFile = std::any_of(all.begin(), all.end(), [&](const aiExportFormatDesc* format) {
        return equalWithoutCase(extension, std::string(".") + format->fileExtension);
    });
    if (isFile && typeOf(output) != PathType::Folder) {
        throw CommandError(kWrongCommandLine,
                           "several inputs, a folder or a pattern need a folder as the output, but " +
                               output + " has the name of a file; " + output + "/ is a folder");
    }
}

/// Throws if an option sets a property that nothing in this command can use, which often means that input and
/// output are swapped.
void checkProperties(const Words& options, const Conversion& conversion, const Plan& plan) {
    const bool hasMd2 = std::any_of(plan.jobs.begin(), plan.jobs.end(), [](const Job& job) {
        return equalWithoutCase(extensionOf(job.input), ".md2");
    });
    for (const std::string& key : options.properties) {
        const bool isOfExport = key.rfind("EXPORT_MD2_", 0) == 0;
        if (key == ASSIMP_MD2_CONFIG_MAX_MEMORY_MB || key == ASSIMP_MD2_CONFIG_MAX_IMAGE_MB) {
            continue; // limits of both
        }
        if (isOfExport && conversion.format != "md2") {
            throw CommandError(kWrongCommandLine, key + " has no effect, because the output is " +
                                                      conversion.format + ", not an MD2");
        }
        if (!isOfExport && !hasMd2 && !plan.jobs.empty()) {
            throw CommandError(kWrongCommandLine, key + " has no effect, because no input is an MD2");
        }
    }
}

/// Ends the program when a property has an invalid value, before each file reports it.
void checkValues() {
    Assimp::Importer importer;
    if (!registerImporter(importer)) {
        throw CommandError(kFailed,
                           "the installed Assimp has not the version that this program was built for");
    }
    if (const auto settings = readSettings(importer, processEnvironment()); !settings) {
        throw CommandError(kWrongCommandLine, settings.error().text);
    }
    if (const auto settings = readExportSettings(Assimp::ExportProperties(), processEnvironment());
        !settings) {
        throw CommandError(kWrongCommandLine, settings.error().text);
    }
}

class Output {
public:
    Output(const Plan& plan, Progress& progress)
        : plan_(plan), progress_(progress), failures_(plan.failures) {}

    void add(const Job& job, const Report& report) {
        progress_.clear();
        if (!report.line.empty()) {
            // A line must not get into a model that is written to stdout.
            std::FILE* const stream = isStandardOutput(job.output) ? stderr : stdout;
            std::fprintf(stream, "%s: %s\n", printable(job.name + " -> " + job.output).c_str(),
                         report.line.c_str());
            std::fflush(stream); // a signal may end this process before the next line
        }
        for (const std::string& complaint : report.complaints) {
            complain(job.name + ": " + complaint);
        }
        if (report.line.empty()) {
            failures_.push_back(job.name + ": " + report.complaints.back());
        }
        progress_.show(++done_);
    }

    int finish() const {
        finishOutput();
        const std::size_t count = plan_.jobs.size() + plan_.failures.size();
        if (!failures_.empty() && count > 1) {
            const std::string failed =
                std::to_string(failures_.size()) + " of " + std::to_string(count) + " inputs failed";
            complain(failures_.size() == 1 ? failed + "; the error is above" : failed + ":");
            for (const std::string& failure : failures_) {
                if (failures_.size() > 1) {
                    std::fprintf(stderr, "  %s\n", messageOf(failure).c_str());
                }
            }
        }
        return failures_.empty() ? 0 : kFailed;
    }

private:
    const Plan& plan_;
    Progress& progress_;
    std::vector<std::string> failures_;
    std::size_t done_ = 0;
};

/// The command line of convert.
struct CommandLine {
    Words options{};
    std::string to{};
    std::vector<std::string> clips{};
    std::size_t processes = std::max(1U, std::thread::hardware_concurrency());
    unsigned int seconds = 300;
    bool isDryRun = false;
};

CommandLine readCommandLine(const std::vector<std::string>& arguments) {
    CommandLine line;
    line.options = readOptions(
        arguments, ReadOptions::Everywhere,
        {{"--to", true, [&](const std::string& value) { line.to = value; }},
         {"--jobs", true, [&](const std::string& value) { line.processes = positive("--jobs", value); }},
         {"--timeout", true, [&](const std::string& value) { line.seconds = positive("--timeout", value); }},
         {"--add-clips", true, [&](const std::string& value) { line.clips.push_back(value); }},
         {"--dry-run", false, [&](const std::string& value) {
              line.isDryRun = value == "true";
              if (!line.isDryRun && value != "false") {
                  throw CommandError(kWrongCommandLine,
                                     "--dry-run is \"" + value + "\", expected true or false");
              }
          }}});
    line.to.erase(0, line.to.find_first_not_of('.'));
    return line;
}

/// The name of the format: that of --to, or the extension of the output, or glb in a folder.
std::string formatName(const CommandLine& line, const Plan& plan) {
    const std::string& output = line.options.words.back();
    const std::string extension(extensionOf(output));
    if (!line.to.empty()) {
        return line.to;
    }
    if (!plan.isFolder && extension.empty()) {
        throw CommandError(kWrongCommandLine,
                           output + " has no extension, and --to is not set; a folder ends in /");
    }
    return plan.isFolder ? "glb" : extension.substr(1);
}

/// Throws if a file or folder that an option names does not exist.
///
/// \return the files that conversions read besides the inputs
std::vector<std::string> checkOtherFiles(const CommandLine& line) {
    for (const std::string& clips : line.clips) {
        if (typeOf(clips) != PathType::File) {
            throw CommandError(kFailed, "--add-clips=" + clips + ": there is no such file");
        }
    }
    const auto variable = [](const char* name) {
        const char* const value = environmentVariable(name);
        return std::string(value != nullptr ? value : "");
    };
    if (const std::string textures = variable("ASSIMP_MD2_EXPORT_TEXTURES");
        !textures.empty() && typeOf(textures) != PathType::Folder) {
        throw CommandError(kFailed,
                           ASSIMP_MD2_CONFIG_EXPORT_TEXTURES "=" + textures + ": there is no such folder");
    }
    std::vector<std::string> files = line.clips;
    const std::string weapon = variable("ASSIMP_MD2_WEAPON");
    files.push_back(equalWithoutCase(weapon, "auto") ? "weapon.md2" : weapon);
    files.push_back(variable("ASSIMP_MD2_EXPORT_PALETTE"));
    return files;
}

int convertPlan(const CommandLine& line, const Plan& plan) {
    for (const std::vector<std::string>& lines : {takeWarnings(), plan.warnings, plan.failures}) {
        std::for_each(lines.begin(), lines.end(), complain);
    }
    Progress progress(plan.jobs.size());
    Output output(plan, progress);
    if (line.isDryRun) {
        for (const Job& job : plan.jobs) {
            std::printf("%s\n", printable(job.name + " -> " + job.output).c_str());
        }
        return output.finish();
    }
    progress.show(0);
    std::vector<std::string> arguments = {"--to=" + line.to};
    for (const std::string& clips : line.clips) {
        arguments.push_back("--add-clips=" + clips);
    }
    convertInChildren({plan.jobs, line.processes, line.seconds, std::move(arguments),
                       [&](const Job& job, const Report& report) { output.add(job, report); }});
    return output.finish();
}

} // namespace

int convertFiles(std::vector<std::string> arguments) {
    std::FILE* const answers = takeAnswerStream(arguments);
    CommandLine line = readCommandLine(arguments);
    takeWarnings();
    checkValues();
    std::optional<GameFiles> files;
    const char* const game = environmentVariable("ASSIMP_MD2_GAME");
    if (const auto folders = splitFolders(game != nullptr ? game : ""); !folders.empty()) {
        files.emplace(folders);
    }
    const Game* const openGame = files ? gameOf(*files) : nullptr;
    Plan plan;
    if (answers == nullptr) {
        plan = findInputs(line.options.words, openGame);
        line.to = formatName(line, plan);
    }
    const aiExportFormatDesc& format = formatOf(line.to);
    const Conversion conversion{format.id, std::string(".") + format.fileExtension, line.clips,
                                files ? &*files : nullptr};
    if (answers != nullptr) {
        convertShare(conversion, line.options.words, answers);
        return 0;
    }
    if (plan.isFolder) {
        checkFolder(line.options.words.back());
    }
    checkProperties(line.options, conversion, plan);
    chooseOutputs(plan, conversion.extension, openGame, checkOtherFiles(line));
    return convertPlan(line, plan);
}

} // namespace assimp_md2
