// SPDX-License-Identifier: BSD-3-Clause
// Shows a model as Qt3D's SceneLoader loads it: show_qt3d FILE.md2
#include <Qt3DCore/QEntity>
#include <Qt3DExtras/Qt3DWindow>
#include <Qt3DRender/QAbstractTexture>
#include <Qt3DRender/QAttribute>
#include <Qt3DRender/QBuffer>
#include <Qt3DRender/QGeometry>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QSceneLoader>

#include <QGuiApplication>
#include <QTimer>
#include <QUrl>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

using Corner = std::array<double, 3>;
using Triangle = std::array<Corner, 3>;

constexpr int kTimeoutMs = 60000;

/// The value of an attribute at an index, as floats.
Corner cornerAt(const Qt3DRender::QAttribute& attribute, unsigned int index) {
    std::array<float, 3> values{};
    const unsigned int stride =
        attribute.byteStride() != 0 ? attribute.byteStride() : static_cast<unsigned int>(sizeof values);
    const QByteArray bytes = attribute.buffer()->data();
    std::memcpy(values.data(), bytes.constData() + attribute.byteOffset() + index * stride, sizeof values);
    Corner corner;
    std::transform(values.begin(), values.end(), corner.begin(),
                   [](float value) { return std::round(value * 1e4) / 1e4 + 0.0; });
    return corner;
}

unsigned int indexAt(const Qt3DRender::QAttribute& attribute, unsigned int position) {
    const QByteArray bytes = attribute.buffer()->data();
    const char* const start = bytes.constData() + attribute.byteOffset();
    if (attribute.vertexBaseType() == Qt3DRender::QAttribute::UnsignedShort) {
        quint16 value = 0;
        std::memcpy(&value, start + position * sizeof value, sizeof value);
        return value;
    }
    quint32 value = 0;
    std::memcpy(&value, start + position * sizeof value, sizeof value);
    return value;
}

/// Each triangle from its smallest corner on, then all in order: so neither depends on who read the file.
std::vector<Triangle> trianglesOf(const Qt3DRender::QGeometry& geometry) {
    const Qt3DRender::QAttribute* positions = nullptr;
    const Qt3DRender::QAttribute* indices = nullptr;
    for (const Qt3DRender::QAttribute* attribute : geometry.attributes()) {
        if (attribute->name() == Qt3DRender::QAttribute::defaultPositionAttributeName()) {
            positions = attribute;
        } else if (attribute->attributeType() == Qt3DRender::QAttribute::IndexAttribute) {
            indices = attribute;
        }
    }
    std::vector<Triangle> triangles;
    for (unsigned int i = 0; positions != nullptr && indices != nullptr && i + 2 < indices->count(); i += 3) {
        Triangle triangle;
        for (unsigned int corner = 0; corner < 3; ++corner) {
            triangle[corner] = cornerAt(*positions, indexAt(*indices, i + corner));
        }
        std::rotate(triangle.begin(), std::min_element(triangle.begin(), triangle.end()), triangle.end());
        triangles.push_back(triangle);
    }
    std::sort(triangles.begin(), triangles.end());
    return triangles;
}

void show(const Qt3DCore::QEntity& scene) {
    for (const auto* renderer : scene.findChildren<Qt3DRender::QGeometryRenderer*>()) {
        const std::vector<Triangle> triangles = trianglesOf(*renderer->geometry());
        std::printf("%zu triangles\n", triangles.size());
        for (const Triangle& triangle : triangles) {
            for (const Corner& corner : triangle) {
                std::printf("(%.4f %.4f %.4f)", corner[0], corner[1], corner[2]);
            }
            std::printf("\n");
        }
    }
    for (const auto* material : scene.findChildren<Qt3DRender::QMaterial*>()) {
        const bool isTextured = !material->findChildren<Qt3DRender::QAbstractTexture*>().empty();
        std::printf("skin %s, %s\n", material->metaObject()->className(), isTextured ? "textured" : "plain");
    }
}

} // namespace

int main(int argc, char** argv) {
    QGuiApplication application(argc, argv);
    Qt3DExtras::Qt3DWindow window;
    auto* const scene = new Qt3DCore::QEntity;
    auto* const loader = new Qt3DRender::QSceneLoader(scene);
    scene->addComponent(loader);
    QObject::connect(loader, &Qt3DRender::QSceneLoader::statusChanged,
                     [&](Qt3DRender::QSceneLoader::Status status) {
                         if (status == Qt3DRender::QSceneLoader::Ready) {
                             show(*scene);
                             QGuiApplication::exit(0);
                         } else if (status == Qt3DRender::QSceneLoader::Error) {
                             QGuiApplication::exit(1);
                         }
                     });
    QTimer::singleShot(kTimeoutMs, [] { QGuiApplication::exit(2); });
    window.setRootEntity(scene);
    window.show();
    loader->setSource(QUrl::fromLocalFile(QString::fromLocal8Bit(argc > 1 ? argv[1] : "")));
    return QGuiApplication::exec();
}
