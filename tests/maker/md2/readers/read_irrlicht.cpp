// SPDX-License-Identifier: BSD-3-Clause
// Reads an MD2 with Irrlicht and writes its positions for compare-frames: read-irrlicht FILE.md2 OUTPUT
#include <irrlicht.h>

#include <cstdio>
#include <fstream>

int main(int argc, char** argv) {
    irr::SIrrlichtCreationParameters parameters;
    parameters.DriverType = irr::video::EDT_NULL;
    parameters.LoggingLevel = irr::ELL_NONE;
    irr::IrrlichtDevice* const device = irr::createDeviceEx(parameters);
    irr::scene::IAnimatedMesh* const mesh =
        argc == 3 && device != nullptr ? device->getSceneManager()->getMesh(argv[1]) : nullptr;
    if (mesh == nullptr || mesh->getMeshType() != irr::scene::EAMT_MD2) {
        std::fprintf(stderr, "Irrlicht does not read it\n");
        return 1;
    }
    // Irrlicht interpolates in four steps between two frames of the file.
    constexpr irr::u32 kSteps = 4;
    std::ofstream output(argv[2], std::ios::binary);
    for (irr::u32 frame = 0; frame < mesh->getFrameCount(); frame += kSteps) {
        irr::scene::IMeshBuffer* const buffer = mesh->getMesh(static_cast<irr::s32>(frame))->getMeshBuffer(0);
        for (irr::u32 i = 0; i < buffer->getIndexCount(); ++i) {
            // It swaps y and z.
            const irr::core::vector3df position = buffer->getPosition(buffer->getIndices()[i]);
            const float numbers[] = {position.X, position.Z, position.Y};
            output.write(reinterpret_cast<const char*>(numbers), sizeof numbers);
        }
    }
    device->drop();
    return output ? 0 : 1;
}
