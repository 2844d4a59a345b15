// SPDX-License-Identifier: BSD-3-Clause
// Times Irrlicht's MD2 loader for peers.sh. Not linked with this library.
// irrlicht-md2 REPETITIONS FILE.md2...
//
// From memory, with a null device, and removed from the mesh cache each time. Irrlicht keeps the frames
// packed and unpacks one on request: "load" only loads, "all frames" also requests each frame.
#include <irrlicht.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

using Bytes = std::vector<char>;

int frameCountOf(const Bytes& bytes) {
    constexpr std::size_t kNumFrames = 40;
    std::int32_t count = 0;
    if (bytes.size() >= kNumFrames + sizeof count) {
        std::memcpy(&count, bytes.data() + kNumFrames, sizeof count);
    }
    return count;
}

/// Requests each frame and reads it, because the vertices of all frames share one buffer.
float unpackFrames(irr::scene::IAnimatedMesh& mesh, int frameCount) {
    // Irrlicht interpolates between two frames of the file in steps.
    const int step = static_cast<int>(mesh.getFrameCount()) / frameCount;
    float sum = 0;
    for (int frame = 0; frame < frameCount; ++frame) {
        const irr::scene::IMeshBuffer* const buffer = mesh.getMesh(frame * step)->getMeshBuffer(0);
        sum += static_cast<const irr::video::S3DVertex*>(buffer->getVertices())[0].Pos.X;
    }
    return sum;
}

/// \return whether the model was read
bool load(irr::IrrlichtDevice& device, Bytes& bytes, bool allFrames) {
    irr::io::IReadFile* const file = device.getFileSystem()->createMemoryReadFile(
        bytes.data(), static_cast<irr::s32>(bytes.size()), "model.md2");
    irr::scene::IAnimatedMesh* const mesh = device.getSceneManager()->getMesh(file);
    file->drop();
    if (mesh == nullptr) {
        return false;
    }
    if (allFrames) {
        volatile float sum = unpackFrames(*mesh, frameCountOf(bytes));
        static_cast<void>(sum);
    }
    device.getSceneManager()->getMeshCache()->removeMesh(mesh);
    return true;
}

double cpuSeconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Nanoseconds for one load, over a quarter of a second.
double timeOf(irr::IrrlichtDevice& device, Bytes& bytes, bool allFrames) {
    const double start = cpuSeconds();
    double end = start;
    int count = 0;
    while (end - start < 0.25) {
        load(device, bytes, allFrames);
        ++count;
        end = cpuSeconds();
    }
    return (end - start) * 1e9 / count;
}

} // namespace

int main(int argc, char** argv) {
    irr::SIrrlichtCreationParameters parameters;
    parameters.DriverType = irr::video::EDT_NULL;
    parameters.LoggingLevel = irr::ELL_NONE;
    irr::IrrlichtDevice* const device = irr::createDeviceEx(parameters);
    if (argc < 3 || device == nullptr) {
        std::fprintf(stderr, "usage: irrlicht-md2 REPETITIONS FILE.md2...\n");
        return 2;
    }
    for (int i = 2; i < argc; ++i) {
        std::ifstream file(argv[i], std::ios::binary);
        Bytes bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        if (!load(*device, bytes, true)) {
            std::fprintf(stderr, "Irrlicht does not read %s\n", argv[i]);
            continue;
        }
        for (int repetition = 0; repetition < std::atoi(argv[1]); ++repetition) {
            std::printf("%s\tload\t%.1f\n", argv[i], timeOf(*device, bytes, false));
            std::printf("%s\tall frames\t%.1f\n", argv[i], timeOf(*device, bytes, true));
        }
    }
    device->drop();
    return 0;
}
