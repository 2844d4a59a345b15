#!/usr/bin/env bash
# Prints the program in a page, which must be its one block of C++: program_of.sh PAGE
set -euo pipefail

program=$(sed -n '/^```cpp$/,/^```$/p' "$1" | sed '/^```/d')
[ "$(grep -c '^int main' <<<"$program")" -eq 1 ] || {
    echo "$1 does not have one program" >&2
    exit 1
}
echo "$program"
