#!/usr/bin/env bash
# Checks that includes of plugin/ point one way, and that format, model, image, skeleton and command do not include Assimp.
#
# usage: bash cmake/check_layers.sh
#
# A ← B: B may include A.
# format ← model, image ← io ← skeleton ← settings, scene ← importer; io ← pose; settings, scene ← gltf;
# pose, settings, scene, export ← md2_export; importer, gltf, export ← registration ← autoload
set -euo pipefail
. "$(dirname -- "$0")/usage.sh"
[ $# -eq 0 ] || wrong_arguments
cd "$(dirname -- "$0")/../plugin"

# layer: the layers that it may include, besides itself and the public headers.
declare -A may_include=(
    [format]=''
    [model]='format'
    [image]='format'
    [io]='format model image'
    [command]='format io'
    [skeleton]='format io'
    [settings]='format model image io skeleton'
    [scene]='format model image io skeleton'
    [pose]='format io'
    [importer]='format model image io settings skeleton scene'
    [export]=''
    [gltf]='format image io settings scene'
    [md2_export]='format model image io settings scene pose export'
    [registration]='format io settings scene importer export gltf md2_export'
    [autoload]='registration io'
)
failed=0
for folder in */; do
    layer=${folder%/}
    if [ -z "${may_include[$layer]+known}" ]; then
        echo "plugin/$layer is not a layer of cmake/check_layers.sh" >&2
        failed=1
        continue
    fi
    while IFS=: read -r file line included; do
        target=${included%%/*}
        case " $layer assimp-md2 ${may_include[$layer]} " in
        *" $target "*) ;;
        *)
            echo "plugin/$file:$line: $layer may not include $included" >&2
            failed=1
            ;;
        esac
    done < <(grep -rnoE '#include "[^"]+"' "$layer" | sed -E 's/#include "([^"]+)"/\1/')
done
if grep -rnE '#include <assimp/' format model image skeleton command; then
    echo 'format, model, image, skeleton and command may not include Assimp' >&2
    failed=1
fi
exit "$failed"
