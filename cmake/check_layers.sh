#!/usr/bin/env bash
# Checks that the files of plugin/ and include/ include only what the tables in docs/architecture.md allow, that inner
# headers are in the inner namespace, that the errors and constants that doc comments promise are declared, that
# iterators are not taken for pointers, and that no two types have one name.
#
# usage: bash cmake/check_layers.sh
set -euo pipefail
. "$(dirname -- "$0")/usage.sh"
[ $# -eq 0 ] || wrong_arguments
cd "$(dirname -- "$0")/../plugin"

# A row of a table: | [room](../plugin/room) | content | rooms that it may include |
declare -A may_include
while IFS='|' read -r _ room _ included _; do
    room=${room#*(../plugin/}
    included=${included//,/}
    may_include[${room%%)*}]=${included/nothing/}
done < <(grep '^| \[[a-z0-9_/]*\](../plugin/[a-z0-9_/]*) |.*|.*|$' ../docs/architecture.md)

# owner HEADER: sets product to that of a public header
owner() {
    product=$(basename -- "$1" .h)
    [ "$product" != game_files ] || product=games
    [ -d "$product" ] || product=importer
}

failed=0
while IFS=: read -r file line included; do
    room=$(dirname -- "$file")
    if [ "$room" = ../include/assimp-md2 ]; then
        owner "$file"
        room=$product
        case $included in
        assimp-md2/* | Assimp/*) ;;
        *)
            echo "$file:$line: a public header may not include the inner header $included" >&2
            failed=1
            ;;
        esac
    fi
    if [ -z "${may_include[$room]+known}" ]; then
        echo "plugin/$room has no row in the tables of docs/architecture.md" >&2
        failed=1
        continue
    fi
    target=$(dirname -- "$included")
    allowed="$room ${may_include[$room]}"
    if [ "$target" = assimp-md2 ]; then
        owner "$included"
        target=$product
        allowed+=" ${room%%/*}"
    fi
    # `importer` in a row stands for all rooms of the importer.
    case " $allowed " in
    *" $target "* | *" ${target%%/*} "*) ;;
    *)
        echo "plugin/$file:$line: $room may not include $included" >&2
        failed=1
        ;;
    esac
done < <(grep -rnoE '#include ("[^"]+"|<assimp/)' -- * ../include | sed -E 's/#include [<"]([^">]+)"?/\1/; s/:assimp\/.*/:Assimp\/header/')

while read -r file; do
    echo "plugin/$file: an inner header declares something outside assimp_md2::inner" >&2
    failed=1
done < <(grep -rlE '^namespace assimp_md2 \{' --include='*.h' -- *)

# In other standard libraries the iterators of std::array are classes.
while read -r place; do
    echo "plugin/$place: the result of an algorithm is an iterator, not a pointer" >&2
    failed=1
done < <(grep -rnE 'auto\* (const )?\w+ =( std::\w+\(\w+\.c?begin\(\)|$)' -- * | cut -d: -f1-2)

# The names in lines of doc comments about errors, and all names of constants
while read -r place name; do
    echo "plugin/$place: a doc comment names $name, which is not declared" >&2
    failed=1
done < <(awk '
    !/^ *\/\// { if (!doc) for (count = split($0, words, /[^A-Za-z0-9_]+/); count > 0; --count) known[words[count]] }
    doc {
        split($0, place, ":")
        isAboutErrors = /\\return|\\throws|[Ee]rror|\/\/\/ - [A-Z]/
        for (count = split($0, words, /[^A-Za-z0-9_]+/); count > 0; --count) {
            name = words[count]
            if (!(name in known) && (name ~ /^k[A-Z]/ || (isAboutErrors && name ~ /^[A-Z][a-z]+[A-Z][A-Za-z0-9]+$/))) {
                print place[1] ":" place[2], name
            }
        }
    }' <(find . ../include \( -name '*.h' -o -name '*.cpp' \) -exec cat {} +) doc=1 <(grep -rn '^ */// ' --include='*.h' -- *))

# The linker takes one of two inline functions of the same name, such as destructors, for both.
while read -r name; do
    echo "plugin: two headers define a type $name" >&2
    failed=1
done < <(grep -rhoE '^(struct|class|enum class) [A-Za-z0-9]+( final)?( :.*)? \{' --include='*.h' . |
    sed -E 's/^(struct|class|enum class) ([A-Za-z0-9]+).*/\2/' | sort | uniq -d)
exit "$failed"
