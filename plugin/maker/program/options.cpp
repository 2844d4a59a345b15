// SPDX-License-Identifier: BSD-3-Clause
#include "maker/program/options.h"

#include "assimp-md2/maker.h"
#include "importer/files/local_files.h"
#include "importer/settings/property_reader.h"

#include <assimp/Exporter.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace assimp_md2::inner {
namespace {

struct VerbText {
    Verb verb;
    const char* name;
    const char* usage;
    const char* help; ///< lines
};
constexpr std::array<VerbText, 4> kVerbs = {{
    {Verb::Player, "player", "player CHARACTER -o FOLDER",
     "Makes a player of Quake II: tris.md2 with its 198 frames, 56 units high, the feet at -24, clips\n"
     "that stay in place; weapon.md2; the skins as PNG and PCX; and their icons.\n"},
    {Verb::Monster, "monster", "monster CREATURE -o FOLDER",
     "Makes tris.md2 with its skin: all clips by their own names, at most 512 frames, the feet at -24.\n"},
    {Verb::Model, "model", "model SOURCE... -o FILE|FOLDER",
     "Makes one MD2 of each source as it is. A source that is a folder stands for all models in it.\n"},
    {Verb::Look, "look", "look SOURCE...",
     "Shows the size, front, meshes, materials, clips and problems of a source, and a command line for\n"
     "it. Writes nothing.\n"},
}};

constexpr const char* kMakes = "player monster model";
constexpr const char* kAll = "player monster model look";

/// A row of --help.
struct MakerOption {
    const char* name;
    const char* value;      ///< as --help shows it; empty for true or false
    std::string_view verbs; ///< that have it
    const char* key;        ///< of the property that it sets; null if it sets none
    const char* help;
};
constexpr std::array<MakerOption, 22> kOptions = {{
    {"-o", "PATH", kMakes, nullptr, "where the files go, such as baseq2/players/knight"},
    {"--clips", "FILES", kAll, nullptr, "add the animations of these files: idle.fbx,run.fbx"},
    {"--use", "LIST", kAll, ASSIMP_MD2_CONFIG_EXPORT_CLIPS,
     "which animation becomes which clip: stand=Idle,run=Walk:0-20"},
    {"--weapon", "WHAT", "player", nullptr, "the weapon: names of meshes ('*sword*'), or a model file"},
    {"--height", "UNITS", kMakes, ASSIMP_MD2_CONFIG_EXPORT_HEIGHT,
     "height; of a player 56, of others as it is"},
    {"--scale", "FACTOR", "model", ASSIMP_MD2_CONFIG_EXPORT_SCALE,
     "factor for the size, instead of a height"},
    {"--offset", "X,Y,Z", kMakes, ASSIMP_MD2_CONFIG_EXPORT_OFFSET,
     "move it by units to the front, left and up"},
    {"--front", "AXIS", kAll, ASSIMP_MD2_CONFIG_EXPORT_FRONT,
     "axis that its face looks along: x, z, -x or -z"},
    {"--up", "AXIS", kAll, ASSIMP_MD2_CONFIG_EXPORT_UP, "axis that points up: y or z"},
    {"--meshes", "NAMES", kAll, ASSIMP_MD2_CONFIG_EXPORT_MESHES,
     "meshes with * and ?; a ! leaves out: 'body*,!*hat*'"},
    {"--motion", "keep", "player monster", ASSIMP_MD2_CONFIG_EXPORT_MOTION,
     "let clips that repeat travel as in the source"},
    {"--motion", "in-place", "model", ASSIMP_MD2_CONFIG_EXPORT_MOTION,
     "keep clips that repeat (stand, run) in place"},
    {"--fps", "NUMBER", "monster model", ASSIMP_MD2_CONFIG_EXPORT_FPS, "frames a second [10]"},
    {"--textures", "FOLDER", kAll, ASSIMP_MD2_CONFIG_EXPORT_TEXTURES,
     "where textures are, if not beside the source"},
    {"--skin-path", "PATH", kMakes, ASSIMP_MD2_CONFIG_EXPORT_SKIN_PATH,
     "where the game looks for the skin, if -o does not tell"},
    {"--palette", "FILE", kMakes, ASSIMP_MD2_CONFIG_EXPORT_PALETTE,
     "skins as PCX with the palette of this PCX file"},
    {"--simplify", "false", kMakes, ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, "exceed the limits of Quake II"},
    {"--overwrite", "", kMakes, ASSIMP_MD2_CONFIG_EXPORT_OVERWRITE, "replace skins that exist and differ"},
    {"--max-memory-mb", "MB", kAll, ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, "memory that a source may take [1024]"},
    {"--jobs", "NUMBER", "model", nullptr, "processes [number of cores]"},
    {"--timeout", "SECONDS", kAll, nullptr, "time for one source [300]"},
    {"--dry-run", "", kMakes, nullptr, "print what would be written"},
}};

std::string optionText(const MakerOption& option) {
    const std::string name = option.name;
    return *option.value == '\0' ? name : name + (name == "-o" ? " " : "=") + option.value;
}

std::string helpOf(const VerbText& verb) {
    constexpr std::size_t kColumn = 22;
    std::string text = std::string("usage: md2-maker ") + verb.usage + " [OPTION...]\n\n" + verb.help + "\n";
    for (const MakerOption& option : kOptions) {
        if (option.verbs.find(verb.name) != std::string::npos) {
            std::string row = "  " + optionText(option);
            row.resize(std::max(kColumn, row.size() + 1), ' ');
            text += row + option.help + "\n";
        }
    }
    return text;
}

std::string helpOfProgram() {
    std::string text =
        "md2-maker makes MD2 models for Quake II of models that Assimp reads, such as GLB and FBX.\n\n";
    for (const VerbText& verb : kVerbs) {
        text += std::string("usage: md2-maker ") + verb.usage + " [OPTION...]\n";
    }
    for (const VerbText& verb : kVerbs) {
        text += std::string("\n") + verb.name + "\n" + verb.help;
    }
    return text +
           "\nmd2-maker player --help lists the options of player, and so on. Start with md2-maker look.\n";
}

const VerbText& verbNamed(const std::string& word) {
    std::vector<std::string> names;
    for (const VerbText& verb : kVerbs) {
        if (word == verb.name) {
            return verb;
        }
        names.emplace_back(verb.name);
    }
    throw CommandError(kWrongCommandLine, "\"" + word +
                                              "\" is not player, monster, model or look; did you mean " +
                                              nearest(word, names) + "?");
}

/// The settings with the defaults of the verb.
ExportSettings settingsOf(Verb verb, Assimp::ExportProperties& properties) {
    constexpr double kFeet = -24;
    constexpr double kHeightOfPlayer = 56;
    const std::string list = properties.GetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS);
    if (verb == Verb::Player && properties.HasPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS)) {
        // `Walk:0-20` needs no semicolons.
        const char* const player = list.find(';') == std::string::npos ? "player," : "player;";
        properties.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, player + list);
    }
    ExportSettings settings = checked(readExportSettings(properties), kWrongCommandLine);
    if (!settings.textures.empty() && typeOf(settings.textures) != PathType::Folder) {
        throw CommandError(kFailed, "--textures=" + settings.textures + ": there is no such folder");
    }
    if (verb == Verb::Player || verb == Verb::Monster) {
        settings.feet = kFeet;
        settings.isInPlace = !properties.HasPropertyString(ASSIMP_MD2_CONFIG_EXPORT_MOTION);
    }
    if (verb == Verb::Player) {
        settings.clips.source = ExportedClips::Player;
        settings.height = settings.height.value_or(kHeightOfPlayer);
    }
    return settings;
}

void checkWords(const VerbText& verb, const MakerOptions& options) {
    const bool isOne = verb.verb == Verb::Player || verb.verb == Verb::Monster;
    if (options.words.empty() || (isOne && options.words.size() > 1)) {
        throw CommandError(kWrongCommandLine, std::string(verb.name) + " needs " +
                                                  (isOne ? "one source" : "a source") + ": md2-maker " +
                                                  verb.usage);
    }
    if (verb.verb != Verb::Look && options.output.empty()) {
        throw CommandError(kWrongCommandLine, std::string(verb.name) +
                                                  " needs -o, which says where the files go: md2-maker " +
                                                  verb.usage);
    }
    for (const std::string& file : options.clips) {
        if (typeOf(file) != PathType::File) {
            throw CommandError(kFailed, "--clips=" + file + ": there is no such file");
        }
    }
}

/// All options, which set `options` and `properties`. Those of other verbs are errors.
std::vector<CommandOption> commandOptions(const VerbText& verb, MakerOptions& options,
                                          Assimp::ExportProperties& properties) {
    std::vector<CommandOption> all = optionsOf(options.run);
    all.push_back({"-o", true, [&](const std::string& path) { options.output = path; }});
    all.push_back({"--weapon", true, [&](const std::string& weapon) { options.weapon = weapon; }});
    all.push_back({"--clips", true, [&](const std::string& list) {
                       const std::vector<std::string> files = splitAt(list, ',');
                       options.clips.insert(options.clips.end(), files.begin(), files.end());
                   }});
    for (const MakerOption& option : kOptions) {
        const std::string_view value = option.value;
        if (option.key != nullptr) {
            all.push_back({option.name, !value.empty() && value != "false",
                           [&, key = option.key](const std::string& text) {
                               properties.SetPropertyString(key, text);
                           }});
        }
    }
    for (CommandOption& each : all) {
        const bool isOfVerb = std::any_of(kOptions.begin(), kOptions.end(), [&](const MakerOption& option) {
            return option.name == each.name && option.verbs.find(verb.name) != std::string::npos;
        });
        if (!isOfVerb) {
            each.set = [name = each.name](const std::string&) {
                throw CommandError(kWrongCommandLine, name + " belongs to another subcommand");
            };
        }
    }
    return all;
}

} // namespace

std::string helpText(const std::string& verb) {
    const auto found =
        std::find_if(kVerbs.begin(), kVerbs.end(), [&](const VerbText& each) { return verb == each.name; });
    return found == kVerbs.end() ? helpOfProgram() : helpOf(*found);
}

const Program& thisProgram() {
    static const Program kProgram = [] {
        Program program{"md2-maker", helpOfProgram(), "md2-maker " ASSIMP_MD2_VERSION_TEXT "\n", {}};
        for (const MakerOption& option : kOptions) {
            if (option.key != nullptr) {
                program.options.emplace(option.key, option.name);
            }
        }
        return program;
    }();
    return kProgram;
}

MakerOptions readMakerOptions(const std::vector<std::string>& arguments, bool isChild) {
    const std::string first = arguments.empty() ? "" : arguments.front();
    if (first == "--help" || first == "-h" || first == "--version") {
        readOptions(thisProgram(), {first}, ReadOptions::Everywhere, {});
    }
    if (first.empty() || first.front() == '-') {
        throw CommandError(kWrongCommandLine, "player, monster, model or look is missing" +
                                                  (first.empty() ? "" : " before " + first) +
                                                  "; md2-maker --help describes them");
    }
    const VerbText& verb = verbNamed(first);
    Program program = thisProgram();
    program.help = helpText(verb.name);
    program.name += std::string(" ") + verb.name;
    MakerOptions options;
    options.verb = verb.verb;
    Assimp::ExportProperties properties;
    const Words all = readOptions(program, {arguments.begin() + 1, arguments.end()}, ReadOptions::Everywhere,
                                  commandOptions(verb, options, properties));
    options.words = all.words;
    options.arguments = all.options;
    options.arguments.insert(options.arguments.begin(), verb.name);
    options.settings = settingsOf(verb.verb, properties);
    if (!isChild) {
        checkWords(verb, options);
    }
    return options;
}

} // namespace assimp_md2::inner
