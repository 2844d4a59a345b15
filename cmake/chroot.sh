# cmake/package.sh and tests/platforms/run.sh source this file, to work in a minimal Debian system. They set the variables
# project (the folder of the project) and place (a folder that keeps the systems), and run in a mount namespace of their
# own.
# shellcheck shell=bash disable=SC2154

# The mirror from which this system takes Debian
mirror() {
    local found
    # shellcheck disable=SC2016 # apt-get replaces the names.
    found=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' 'Origin: Debian' \
        'Label: Debian' | sed -n '1s,/$,,p')
    echo "${DEBIAN_MIRROR-${found:-http://deb.debian.org/debian}}"
}

# debian_root ARCHITECTURE SUITE FOLDER: a fresh minimal system in FOLDER, which `inside COMMAND...` runs in afterwards.
debian_root() {
    bash "$project/cmake/setup.sh" packages debootstrap
    local pristine=$place/pristine/$2-$1 include=()
    if [ ! -e "$pristine.complete" ]; then
        rm -rf -- "$pristine"
        mkdir -p "$place/pristine"
        # The one thing that a mirror can need besides
        case $(mirror) in https:*) include+=(--include=ca-certificates) ;; esac
        debootstrap --arch="$1" --variant=minbase "${include[@]}" "$2" "$pristine" "$(mirror)"
        touch "$pristine.complete"
    fi
    root=$3
    rm -rf --one-file-system -- "$root"
    cp -a -- "$pristine" "$root"
    # The system does not outlive its purpose, so dpkg need not wait for the disk.
    echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe-io"
    enter_root
}

# Makes `inside` work in the system in $root.
enter_root() {
    # It reaches what this system reaches: proxies, the npm registry, the certificates of both.
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    apt-config dump | grep -E '^Acquire::(http|https|Check-)' >"$root/etc/apt/apt.conf.d/host" || true
    # The mirror may be a snapshot, which apt takes for out of date after a while.
    echo 'Acquire::Check-Valid-Until "false";' >>"$root/etc/apt/apt.conf.d/host"
    cp -r /usr/local/share/ca-certificates "$root/usr/local/share"
    [ ! -e /etc/npmrc ] || cp /etc/npmrc "$root/etc"
    [ ! -e ~/.npmrc ] || cp ~/.npmrc "$root/root"
    # The script has mounts of its own, which end with it. Nothing else is this system's: debootstrap has made the devices.
    mount -t proc proc "$root/proc"
    mkdir -p "$root/dev/shm"
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
}

inside() {
    local name proxies=()
    for name in {http,https,no}_proxy {HTTP,HTTPS,NO}_PROXY; do
        [ -z "${!name-}" ] || proxies+=("$name=${!name}")
    done
    chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "${proxies[@]}" "$@"
}
