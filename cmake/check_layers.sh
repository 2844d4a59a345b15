#!/usr/bin/env bash
# Checks that the files of plugin/ include only what the table of layers in docs/architecture.md allows.
#
# usage: bash cmake/check_layers.sh
set -euo pipefail
. "$(dirname -- "$0")/usage.sh"
[ $# -eq 0 ] || wrong_arguments
cd "$(dirname -- "$0")/../plugin"

# A row of the table: | [layer](../plugin/layer) | content | layers that it may include |
declare -A may_include
while IFS='|' read -r _ layer _ included _; do
    layer=${layer#*[}
    included=${included//,/}
    may_include[${layer%%]*}]=${included/nothing/}
done < <(grep '^| \[[a-z0-9_]*\](../plugin/' ../docs/architecture.md)

failed=0
for folder in */; do
    layer=${folder%/}
    if [ -z "${may_include[$layer]+known}" ]; then
        echo "plugin/$layer has no row in the table of docs/architecture.md" >&2
        failed=1
        continue
    fi
    allowed=" $layer assimp-md2 ${may_include[$layer]} "
    while IFS=: read -r file line included; do
        target=${included%%/*}
        case $allowed in
        *" $target "*) ;;
        *)
            echo "plugin/$file:$line: $layer may not include $included" >&2
            failed=1
            ;;
        esac
    done < <(grep -rnoE '#include ("[^"]+"|<assimp/)' "$layer" | sed -E 's/#include [<"]([^">]+)"?/\1/; s/:assimp\//:Assimp\//')
done
exit "$failed"
