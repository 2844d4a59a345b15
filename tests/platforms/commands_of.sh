#!/usr/bin/env bash
# Prints the commands `bash …` in the shell blocks of a page, also after variables (`NAME=VALUE bash …`), one per line and
# without their comments.
#
# usage: bash tests/platforms/commands_of.sh PAGE
set -euo pipefail
. "$(dirname -- "$0")/../../cmake/usage.sh"
[ $# -eq 1 ] || wrong_arguments

sed -n '/^```sh$/,/^```$/{s/ *#.*//;/^\([A-Z0-9_]*=[^ ]* \)*bash /p}' "$1"
