// SPDX-License-Identifier: BSD-3-Clause
// A program that changes its environment on one thread while others make importers and exporters. Whoever
// reads the environment then reads memory that setenv() has freed.
#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

/// Set once there is more than one thread.
std::atomic<bool> hasThreads{false};
std::atomic<unsigned> lookUps{0};

/// As in the C library, but without what Assimp 5 itself does in each constructor of an Importer.
char* lookUp(const char* name) {
    const std::size_t length = std::strlen(name);
    if (std::strcmp(name, "ASSIMP_ENABLE_DEV_IMPORTERS") == 0) {
        return nullptr;
    }
    lookUps += hasThreads ? 1u : 0u;
    for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
        if (std::strncmp(*variable, name, length) == 0 && (*variable)[length] == '=') {
            return *variable + length + 1;
        }
    }
    return nullptr;
}

} // namespace

// In place of the C library's, for every library of the process.
extern "C" __attribute__((visibility("default"))) char* getenv(const char* name) noexcept {
    return lookUp(name);
}
extern "C" __attribute__((visibility("default"))) char* secure_getenv(const char* name) noexcept {
    return lookUp(name);
}

int main() {
    hasThreads = true;
    std::atomic<bool> stop{false};
    std::thread changing([&] {
        for (int i = 0; !stop; ++i) {
            // Each new name moves the environment to another place.
            setenv(("HOST_VARIABLE_" + std::to_string(i % 20000)).c_str(), "value", 1);
        }
    });
    std::atomic<unsigned> wrong{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            for (int j = 0; j < 1000; ++j) {
                const Assimp::Importer importer;
                const Assimp::Exporter exporter;
                wrong += importer.IsExtensionSupported(".md2") ? 0u : 1u;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    stop = true;
    changing.join();
    std::printf("the importers: %s\n", wrong == 0 ? "as expected" : "not as expected");
    std::printf("the environment was read %u times\n", lookUps.load());
    return 5;
}
