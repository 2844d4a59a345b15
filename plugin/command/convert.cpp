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
#include "files/local_output.h"
#include "games/game_files.h"
#include "settings/property_table.h"
#include "settings/settings.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <optional>
#include <set>
#include <thread>

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

/// Adds a warning for each property of the MD2 export that is set, if the format is another one.
void warnOfExportProperties(const Conversion& conversion, std::vector<std::string>& warnings) {
    for (const Property& property : kProperties) {
        const std::string key = property.key;
        if (conversion.format != "md2" && key.rfind("EXPORT_MD2_", 0) == 0 &&
            environmentVariable(environmentNameOf(property).c_str()) != nullptr) {
            warnings.push_back(key + " has no effect on " + conversion.format + "; --to=md2 writes MD2s");
        }
    }
}

/// Ends the program when a property has an invalid value, before each file reports it.
void checkProperties() {
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

/// Removes the incomplete files of a process that was ended. They are beside the output, beside the targets
/// of links, or in the folder of the output's textures.
void removeTemporaryFiles(const std::string& output, std::uint64_t process) {
    std::set<std::string> folders = {folderOf(output)};
    listFolder(folderOf(output), [&](const FolderEntry& entry) {
        const std::string path = joined(folderOf(output), entry.name);
        folders.insert(entry.type == PathType::Folder ? path : temporaryFolderOf(path));
        return true;
    });
    for (const std::string& folder : folders) {
        listFolder(folder, [&](const FolderEntry& entry) {
            if (entry.name.rfind(temporaryPrefix(process), 0) == 0) {
                removeFile(joined(folder, entry.name));
            }
            return true;
        });
    }
}

/// A job as a piece of work. No path contains a zero byte.
std::string textOf(const Job& job) {
    std::string text = job.name;
    for (const std::string& path : {job.input, job.output}) {
        text.append(1, '\0').append(path);
    }
    return text;
}

Job jobOf(const std::string& text) {
    const std::size_t first = text.find('\0');
    const std::size_t second = text.find('\0', first + 1);
    return {text.substr(0, first), text.substr(first + 1, second - first - 1), text.substr(second + 1)};
}

/// A report as one text: the line for stdout, then those for stderr. No line contains a line break.
std::string textOf(const Report& report) {
    std::string text = report.line;
    for (const std::string& complaint : report.complaints) {
        text += "\n" + printable(complaint);
    }
    return text;
}

class Output {
public:
    Output(const Plan& plan, Progress& progress)
        : plan_(plan), progress_(progress), failures_(plan.failures) {}

    void add(const Job& job, const std::string& text) {
        progress_.clear();
        std::size_t end = std::min(text.find('\n'), text.size());
        if (end > 0) {
            // A line must not get into a model that is written to stdout.
            std::FILE* const stream = isStandardOutput(job.output) ? stderr : stdout;
            std::fprintf(stream, "%s\n", text.substr(0, end).c_str());
            std::fflush(stream); // a signal may end this process before the next line
        }
        std::string last;
        while (end < text.size()) {
            const std::size_t start = end + 1;
            end = std::min(text.find('\n', start), text.size());
            last = job.name + ": " + text.substr(start, end - start);
            complain(last);
        }
        if (text.empty() || text.front() == '\n') {
            failures_.push_back(last);
        }
        progress_.show(++done_);
    }

    int finish() const {
        finishOutput();
        const std::size_t count = plan_.jobs.size() + plan_.failures.size();
        if (!failures_.empty() && count > 1) {
            complain(std::to_string(failures_.size()) + " of " + std::to_string(count) + " inputs failed:");
            for (const std::string& failure : failures_) {
                std::fprintf(stderr, "  %s\n", messageOf(failure).c_str());
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

} // namespace

int convertFiles(std::vector<std::string> arguments) {
    constexpr unsigned int kSeconds = 300;
    Work work;
    work.isChild = takeChildWord(arguments);
    work.processes = std::max(1U, std::thread::hardware_concurrency());
    work.seconds = kSeconds;
    std::string to;
    bool isDryRun = false;
    Conversion conversion{};
    const auto words =
        readOptions(
            arguments, ReadOptions::Everywhere,
            {{"--to", true, [&](const std::string& value) { to = value; }},
             {"--jobs", true, [&](const std::string& value) { work.processes = positive("--jobs", value); }},
             {"--timeout", true,
              [&](const std::string& value) { work.seconds = positive("--timeout", value); }},
             {"--add-clips", true, [&](const std::string& value) { conversion.clips.push_back(value); }},
             {"--dry-run", false,
              [&](const std::string& value) {
                  isDryRun = value == "true";
                  if (!isDryRun && value != "false") {
                      throw CommandError(kWrongCommandLine,
                                         "--dry-run is \"" + value + "\", expected true or false");
                  }
              }}})
            .words;
    takeWarnings();
    checkProperties();
    const char* const game = environmentVariable("ASSIMP_MD2_GAME");
    const std::vector<std::string> folders = splitFolders(game != nullptr ? game : "");
    std::optional<GameFiles> files;
    if (!folders.empty()) {
        files.emplace(folders);
        conversion.game = &*files;
    }
    work.perform = [&](const std::string& piece) { return textOf(convert(conversion, jobOf(piece))); };
    to.erase(0, to.find_first_not_of('.'));
    const auto setFormat = [&](const std::string& name) {
        const aiExportFormatDesc& format = formatOf(name);
        conversion.format = format.id;
        conversion.extension = std::string(".") + format.fileExtension;
    };
    if (work.isChild) {
        setFormat(to);
        performAll(work);
        return 0;
    }
    const Game* const openGame = files ? gameOf(*files) : nullptr;
    Plan plan = findInputs(words, openGame);
    const std::string extension(extensionOf(words.back()));
    if (to.empty() && !plan.isFolder && extension.empty()) {
        throw CommandError(kWrongCommandLine,
                           words.back() + " has no extension, and --to is not set; a folder ends in /");
    }
    if (to.empty()) {
        to = plan.isFolder ? "glb" : extension.substr(1);
    }
    setFormat(to);
    if (plan.isFolder) {
        checkFolder(words.back());
    }
    warnOfExportProperties(conversion, plan.warnings);
    for (const std::string& clips : conversion.clips) {
        if (typeOf(clips) == PathType::Nothing) {
            throw CommandError(kFailed, "--add-clips=" + clips + ": there is no such file");
        }
    }
    std::vector<std::string> alsoRead = conversion.clips;
    for (const char* const variable : {"ASSIMP_MD2_WEAPON", "ASSIMP_MD2_EXPORT_PALETTE"}) {
        const char* const file = environmentVariable(variable);
        const std::string name = file != nullptr ? file : "";
        alsoRead.push_back(equalWithoutCase(name, "auto") ? "weapon.md2" : name);
    }
    chooseOutputs(plan, conversion.extension, openGame, alsoRead);
    for (const std::string& warning : takeWarnings()) {
        complain(warning);
    }
    for (const std::vector<std::string>& lines : {plan.warnings, plan.failures}) {
        std::for_each(lines.begin(), lines.end(), complain);
    }
    Progress progress(plan.jobs.size());
    Output output(plan, progress);
    if (isDryRun) {
        for (const Job& job : plan.jobs) {
            std::printf("%s\n", printable(job.name + " -> " + job.output).c_str());
        }
        return output.finish();
    }
    progress.show(0);
    work.count = plan.jobs.size();
    work.piece = [&](std::size_t i) { return textOf(plan.jobs[i]); };
    work.childArguments = {"--to=" + to};
    for (const std::string& clip : conversion.clips) {
        work.childArguments.push_back("--add-clips=" + clip);
    }
    work.done = [&](std::size_t i, const std::string& text) { output.add(plan.jobs[i], text); };
    work.failed = [&](std::size_t i, std::uint64_t process, const std::string& reason) {
        removeTemporaryFiles(plan.jobs[i].output, process);
        output.add(plan.jobs[i], "\n" + reason);
    };
    performAll(work);
    return output.finish();
}

} // namespace assimp_md2
