// SPDX-License-Identifier: BSD-3-Clause
// A library under the name of the registration module, in a folder that is not the plugin's. It tells when it
// is loaded.
#include <cstdio>

__attribute__((constructor)) static void tell() {
    std::printf("code from the current folder is broken into the host\n");
}
