// SPDX-License-Identifier: BSD-3-Clause
// The end of MD2Loader.cpp, after the importer: the class that Assimp's registry makes.

namespace Assimp {

/// Reads with the progress handler of the importer that Assimp knows.
class MD2Importer::Held final : public assimp_md2::inner::Md2Importer {
public:
    using Md2Importer::Md2Importer;

    void read(const std::string& file, aiScene* scene, IOSystem* io, ProgressHandler* progress) {
        m_progress = progress;
        InternReadFile(file, scene, io);
    }
};

#if defined(ASSIMP_MD2_SKELETON)
MD2Importer::MD2Importer() : held_(new Held({}, assimp_md2::inner::addSkeletons)) {}
#else
MD2Importer::MD2Importer() : held_(new Held({}, nullptr)) {}
#endif

MD2Importer::~MD2Importer() = default;

bool MD2Importer::CanRead(const std::string& file, IOSystem* io, bool checkSignature) const {
    return held_->CanRead(file, io, checkSignature);
}

// Not the name that registerImporter looks for: a copy of assimp-md2 that a program registers replaces this
// one.
const aiImporterDesc* MD2Importer::GetInfo() const {
    static const aiImporterDesc kDescription = {assimp_md2::inner::kNameInAssimp,
                                                "",
                                                "",
                                                "",
                                                aiImporterFlags_SupportBinaryFlavour,
                                                0,
                                                0,
                                                0,
                                                0,
                                                "md2"};
    return &kDescription;
}

void MD2Importer::SetupProperties(const Importer* importer) {
    held_->SetupProperties(importer);
}

void MD2Importer::InternReadFile(const std::string& file, aiScene* scene, IOSystem* io) {
    held_->read(file, scene, io, m_progress);
}

// Assimp's loaders of MDL and HMP call this function.
void MD2::LookupNormalIndex(uint8_t index, aiVector3D& normal) {
    constexpr std::size_t kCount = sizeof g_avNormals / sizeof *g_avNormals;
    const float* const found = g_avNormals[std::min<std::size_t>(index, kCount - 1)];
    normal.Set(found[0], found[1], found[2]);
}

} // namespace Assimp
