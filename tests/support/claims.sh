# Tests with programs source this file for the claims about what a program prints.
# shellcheck shell=bash

# exits CODE COMMAND...: the command ends with CODE; its output is in out.txt and err.txt
exits() {
    local code=0
    "${@:2}" >out.txt 2>err.txt </dev/null || code=$?
    [ "$code" -eq "$1" ] || {
        echo "exit code $code instead of $1" >&2
        cat out.txt err.txt >&2
        return 1
    }
}
# has_line KIND FILE PATTERN: a line of FILE has the pattern, of this kind for grep
has_line() {
    grep -qa "$1" -e "$3" -- "$2" || {
        echo "no \"$3\" in:" >&2
        head -c 4000 "$2" >&2
        return 1
    }
}
# says FILE TEXT, matches FILE REGULAR_EXPRESSION
says() { has_line -F "$@"; }
matches() { has_line -E "$@"; }
silent() { [ ! -s "$1" ] || { cat "$1" >&2; return 1; }; }
# prints TEXT COMMAND...: the command succeeds, and stdout has TEXT
prints() { exits 0 "${@:2}" && says out.txt "$1"; }
# warns TEXT COMMAND...: the command succeeds, and stderr has TEXT
warns() { exits 0 "${@:2}" && says err.txt "$1"; }
# fails CODE TEXT COMMAND...: the command ends with CODE, and stderr has TEXT
fails() { exits "$1" "${@:3}" && says err.txt "$2"; }
