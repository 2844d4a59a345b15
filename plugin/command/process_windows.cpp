// SPDX-License-Identifier: BSD-3-Clause
// Implements process.h for Windows, whose own functions have UTF-16 in the place of UTF-8.
#if defined(_WIN32)
#include "command/process.h"

#include "command/wide.h"

#include <cstdlib>
#include <memory>
#include <stdlib.h>

#include <shellapi.h> // needs windows.h of command/wide.h

namespace assimp_md2 {
namespace {

UINT codePageBefore = 0;

void restoreCodePage() {
    SetConsoleOutputCP(codePageBefore);
}

} // namespace

std::vector<std::string> startProcess(int /*argc*/, char** /*argv*/) {
    // No dialog when a file crashes Assimp. Child processes inherit this.
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    codePageBefore = GetConsoleOutputCP();
    if (codePageBefore != 0 && SetConsoleOutputCP(CP_UTF8) != 0) {
        std::atexit(restoreCodePage); // it is that of the console, not of this process
    }
    // getenv() would return them in the code page of the system.
    for (const std::string& variable : variables()) {
        if (const std::size_t equals = variable.find('='); variable.rfind("ASSIMP_MD2_", 0) == 0) {
            setVariable(variable.substr(0, equals), variable.substr(equals + 1));
        }
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

std::vector<std::string> variables() {
    const std::unique_ptr<wchar_t, decltype(&FreeEnvironmentStringsW)> all(GetEnvironmentStringsW(),
                                                                           FreeEnvironmentStringsW);
    std::vector<std::string> variables;
    for (const wchar_t* variable = all.get(); variable != nullptr && *variable != L'\0';
         variable += std::wstring_view(variable).size() + 1) {
        variables.push_back(utf8(variable));
    }
    return variables;
}

void setVariable(const std::string& name, const std::string& value) {
    // The first one sets what getenv() returns, the second one what child processes inherit.
    if (_putenv_s(name.c_str(), value.c_str()) != 0 ||
        SetEnvironmentVariableW(wide(name).c_str(), wide(value).c_str()) == 0) {
        throw std::bad_alloc();
    }
}

bool isStandardOutput(const std::string& /*path*/) {
    return false; // no path names it
}

bool hasTerminal() {
    const HANDLE console = GetStdHandle(STD_ERROR_HANDLE);
    DWORD mode = 0;
    return GetConsoleMode(console, &mode) != 0 &&
           SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

} // namespace assimp_md2

#endif
