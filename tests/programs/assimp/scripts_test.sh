#!/usr/bin/env bash
# Tests --help and the arguments of the scripts in the documentation, and what cmake/setup.sh does with and without root.
#
# usage: bash tests/programs/assimp/scripts_test.sh
set -uo pipefail
root=$(realpath -- "$(dirname -- "$0")/../../..")
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cd "$root"
. tests/support/checks.sh

# exits CODE COMMAND...: the command ends with CODE; its output is in $work/out and $work/err
exits() {
    local code=0
    timeout 60 "${@:2}" >"$work/out" 2>"$work/err" </dev/null || code=$?
    [ "$code" -eq "$1" ] || {
        echo "exit code $code instead of $1" >&2
        cat "$work/out" "$work/err" >&2
        return 1
    }
}
# says FILE PATTERN: a line of $work/FILE matches the pattern
says() {
    grep -qE -- "$2" "$work/$1" || {
        echo "no \"$2\" in:" >&2
        cat "$work/$1" >&2
        return 1
    }
}
silent() { [ ! -s "$work/$1" ] || { cat "$work/$1" >&2; return 1; }; }

sources_usage() { grep -qE '^\. .*/usage\.sh"$' "$1"; }

# ---- Usage

mapfile -t scripts < <(
    grep -ohE 'bash (cmake|tests|\.ci)/[a-z/]*(\.sh|run)\b' README.md CONTRIBUTING.md tests/README.md |
        sed 's/^bash //' | sort -u
)
for script in cmake/setup.sh cmake/demo.sh cmake/view.sh cmake/package.sh tests/run.sh; do
    check "README.md names $script" grep -qF "bash $script" README.md
done
for script in "${scripts[@]}"; do
    [ "$script" != .ci/run ] || [ -e .ci/run ] || continue # It is not in the source package.
    # A script without it would do its work.
    check "$script sources usage.sh" sources_usage "$script"
    sources_usage "$script" || continue
    check "$script --help ends with 0" exits 0 bash "$script" --help
    check "$script --help prints its usage" says out "^usage: bash $script\b"
    check "$script --help prints no errors" silent err
    check "$script has no option --no-such-option" exits 2 bash "$script" --no-such-option
    check "$script says what it takes" says err "^usage: bash $script\b"
    check "$script says so on stderr only" silent out
done

# ---- What the README tells

bash tests/platforms/commands_of.sh README.md >"$work/commands"
check 'README.md has the demo' says commands '^bash cmake/demo\.sh$'
check 'README.md has the page' says commands '^bash cmake/view\.sh tris\.md2$'
check 'README.md has the tests' says commands '^bash tests/run\.sh$'
check 'README.md has the tests with other programs' says commands '^bash tests/run\.sh all$'

# ---- --game of view.sh, with stand-ins for the scripts that it calls

mkdir -p "$work/page/cmake" "$work/page/view" "$work/base" "$work/mod" "$work/a:b"
cp cmake/view.sh cmake/usage.sh "$work/page/cmake"
printf 'exit 0\n' | tee "$work/page/cmake/setup.sh" >"$work/page/view/install.sh"
printf 'echo "game: $ASSIMP_MD2_GAME"\nexit 9\n' >"$work/page/cmake/demo.sh"
page() { exits "$1" env ASSIMP_MD2_GAME="$work" bash "$work/page/cmake/view.sh" "${@:2}"; }

check 'view.sh passes the folders of --game on' page 9 --game "$work/mod" --game "$work/base" a.md2
check 'they replace those of the variable' says out "^game: $work/mod:$work/base\$"
check 'without --game the variable counts' page 9 a.md2
check 'it is passed on' says out "^game: $work\$"
check 'view.sh needs folders that exist' page 1 --game "$work/none" a.md2
check 'it names the folder' says err '/none: there is no such folder$'
check 'view.sh needs a folder' page 1 --game '' a.md2
check 'view.sh refuses a folder with a colon' page 1 --game "$work/a:b" a.md2
check 'it says so' says err 'cannot name a folder with a colon: .*/a:b$'

# ---- setup.sh, on a system where nothing is installed: stand-ins for apt-get and sudo write their arguments to $work/apt.

mkdir "$work/bin" "$work/cmake"
cp cmake/setup.sh cmake/usage.sh "$work/cmake"
for program in bash cat dirname env grep id sed; do
    ln -s "$(command -v "$program")" "$work/bin"
done
printf '#!/bin/sh\nexit 1\n' >"$work/bin/dpkg-query"
cat >"$work/bin/apt-get" <<'SH'
#!/bin/sh
case "$*" in
*--print-uris*) echo 'Need to get 12.3 MB of archives.' ;;
*) echo "apt-get $*" ;;
esac
SH
printf '#!/bin/sh\necho "with sudo"\nexec "$@"\n' >"$work/sudo"
chmod +x "$work/bin/dpkg-query" "$work/bin/apt-get" "$work/sudo"
chmod -R a+rX "$work"
chmod a+rx "$work"
as_user=()
[ "$(id -u)" -ne 0 ] || as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
setup() { exits "$1" "${as_user[@]}" env -i PATH="$work/bin" bash "$work/cmake/setup.sh" "${@:2}"; }

check 'without root and sudo, setup.sh ends with 1' setup 1
check 'it prints the command for an administrator' says err '^  apt-get install .* g\+\+ .*libassimp-dev'
check 'it does not run apt-get' silent out
check 'without root and sudo, demo.sh ends with 1' setup 1 demo
check 'it names the package of the assimp program' says err ' assimp-utils'

cp "$work/sudo" "$work/bin/sudo"
check 'setup.sh installs with sudo' setup 0
check 'it calls sudo' says out '^with sudo$'
check 'it names the packages before it installs them' says out '^Debian packages that are missing .*: g\+\+ '
check 'it prints the size before it installs them' \
    test "$(grep -n '^Need to get' "$work/out" | cut -d: -f1)" -lt "$(grep -n '^apt-get install' "$work/out" | cut -d: -f1)"
check 'it does not install the program assimp' bash -c '! grep assimp-utils "$1"' - "$work/out"

check 'setup.sh installs the packages of the demo' setup 0 demo
sed -n 's/^apt-get install -y --no-install-recommends //p' "$work/out" >"$work/installed"
sed -n 's/^sudo apt-get install //p' README.md >"$work/readme"
check 'they are those of the command in README.md' diff "$work/installed" "$work/readme"
check 'they include the program assimp' says out '^apt-get install .* assimp-utils'
check 'they include no library for tests' bash -c '! grep -E "libgtest|libbenchmark|libpng" "$1"' - "$work/out"
check 'setup.sh installs the packages of the tests' setup 0 test
check 'they include GoogleTest' says out '^apt-get install .* libgtest-dev'
check 'they include no other programs' bash -c '! grep -E "chromium|vtk|npm|blender" "$1"' - "$work/out"
check 'setup.sh installs the packages of all tests' setup 0 all
check 'they include GoogleTest, too' says out '^apt-get install .* libgtest-dev'
check 'they include numpy, which the modules of VTK import' says out '^apt-get install .* python3-numpy'
check 'setup.sh installs packages by name' setup 0 packages one two
check 'it installs these packages only' says out '^apt-get install -y --no-install-recommends one two$'
check 'an unknown purpose is an error' setup 2 no-such-purpose

all_hold
