// SPDX-License-Identifier: BSD-3-Clause
// The importer of assimp-md2 in Assimp's own tree, in the place of its MD2 loader. Assimp's registry includes
// this file.
#pragma once
#ifndef AI_MD2LOADER_H_INCLUDED
#define AI_MD2LOADER_H_INCLUDED

#include <assimp/BaseImporter.h>

#include <memory>

namespace Assimp {

class MD2Importer : public BaseImporter {
public:
    MD2Importer();
    ~MD2Importer() override;

    bool CanRead(const std::string& file, IOSystem* io, bool checkSignature) const override;
    const aiImporterDesc* GetInfo() const override;
    void SetupProperties(const Importer* importer) override;

protected:
    void InternReadFile(const std::string& file, aiScene* scene, IOSystem* io) override;

private:
    class Held;
    std::unique_ptr<Held> held_;
};

} // namespace Assimp

#endif
