#!/usr/bin/env bash
# Prints the commands `bash …` in the shell blocks of a page, one per line and without their comments.
#
# usage: bash tests/platforms/commands_of.sh PAGE
set -euo pipefail
. "$(dirname -- "$0")/../../cmake/usage.sh"
[ $# -eq 1 ] || wrong_arguments

sed -n '/^```sh$/,/^```$/{s/ *#.*//;/^bash /p}' "$1"
