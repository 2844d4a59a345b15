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
# says FILE TEXT: a line of FILE contains TEXT
says() {
    grep -qaF -- "$2" "$1" || {
        echo "no \"$2\" in:" >&2
        head -c 4000 "$1" >&2
        return 1
    }
}
silent() { [ ! -s "$1" ] || { cat "$1" >&2; return 1; }; }
