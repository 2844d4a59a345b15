# Tests that are scripts source this file, which counts the claims that do not hold.
# shellcheck shell=bash

failures=0

# check CLAIM COMMAND...: the command succeeds
check() {
    if "${@:2}"; then
        echo "ok: $1"
    else
        echo "FAILED: $1" >&2
        failures=$((failures + 1))
    fi
}
# The last line of a test.
all_hold() {
    [ "$failures" -eq 0 ] || {
        echo "$failures claims failed" >&2
        return 1
    }
}
