// SPDX-License-Identifier: BSD-3-Clause
// Shows a model as Qt3D's SceneLoader loads it: show_qt3d FILE.md2 [play]. With `play` it also checks what
// Qt3D shows at the keys of the animation and between them.
#include <Qt3DAnimation/QMorphTarget>
#include <Qt3DAnimation/QMorphingAnimation>
#include <Qt3DCore/QEntity>
#include <Qt3DCore/QTransform>
#include <Qt3DExtras/Qt3DWindow>
#include <Qt3DRender/QAbstractTexture>
#include <Qt3DRender/QAttribute>
#include <Qt3DRender/QBuffer>
#include <Qt3DRender/QGeometry>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QSceneLoader>

#include <QEasingCurve>
#include <QGuiApplication>
#include <QMatrix4x4>
#include <QTimer>
#include <QUrl>
#include <QVector3D>

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
std::vector<Triangle> trianglesOf(const Qt3DRender::QGeometry& geometry, const QMatrix4x4& toScene) {
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
            const Corner place = cornerAt(*positions, indexAt(*indices, i + corner));
            const QVector3D moved = toScene.map(QVector3D(
                static_cast<float>(place[0]), static_cast<float>(place[1]), static_cast<float>(place[2])));
            triangle[corner] = {moved.x() + 0.0, moved.y() + 0.0, moved.z() + 0.0};
        }
        std::rotate(triangle.begin(), std::min_element(triangle.begin(), triangle.end()), triangle.end());
        triangles.push_back(triangle);
    }
    std::sort(triangles.begin(), triangles.end());
    return triangles;
}

/// From the geometry of a component to the scene: Assimp's importer has another up axis than this one.
QMatrix4x4 toSceneOf(const Qt3DCore::QComponent& component) {
    QMatrix4x4 matrix;
    for (const Qt3DCore::QEntity* entity = component.entities().value(0); entity != nullptr;
         entity = entity->parentEntity()) {
        for (const auto* transform : entity->componentsOfType<Qt3DCore::QTransform>()) {
            matrix = transform->matrix() * matrix;
        }
    }
    return matrix;
}

void show(const Qt3DCore::QEntity& scene) {
    for (const auto* renderer : scene.findChildren<Qt3DRender::QGeometryRenderer*>()) {
        const std::vector<Triangle> triangles = trianglesOf(*renderer->geometry(), toSceneOf(*renderer));
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

/// The positions of all vertices of an attribute.
std::vector<Corner> positionsIn(const Qt3DRender::QAttribute& attribute) {
    std::vector<Corner> positions;
    for (unsigned int i = 0; i < attribute.count(); ++i) {
        positions.push_back(cornerAt(attribute, i));
    }
    return positions;
}

/// Plays the only animation of a scene.
class Player {
public:
    explicit Player(const Qt3DCore::QEntity& scene) {
        const auto animations = scene.findChildren<Qt3DAnimation::QMorphingAnimation*>();
        for (auto* const animation : animations) {
            if (!animation->targetPositions().empty()) {
                animation_ = animation;
            }
        }
        if (animation_ == nullptr || animation_->target() == nullptr) {
            return;
        }
        for (Qt3DAnimation::QMorphTarget* const target : animation_->morphTargetList()) {
            frames_.push_back(positionsIn(*target->attributeList()[0]));
        }
        base_ = positionsIn(*attributeNamed(Qt3DRender::QAttribute::defaultPositionAttributeName()));
    }

    std::size_t frameCount() const { return frames_.size(); }
    const std::vector<Corner>& frame(std::size_t index) const { return frames_[index]; }
    void holdKeys() {
        QEasingCurve hold;
        hold.setCustomType([](qreal) -> qreal { return 0; });
        animation_->setEasing(hold);
    }

    /// \param key with a fraction: between two keys
    std::vector<Corner> shownAt(double key) {
        const QVector<float> times = animation_->targetPositions();
        const int before = static_cast<int>(key);
        const int after = std::min(before + 1, times.size() - 1);
        const auto share = static_cast<float>(key - before);
        animation_->setPosition(times[before] + share * (times[after] - times[before]));
        // As the vertex shader of QMorphPhongMaterial.
        const Qt3DRender::QAttribute* const target =
            attributeNamed(Qt3DRender::QAttribute::defaultPositionAttributeName() + QStringLiteral("Target"));
        return target == nullptr
                   ? blended(base_, std::vector<Corner>(base_.size()), animation_->interpolator())
                   : blended(base_, positionsIn(*target), animation_->interpolator());
    }

    static std::vector<Corner> blended(const std::vector<Corner>& a, const std::vector<Corner>& b,
                                       double share) {
        std::vector<Corner> result = a;
        for (std::size_t i = 0; i < a.size(); ++i) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                result[i][axis] += share * (b[i][axis] - a[i][axis]);
            }
        }
        return result;
    }

private:
    const Qt3DRender::QAttribute* attributeNamed(const QString& name) const {
        for (const Qt3DRender::QAttribute* attribute : animation_->target()->geometry()->attributes()) {
            if (attribute->name() == name) {
                return attribute;
            }
        }
        return nullptr;
    }

    Qt3DAnimation::QMorphingAnimation* animation_ = nullptr;
    std::vector<Corner> base_;
    std::vector<std::vector<Corner>> frames_; ///< the morph targets
};

double farthest(const std::vector<Corner>& a, const std::vector<Corner>& b) {
    double most = a.size() == b.size() && !a.empty() ? 0 : HUGE_VAL;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            most = std::max(most, std::abs(a[i][axis] - b[i][axis]));
        }
    }
    return most;
}

/// Qt3D's shader blends the base mesh and one morph target. At a key this is the frame of the key. Between
/// two keys QMorphingAnimation keeps the target of the key before, and blends from frame 0 to this target
/// instead of from the target to the next one.
bool playsAsDocumented(const Qt3DCore::QEntity& scene) {
    constexpr double kNear = 1e-2;
    Player player(scene);
    bool holds = player.frameCount() > 10;
    const auto expect = [&](const char* claim, double key, const std::vector<Corner>& shown,
                            const std::vector<Corner>& expected) {
        const double distance = farthest(shown, expected);
        if (!(distance < kNear)) {
            std::fprintf(stderr, "at key %g, %s: %g units away\n", key, claim, distance);
            holds = false;
        }
    };
    if (!holds) {
        std::fprintf(stderr, "there is no animation with frames\n");
        return false;
    }
    const std::vector<Corner> origin(player.frame(0).size());
    expect("before any key: between frame 0 and the origin", 0.5, player.shownAt(0.5),
           Player::blended(player.frame(0), origin, 0.5));
    for (std::size_t i = 0; i + 1 < player.frameCount(); ++i) {
        const auto key = static_cast<double>(i);
        expect("the frame of the key", key, player.shownAt(key), player.frame(i));
        expect("between frame 0 and the frame of the key before", key + 0.25, player.shownAt(key + 0.25),
               Player::blended(player.frame(0), player.frame(i), 0.25));
    }
    const auto last = static_cast<double>(player.frameCount() - 1);
    expect("the last frame", last, player.shownAt(last), player.frame(player.frameCount() - 1));
    player.holdKeys();
    for (std::size_t i = 0; i + 1 < player.frameCount(); ++i) {
        const double key = static_cast<double>(i) + 0.25;
        expect("held: the frame of the key before", key, player.shownAt(key), player.frame(i));
    }
    return holds;
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
                             const bool isRight = argc < 3 || playsAsDocumented(*scene);
                             QGuiApplication::exit(isRight ? 0 : 3);
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
