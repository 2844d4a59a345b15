// SPDX-License-Identifier: BSD-3-Clause
// Starts and ends child processes on Windows, whose functions take UTF-16.
#if defined(_WIN32)
#include "batch/process.h"

#include <atomic>
#include <cstdlib>
#include <memory>
#include <stdlib.h>
#include <utility>

#include <fcntl.h>
#include <io.h>
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

#include <shellapi.h> // needs windows.h

namespace assimp_md2::inner {
namespace {

constexpr DWORD kEndedByControlC = 0xC000013A;

std::atomic<bool> hasControlC = false;
UINT codePageBefore = 0;

void restoreCodePage() {
    SetConsoleOutputCP(codePageBefore);
}

BOOL WINAPI noteControlC(DWORD /*event*/) {
    hasControlC = true;
    Sleep(INFINITE); // Windows ends this process as soon as this function returns; endInterrupted() does
    return TRUE;
}

std::string utf8(const wchar_t* text) {
    std::string bytes(
        static_cast<std::size_t>(WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr)),
        '\0');
    WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes.data(), static_cast<int>(bytes.size()), nullptr, nullptr);
    bytes.resize(bytes.empty() ? 0 : bytes.size() - 1);
    return bytes;
}

std::wstring wide(const std::string& text) {
    std::wstring units(text.size(), L'\0'); // no character has more of them than bytes
    units.resize(
        static_cast<std::size_t>(MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()),
                                                     units.data(), static_cast<int>(units.size()))));
    return units;
}

std::wstring thisProgram() {
    std::wstring path(std::size_t{1} << 15, L'\0'); // the longest path that Windows has
    path.resize(GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
    return path;
}

/// Takes an argument and returns it as CommandLineToArgvW reads it: a backslash is special only before a
/// quote.
std::wstring quoted(const std::string& argument) {
    std::wstring text = L"\"";
    std::size_t backslashes = 0;
    for (const wchar_t unit : wide(argument)) {
        text.append(unit == L'"' ? backslashes + 1 : 0, L'\\');
        backslashes = unit == L'\\' ? backslashes + 1 : 0;
        text += unit;
    }
    return text.append(backslashes, L'\\') + L'"';
}

std::error_code lastError() {
    return {static_cast<int>(GetLastError()), std::system_category()};
}

} // namespace

std::vector<std::string> startProcess(int /*argc*/, char** /*argv*/) {
    // No dialog when a file crashes Assimp. Child processes inherit this.
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    codePageBefore = GetConsoleOutputCP();
    if (codePageBefore != 0 && SetConsoleOutputCP(CP_UTF8) != 0) {
        std::atexit(restoreCodePage); // it is that of the console, not of this process
    }
    int count = 0;
    const std::unique_ptr<LPWSTR, decltype(&LocalFree)> words(CommandLineToArgvW(GetCommandLineW(), &count),
                                                              LocalFree);
    std::vector<std::string> arguments;
    for (int i = 1; words && i < count; ++i) {
        arguments.push_back(utf8(words.get()[i]));
    }
    return arguments;
}

Variables variables() {
    const std::unique_ptr<wchar_t, decltype(&FreeEnvironmentStringsW)> all(GetEnvironmentStringsW(),
                                                                           FreeEnvironmentStringsW);
    Variables variables;
    for (const wchar_t* variable = all.get(); variable != nullptr && *variable != L'\0';
         variable += std::wstring_view(variable).size() + 1) {
        const std::string text = utf8(variable);
        variables.emplace(text.substr(0, text.find('=')), text.substr(text.find('=') + 1));
    }
    return variables;
}

bool hasTerminal() {
    return _isatty(_fileno(stderr)) != 0;
}

void noteSignals() {
    SetConsoleCtrlHandler(noteControlC, TRUE);
    // Child processes are in the job of this process. Its only handle closes when this process ends.
    const HANDLE job = CreateJobObjectW(nullptr, nullptr);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    AssignProcessToJobObject(job, GetCurrentProcess());
}

bool isInterrupted() {
    return hasControlC;
}

void endInterrupted() {
    std::exit(static_cast<int>(kEndedByControlC));
}

Child::Child(const std::string& name, const std::vector<std::string>& arguments) {
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    HANDLE from = nullptr;
    HANDLE to = nullptr;
    // A child that held the pipes of others would keep them open.
    if (!CreatePipe(&from, &to, &inherited, 0) || !SetHandleInformation(from, HANDLE_FLAG_INHERIT, 0)) {
        cannotStart(lastError());
    }
    reports_ = _open_osfhandle(reinterpret_cast<intptr_t>(from), _O_RDONLY | _O_BINARY);
    std::wstring command = quoted(name) + L" " + quoted(kChildWord) + L" " +
                           std::to_wstring(HandleToLong(to)); // Windows has no larger handles
    for (const std::string& argument : arguments) {
        command += L" " + quoted(argument);
    }
    STARTUPINFOW startup{};
    startup.cb = sizeof startup;
    PROCESS_INFORMATION started{};
    // Ctrl-C does not reach a process group of its own.
    const bool isStarted =
        CreateProcessW(thisProgram().c_str(), command.data(), nullptr, nullptr, TRUE,
                       CREATE_NEW_PROCESS_GROUP, nullptr, nullptr, &startup, &started) != 0;
    CloseHandle(to);
    if (!isStarted) {
        _close(reports_);
        cannotStart(lastError());
    }
    CloseHandle(started.hThread);
    handle_ = started.hProcess;
    number_ = started.dwProcessId;
}

Child::~Child() {
    end();
    _close(reports_);
}

bool Child::read(std::string& reports) {
    DWORD count = 0;
    if (!PeekNamedPipe(reinterpret_cast<HANDLE>(_get_osfhandle(reports_)), nullptr, 0, nullptr, &count,
                       nullptr)) {
        return false;
    }
    const std::size_t before = reports.size();
    reports.resize(before + count);
    return count == 0 || _read(reports_, reports.data() + before, count) == static_cast<int>(count);
}

std::string Child::end() {
    if (handle_ == nullptr) {
        return {};
    }
    TerminateProcess(handle_, 1);
    WaitForSingleObject(handle_, INFINITE);
    DWORD code = 0;
    GetExitCodeProcess(handle_, &code);
    CloseHandle(std::exchange(handle_, nullptr));
    char text[16];
    std::snprintf(text, sizeof text, "0x%08lX", code);
    return std::string("the process ended with code ") + text;
}

std::FILE* takeReportStream(std::vector<std::string>& arguments) {
    if (arguments.size() < 2 || !isChild(arguments)) {
        return nullptr;
    }
    const HANDLE to = LongToHandle(std::atol(arguments[1].c_str()));
    arguments.erase(arguments.begin(), arguments.begin() + 2);
    return _fdopen(_open_osfhandle(reinterpret_cast<intptr_t>(to), _O_WRONLY | _O_BINARY), "wb");
}

} // namespace assimp_md2::inner

#endif
