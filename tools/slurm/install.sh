#!/bin/sh
# Install Debian's Slurm packages into a folder of their own, for the tests that run real daemons.
#
#   tools/slurm/install.sh [SUITE...]        trixie (24.11, the default), bookworm (22.05), sid (26.05 and moving)
#   tools/slurm/install.sh --where SUITE     print the folder and do nothing else
#
# The folder is ${TENANTRY_CACHE:-${XDG_CACHE_HOME:-~/.cache}/tenantry}/slurm-SUITE-DIGEST, where DIGEST is that of the recipe
# below: a changed recipe is a new folder, and a folder that exists is complete. Nothing outside it changes, except that
# mmdebstrap is installed where it is missing.
#
# The mirror is the one this machine's apt uses; DEBIAN_MIRROR names another.
# Exit codes: 0 all there, 1 the install failed, 2 usage, 3 this machine cannot do it (the reason is on stderr).
set -eu

PACKAGES=slurmctld,slurmdbd,slurmd,slurm-client,slurm-wlm-mysql-plugin,mariadb-server,mariadb-client,munge,procps
# The accounting database is made here because slurmdbd must find it: with MariaDB Connector/C 3.4, one failed connect to a
# missing database leaves slurmdbd dead on an unrelated message.
DATABASE="create database slurm_acct_db; flush privileges; create user slurm@localhost identified by 'slurm'; grant all on slurm_acct_db.* to slurm@localhost;"
RECIPE="1 $PACKAGES $DATABASE"

CACHE=${TENANTRY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/tenantry}

say() { printf 'slurm: %s\n' "$*"; }
cannot() { printf 'slurm: cannot install here: %s\n' "$*" >&2; exit 3; }

where() {
    case $1 in
        bookworm | trixie | sid) ;;
        *) printf 'slurm: unknown suite %s; known: bookworm trixie sid\n' "$1" >&2; exit 2 ;;
    esac
    printf '%s/slurm-%s-%s\n' "$CACHE" "$1" "$(printf '%s' "$RECIPE" | sha256sum | cut -c1-12)"
}

# URIs of every binary source apt knows here, deb822 (.sources) and one-line (.list), in the order apt reads them.
apt_uris() {
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        if [ -f "$file" ]; then
            sed -nE 's/#.*//; s/^[[:space:]]*deb[[:space:]]+(\[[^]]*\][[:space:]]*)?([^[:space:]]+).*/\2/p' "$file"
        fi
    done
    for file in /etc/apt/sources.list.d/*.sources; do
        if [ -f "$file" ]; then
            sed -nE 's/^[Uu][Rr][Ii][Ss]:[[:space:]]*(.*)/\1/p' "$file" | tr ' ' '\n'
        fi
    done
}

# The first of them that serves Debian's SUITE. apt's own downloader is asked, so proxies and credentials are apt's.
mirror_of() {
    probe=$(mktemp)
    for uri in ${DEBIAN_MIRROR:-$(apt_uris)}; do
        case $uri in mirror+file:*) uri=$(sed -nE 's/^([^#[:space:]]+).*/\1/p;' "${uri#mirror+file:}" | head -n 1) ;; esac
        uri=${uri%/}
        if /usr/lib/apt/apt-helper download-file "$uri/dists/$1/Release" "$probe" >/dev/null 2>&1 &&
            grep -qx 'Origin: Debian' "$probe" && grep -qx 'Label: Debian' "$probe"; then
            rm -f "$probe"
            printf '%s\n' "$uri"
            return
        fi
    done
    rm -f "$probe"
}

# Runs the statements without a server: mariadbd --bootstrap reads them from its stdin.
make_database() {
    printf '%s\n' "$DATABASE" | tr ';' '\n' | sed 's/$/;/' | grep -v '^;$' |
        chroot "$1" mariadbd --no-defaults --bootstrap --user=mysql --datadir=/var/lib/mysql --innodb-log-file-size=8M
}

install_suite() {
    suite=$1
    folder=$(where "$suite")
    if [ -d "$folder" ]; then
        say "$suite is in $folder"
        return
    fi
    [ "$(uname -s)" = Linux ] || cannot "the daemons run on Linux, this is $(uname -s)"
    command -v apt-get >/dev/null || cannot 'no apt-get: the packages are Debian packages'
    [ "$(id -u)" = 0 ] || cannot 'not root: a chroot and private namespaces are needed'
    started=$(date +%s)
    missing=
    command -v mmdebstrap >/dev/null || missing=mmdebstrap
    [ -e /usr/share/keyrings/debian-archive-keyring.gpg ] || missing="$missing debian-archive-keyring"
    if [ -n "$missing" ]; then
        say "installing $missing"
        # shellcheck disable=SC2086  # a list of package names
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; } \
            >/dev/null 2>&1 || cannot "apt-get could not install: $missing"
    fi
    mirror=$(mirror_of "$suite")
    [ -n "$mirror" ] || cannot "no apt source of this machine serves Debian's $suite; name one with DEBIAN_MIRROR"
    say "$suite: about a minute and 500 MB in $folder"
    part=$(mktemp -d "$CACHE/part-$suite-XXXXXX")
    trap 'rm -rf "$part"' EXIT
    trap 'exit 1' INT TERM HUP
    set --
    proxy=$(apt-config dump --format '%v' Acquire::http::Proxy)
    [ -z "$proxy" ] || set -- "$@" "--aptopt=Acquire::http::Proxy \"$proxy\""
    # A mirror's copy of a moving suite may be past the date in its Release file.
    mmdebstrap --mode=root --variant=apt --format=directory --include="$PACKAGES" \
        --aptopt='Acquire::Check-Valid-Until "false"' --dpkgopt=force-unsafe-io --components=main "$@" \
        "$suite" "$part/root" "$mirror" >"$part/log" 2>&1 || { tail -n 60 "$part/log" >&2; exit 1; }
    say "$suite: packages are in, making the accounting database ($(($(date +%s) - started)) s)"
    make_database "$part/root" >"$part/log" 2>&1 || { tail -n 60 "$part/log" >&2; exit 1; }
    chmod 755 "$part/root"
    mv "$part/root" "$folder"
    rm -rf "$part"
    trap - EXIT INT TERM HUP
    say "$suite: $(chroot "$folder" slurmctld -V) in $(($(date +%s) - started)) s"
}

if [ "${1-}" = --where ]; then
    [ $# = 2 ] || { printf 'usage: install.sh --where SUITE\n' >&2; exit 2; }
    where "$2"
    exit
fi
[ $# -gt 0 ] || set -- trixie
for suite in "$@"; do where "$suite" >/dev/null; done
mkdir -p "$CACHE"
# One install at a time: whoever comes second finds the folder.
exec 9>"$CACHE/slurm.lock"
flock 9
for suite in "$@"; do install_suite "$suite"; done
