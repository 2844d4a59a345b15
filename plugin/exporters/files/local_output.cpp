// SPDX-License-Identifier: BSD-3-Clause
#include "exporters/files/local_output.h"

#include "exporters/files/system_output.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/log.h"

#include <chrono>
#include <functional>

namespace assimp_md2 {
namespace {

std::optional<Error> outputError(const std::string& path, const char* what, std::error_code error) {
    if (!error) {
        return std::nullopt;
    }
    return Error{
        ErrorCode::Other,
        "the file " + path + " cannot be " + what + ": " +
            (error == std::errc::no_such_device_or_address ? "no program reads this pipe" : error.message())};
}

} // namespace

Result<std::unique_ptr<LocalOutput>> LocalOutput::create(const std::string& path) {
    std::unique_ptr<LocalOutput> output(new LocalOutput(path));
    if (auto error = outputError(path, "written", output->open())) {
        return tl::unexpected(*std::move(error));
    }
    return output;
}

LocalOutput::~LocalOutput() {
    file_.close(); // Windows removes a file only when nobody has it open.
    if (!temporary_.empty()) {
        removeFile(temporary_);
    }
}

std::error_code LocalOutput::open() {
    // Opening tells whether the file may be written to, and whether a pipe has a reader. It changes nothing.
    std::error_code error;
    SystemFile old = openForWriting(path_, error);
    if (error) {
        return error;
    }
    const std::optional<std::string> target = linkTarget(path_);
    if (old.isOpen() && (!target || old.status().type != PathType::File)) {
        file_ = std::move(old);
        return startWriting(file_);
    }
    target_ = target.value_or(path_);
    // No other output of this process has this address, and none of another process in a container with the
    // same number is likely to have the same time.
    const auto time = std::chrono::system_clock::now().time_since_epoch().count();
    std::string temporary =
        joined(folderOf(target_), temporaryPrefix(processNumber()) + std::to_string(time) + "-" +
                                      std::to_string(std::hash<const LocalOutput*>()(this)) + ".tmp");
    bool hasMode = true;
    file_ = createFile(temporary, old, hasMode, error);
    if (!error) {
        temporary_ = std::move(temporary);
    }
    if (!error && !hasMode) {
        logWarning(
            "", printable("MD2: " + path_ + ": the permissions of the file that is replaced cannot be set"));
    }
    return error;
}

bool LocalOutput::write(const void* bytes, std::size_t size) {
    if (!failure_) {
        failure_ = writeTo(file_, bytes, size);
    }
    return !failure_;
}

std::optional<Error> LocalOutput::finish() {
    const std::error_code error = file_.close();
    return outputError(path_, "written", failure_ ? failure_ : error);
}

std::optional<Error> LocalOutput::replaceTarget() {
    if (temporary_.empty()) {
        return std::nullopt;
    }
    const std::error_code error = replaceFile(temporary_, target_);
    if (!error) {
        temporary_.clear();
    }
    return outputError(path_, "replaced", error);
}

std::string outputTarget(const std::string& path) {
    return linkTarget(path).value_or(path);
}

std::string temporaryFolderOf(const std::string& path) {
    return folderOf(outputTarget(path));
}

} // namespace assimp_md2
