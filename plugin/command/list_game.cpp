// SPDX-License-Identifier: BSD-3-Clause
// The program behind `assimp-md2 --list`: list PATTERN FOLDER[:FOLDER...] prints the names of a game's files.
#include "base/text.h"
#include "games/game.h"
#include "games/game_names.h"

#include <cstdio>
#include <exception>

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("usage: list PATTERN FOLDER[:FOLDER...]\n", stderr);
        return 125;
    }
    try {
        const assimp_md2::Game game(assimp_md2::gameFolders(argv[2]));
        for (const std::string& line : game.problems()) {
            std::fprintf(stderr, "assimp-md2: %s\n", line.c_str());
        }
        for (const std::string& name : game.list(argv[1])) {
            std::printf("%s\n", assimp_md2::printable(name).c_str());
        }
        if (std::fflush(stdout) != 0) {
            std::perror("assimp-md2: the names cannot be written");
            return 1;
        }
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "assimp-md2: %s\n", error.what());
        return 1;
    }
}
