#!/usr/bin/env bash
# Checks that includes of plugin/ point one way, and that format, model and image do not include Assimp.
#
# usage: bash cmake/check_layers.sh
#
# format ← model, image ← io ← settings, scene ← importer; io ← pose; settings ← export ← gltf;
# importer, gltf ← registration ← autoload
set -euo pipefail
. "$(dirname -- "$0")/usage.sh"
[ $# -eq 0 ] || wrong_arguments
cd "$(dirname -- "$0")/../plugin"

# room: the rooms that it may include, besides itself and the public headers.
declare -A may_include=(
    [format]=''
    [model]='format'
    [image]='format'
    [io]='format model image'
    [settings]='format model image io'
    [scene]='format model image io'
    [pose]='format io'
    [importer]='format model image io settings scene'
    [export]='format image io settings'
    [gltf]='format image io settings export'
    [registration]='format image io settings importer export gltf'
    [autoload]='registration'
)
failed=0
for folder in */; do
    room=${folder%/}
    if [ -z "${may_include[$room]+known}" ]; then
        echo "plugin/$room is not a room of cmake/check_layers.sh" >&2
        failed=1
        continue
    fi
    while IFS=: read -r file line included; do
        target=${included%%/*}
        case " $room assimp-md2 ${may_include[$room]} " in
        *" $target "*) ;;
        *)
            echo "plugin/$file:$line: $room may not include $included" >&2
            failed=1
            ;;
        esac
    done < <(grep -rnoE '#include "[^"]+"' "$room" | sed -E 's/#include "([^"]+)"/\1/')
done
if grep -rnE '#include <assimp/' format model image; then
    echo 'format, model and image may not include Assimp' >&2
    failed=1
fi
exit "$failed"
