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

prints_usage() { prints "usage: bash $1" bash "$root/$1" --help && silent err.txt; }
refuses_option() { fails 2 "usage: bash $1" bash "$root/$1" --no-such-option && silent out.txt; }
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
    check "$script --help prints its usage" prints_usage "$script"
    check "$script --no-such-option is an error, which says what the script takes" refuses_option "$script"
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

# page_of FOLDERS ARGUMENT...: view.sh has these folders of a game
page_of() { page 0 . "${@:2}" a.md2 && matches out.txt "^game: $1\$"; }
# no_page REASON FOLDER: view.sh refuses this folder of a game
no_page() { page 1 . --game "$2" a.md2 && matches err.txt "$1"; }

check 'the folders of --game replace those of the variable' \
    page_of "$work/mod:$work/base" --game "$work/mod" --game "$work/base"
check 'without --game, view.sh passes the variable on' page_of "$work"
check 'view.sh needs folders that exist' no_page '/none: there is no such folder$' "$work/none"
check 'view.sh needs a folder' page 1 . --game '' a.md2
check 'view.sh refuses a folder with a colon' no_page 'cannot name a folder with a colon: .*/a:b$' "$work/a:b"
for name in male-tris female-tris 'a b-c.d'; do
    folder=${name%-*}
    mkdir "$folder"
    check "view.sh shows ${name##*-}.md2 in the folder $folder" page 0 "$folder" "${name##*-}.md2"
    check "view.sh names the page by $folder and the model" says out.txt "/$name.html"
    check "the title of the page names $folder and the model" test "$(cat "page/build/view/$name.html")" = "$folder/${name##*-}.md2"
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

check 'without root and sudo, setup.sh prints the command and installs nothing' setup 1
check 'the command names the packages' matches err.txt '^  apt-get install .* g\+\+ .*libassimp-dev'
cp sudo bin
check 'setup.sh ends with 0 if it can install' setup 0
check 'setup.sh installs with sudo' matches out.txt '^with sudo$'
check 'setup.sh names the packages before it installs them' matches out.txt '^Debian packages that are missing .*: g\+\+ '
check 'setup.sh prints the size before it installs them' \
    test "$(grep -n '^Need to get' out.txt | cut -d: -f1)" -lt "$(grep -n '^apt-get install' out.txt | cut -d: -f1)"
# installs PACKAGE PURPOSE: setup.sh installs the package for this purpose
installs() { setup 0 "$2" && matches out.txt "^apt-get install .* $1"; }
check 'the demo needs the program assimp' installs assimp-utils demo
sed -n 's/^apt-get install -y --no-install-recommends //p' out.txt >installed
sed -n 's/^sudo apt-get install //p' "$root/README.md" >readme
check 'the packages of the demo are those of the command in README.md' diff installed readme
check 'the tests need GoogleTest' installs libgtest-dev test
check 'setup.sh takes packages by name' setup 0 packages one two
check 'setup.sh installs the named packages only' matches out.txt '^apt-get install -y --no-install-recommends one two$'
check 'an unknown purpose is an error' setup 2 no-such-purpose

all_hold
