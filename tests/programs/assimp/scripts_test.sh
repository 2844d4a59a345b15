#!/usr/bin/env bash
# Tests --help and the arguments of the scripts in the documentation, and what cmake/setup.sh does with and without root.
#
# usage: bash tests/programs/assimp/scripts_test.sh
set -uo pipefail
root=$(realpath -- "$(dirname -- "$0")/../../..")
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cd "$work"
. "$root/tests/support/checks.sh"
. "$root/tests/support/claims.sh"

sources_usage() { grep -qE '^\. .*/usage\.sh"$' "$root/$1"; }

# ---- Usage

mapfile -t scripts < <(
    grep -ohE 'bash (cmake|tests|\.ci)/[a-z/]*(\.sh|run)\b' "$root"/{README,CONTRIBUTING,tests/README}.md |
        sed 's/^bash //' | sort -u
)
for script in cmake/setup.sh cmake/package.sh; do
    check "README.md names $script" says "$root/README.md" "bash $script"
done
for script in "${scripts[@]}"; do
    [ "$script" != .ci/run ] || [ -e "$root/.ci/run" ] || continue # It is not in the source package.
    # A script without it would do its work.
    check "$script sources usage.sh" sources_usage "$script"
    sources_usage "$script" || continue
    check "$script --help ends with 0" exits 0 bash "$root/$script" --help
    check "$script --help prints its usage" matches out.txt "^usage: bash $script\b"
    check "$script --help prints no errors" silent err.txt
    check "$script has no option --no-such-option" exits 2 bash "$root/$script" --no-such-option
    check "$script says what it takes" matches err.txt "^usage: bash $script\b"
    check "$script says so on stderr only" silent out.txt
done

# ---- What the README tells

bash "$root/tests/platforms/commands_of.sh" "$root/README.md" >commands
check 'README.md has the page' matches commands '^bash cmake/view\.sh tris\.md2$'

# ---- view.sh, with stand-ins for what it calls: the page has its title alone.

mkdir -p page/cmake page/view base mod a:b
cp "$root"/cmake/{view,usage}.sh page/cmake
printf 'exit 0\n' | tee page/cmake/setup.sh >page/view/install.sh
printf 'echo "game: $ASSIMP_MD2_GAME"\n: >"$2"\n' >page/cmake/demo.sh
printf '#!/bin/sh\necho "$3" >"$4"\n' >page/node
chmod +x page/node
# page CODE FOLDER ARGUMENT...: view.sh, called in FOLDER, ends with CODE
page() {
    exits "$1" env -C "$2" -u DISPLAY -u WAYLAND_DISPLAY PATH="$work/page:$PATH" ASSIMP_MD2_GAME="$work" \
        bash "$work/page/cmake/view.sh" "${@:3}"
}

check 'view.sh passes the folders of --game on' page 0 . --game "$work/mod" --game "$work/base" a.md2
check 'they replace those of the variable' matches out.txt "^game: $work/mod:$work/base\$"
check 'without --game the variable counts' page 0 . a.md2
check 'it is passed on' matches out.txt "^game: $work\$"
check 'view.sh needs folders that exist' page 1 . --game "$work/none" a.md2
check 'it names the folder' matches err.txt '/none: there is no such folder$'
check 'view.sh needs a folder' page 1 . --game '' a.md2
check 'view.sh refuses a folder with a colon' page 1 . --game "$work/a:b" a.md2
check 'it says so' matches err.txt 'cannot name a folder with a colon: .*/a:b$'
for name in male-tris female-tris 'a b-c.d'; do
    folder=${name%-*}
    mkdir "$folder"
    check "view.sh shows ${name##*-}.md2 in the folder $folder" page 0 "$folder" "${name##*-}.md2"
    check 'it names the page by both' says out.txt "/$name.html"
    check 'so does the title' test "$(cat "page/build/view/$name.html")" = "$folder/${name##*-}.md2"
done

# ---- setup.sh, on a system where nothing is installed: stand-ins for apt-get and sudo print what they are to do.

mkdir bin cmake
cp "$root"/cmake/{setup,usage}.sh cmake
for program in bash cat dirname env grep id sed; do
    ln -s "$(command -v "$program")" bin
done
printf '#!/bin/sh\nexit 1\n' >bin/dpkg-query
cat >bin/apt-get <<'SH'
#!/bin/sh
[ "$1" != -o ] || shift 2
case "$*" in
*--print-uris*) echo 'Need to get 12.3 MB of archives.' ;;
*) echo "apt-get $*" ;;
esac
SH
printf '#!/bin/sh\necho "with sudo"\nexec "$@"\n' >sudo
chmod +x bin/dpkg-query bin/apt-get sudo
chmod -R a+rX "$work"
as_user=()
[ "$(id -u)" -ne 0 ] || as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
setup() { exits "$1" "${as_user[@]}" env -i PATH="$work/bin" bash cmake/setup.sh "${@:2}"; }

check 'without root and sudo, setup.sh ends with 1' setup 1
check 'it prints the command for an administrator' matches err.txt '^  apt-get install .* g\+\+ .*libassimp-dev'
check 'it does not run apt-get' silent out.txt
check 'without root and sudo, demo.sh ends with 1' setup 1 demo
check 'it names the package of the assimp program' matches err.txt ' assimp-utils'

cp sudo bin
check 'setup.sh installs with sudo' setup 0
check 'it calls sudo' matches out.txt '^with sudo$'
check 'it names the packages before it installs them' matches out.txt '^Debian packages that are missing .*: g\+\+ '
check 'it prints the size before it installs them' \
    test "$(grep -n '^Need to get' out.txt | cut -d: -f1)" -lt "$(grep -n '^apt-get install' out.txt | cut -d: -f1)"
check 'it does not install the program assimp' bash -c '! grep assimp-utils "$1"' - out.txt

check 'setup.sh installs the packages of the demo' setup 0 demo
sed -n 's/^apt-get install -y --no-install-recommends //p' out.txt >installed
sed -n 's/^sudo apt-get install //p' "$root/README.md" >readme
check 'they are those of the command in README.md' diff installed readme
check 'they include the program assimp' matches out.txt '^apt-get install .* assimp-utils'
check 'they include no library for tests' bash -c '! grep -E "libgtest|libbenchmark|libpng" "$1"' - out.txt
check 'setup.sh installs the packages of the tests' setup 0 test
check 'they include GoogleTest' matches out.txt '^apt-get install .* libgtest-dev'
check 'they include no other programs' bash -c '! grep -E "chromium|vtk|npm|blender" "$1"' - out.txt
check 'setup.sh installs the packages of all tests' setup 0 all
check 'they include GoogleTest, too' matches out.txt '^apt-get install .* libgtest-dev'
check 'they include numpy, which the modules of VTK import' matches out.txt '^apt-get install .* python3-numpy'
check 'setup.sh installs packages by name' setup 0 packages one two
check 'it installs these packages only' matches out.txt '^apt-get install -y --no-install-recommends one two$'
check 'an unknown purpose is an error' setup 2 no-such-purpose

all_hold
