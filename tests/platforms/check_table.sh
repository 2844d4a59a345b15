#!/usr/bin/env bash
# Checks that no platform in the table of tests/platforms/README.md failed, or last ran before the last minor version: that of
# the second heading of CHANGELOG.md, below what is released next.
#
# usage: bash tests/platforms/check_table.sh
set -euo pipefail
. "$(dirname -- "$0")/../../cmake/usage.sh"
[ $# -eq 0 ] || wrong_arguments
cd "$(dirname -- "$0")/../.."

last=$(sed -n 's/^## \[\([0-9]*\.[0-9]*\|Unreleased\).*/\1/p' CHANGELOG.md | sed -n 2p)
awk -F ' *[|] *' -v last="$last" '
    BEGIN { split(last, least, ".") }
    $3 ~ /^[0-9]/ {
        split($3, ran, ".")
        if (ran[1] + 0 < least[1] || (ran[1] == least[1] && ran[2] + 0 < least[2])) {
            print $2 " last ran with version " $3 ", before " last
            failed = 1
        }
        if ($6 ~ /^FAILED/) {
            print $2 " failed with commit " $4
            failed = 1
        }
        ++rows
    }
    END { exit failed || !rows }' tests/platforms/README.md >&2
