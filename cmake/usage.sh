# Scripts source this file: it answers --help with the comment at the top of the script.
# shellcheck shell=bash

usage() {
    sed -n '2,/^\([^#]\|$\)/s/^# \{0,1\}//p' "$0"
}

# Ends a script whose arguments are wrong.
wrong_arguments() {
    usage >&2
    exit 2
}

if [ "${1-}" = --help ] || [ "${1-}" = -h ]; then
    usage
    exit
fi
