#!/usr/bin/env bash
# Installs the npm packages of the page into this folder, when they are not there in the versions of package-lock.json.
set -euo pipefail
cd "$(dirname -- "$0")"

packages=$(node -p 'Object.entries(require("./package.json").dependencies).map((pair) => pair.join(" ")).join(", ")')
if ! npm ls >/dev/null 2>&1; then
    echo "Installing npm packages into $PWD/node_modules, a download of about 11 MB: $packages"
    npm ci --no-audit --no-fund --loglevel=error
fi
