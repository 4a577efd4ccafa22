#!/usr/bin/env bash
# Installs Debian's Slurm packages into a folder of their own, for the tests that run real daemons.
#
#   tools/slurm/install.sh [SUITE...]        trixie (24.11, the default), bookworm (22.05), sid (26.05, and moving)
#   tools/slurm/install.sh --where SUITE     prints the folder and does nothing else
#
# Each suite gets a folder in the user's cache, named after a digest of the recipe below. A folder is there complete or
# not at all; what is there is not built again. Nothing else on the machine changes, except that mmdebstrap is installed
# where it is missing. The mirror is the one that this machine's apt uses; DEBIAN_MIRROR names another.
# Exit codes: 0 all there, 1 an install failed, 2 usage, 3 this machine cannot do it (the reason is on stderr).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib/common.sh"

packages=slurmctld,slurmdbd,slurmd,slurm-client,slurm-wlm-mysql-plugin,mariadb-server,mariadb-client,munge,procps
# The accounting database is made here because slurmdbd must find it: with MariaDB Connector/C 3.4, one connect that
# fails for want of it leaves slurmdbd to die of a message about something else.
database="create database slurm_acct_db;
flush privileges;
create user slurm@localhost identified by 'slurm';
grant all on slurm_acct_db.* to slurm@localhost;"
recipe="2 $packages $database"

cannot() {
  printf 'error: Slurm cannot be installed here: %s\n' "$*" >&2
  exit 3
}

folder_of() { printf '%s/slurm-%s-%s\n' "$(cache_dir)" "$1" "$(printf '%s' "$recipe" | sha256sum | cut -c1-12)"; }

known() {
  case $1 in
    bookworm | trixie | sid) ;;
    *)
      printf 'error: unknown suite %s; known: bookworm, trixie, sid\n' "$1" >&2
      exit 2
      ;;
  esac
}

# The URIs of every binary source apt knows here, one-line (.list) and deb822 (.sources).
apt_uris() {
  local file
  shopt -s nullglob
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -f "$file" ] || sed -nE 's/#.*//; s/^\s*deb\s+(\[[^]]*\]\s*)?(\S+).*/\2/p' "$file"
  done
  for file in /etc/apt/sources.list.d/*.sources; do
    sed -nE 's/^[Uu][Rr][Ii][Ss]:\s*(.*)/\1/p' "$file" | tr ' ' '\n'
  done
}

# The first of them that serves Debian's own SUITE. apt's downloader is asked, so proxies and credentials are apt's.
mirror_of() {
  local uri probe
  probe=$(mktemp)
  for uri in ${DEBIAN_MIRROR:-$(apt_uris)}; do
    case $uri in
      mirror+file:*) uri=$(sed -nE 's/^\s*([^#[:space:]]+).*/\1/p' "${uri#mirror+file:}" | head -n 1) ;;
    esac
    uri=${uri%/}
    if /usr/lib/apt/apt-helper download-file "$uri/dists/$1/Release" "$probe" >/dev/null 2>&1 &&
      grep -qx 'Origin: Debian' "$probe" && grep -qx 'Label: Debian' "$probe"; then
      printf '%s\n' "$uri"
      break
    fi
  done
  rm -f "$probe"
}

bootstrap() { # SUITE FOLDER MIRROR
  local proxy options=()
  proxy=$(apt-config dump --format '%v' Acquire::http::Proxy)
  [ -z "$proxy" ] || options=("--aptopt=Acquire::http::Proxy \"$proxy\"")
  # A mirror's copy of a moving suite may be past the date in its Release file.
  mmdebstrap --mode=root --variant=apt --format=directory --components=main --include="$packages" \
    --aptopt='Acquire::Check-Valid-Until "false"' --dpkgopt=force-unsafe-io "${options[@]}" "$1" "$2" "$3"
  chmod 755 "$2"
}

# Runs the statements without a server: mariadbd --bootstrap takes one a line from its stdin. Only up to trixie does the
# package make the system tables itself.
make_database() { # FOLDER
  if [ ! -d "$1/var/lib/mysql/mysql" ]; then
    mkdir -p "$1/var/lib/mysql"
    chroot "$1" chown mysql:mysql /var/lib/mysql
    chroot "$1" mariadb-install-db --no-defaults --user=mysql --datadir=/var/lib/mysql --force --skip-test-db \
      --innodb-log-file-size=8M
  fi
  chroot "$1" mariadbd --no-defaults --bootstrap --user=mysql --datadir=/var/lib/mysql --innodb-log-file-size=8M \
    <<<"$database"
  [ -d "$1/var/lib/mysql/slurm_acct_db" ]
}

get_tools() { # PACKAGE...
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

prepare_machine() {
  local missing=()
  [ "$(uname -s)" = Linux ] || cannot "its daemons run on Linux, this is $(uname -s)"
  command -v apt-get >/dev/null || cannot 'no apt-get, and the packages are Debian packages'
  [ "$(id -u)" = 0 ] || cannot 'not root, and a folder of packages is a chroot'
  command -v mmdebstrap >/dev/null || missing+=(mmdebstrap)
  [ -e /usr/share/keyrings/debian-archive-keyring.gpg ] || missing+=(debian-archive-keyring)
  if ((${#missing[@]})); then
    step "apt-get install ${missing[*]}" get_tools "${missing[@]}" || cannot "no ${missing[*]}"
  fi
}

install_suite() {
  local suite=$1 folder mirror part
  folder=$(folder_of "$suite")
  if [ -d "$folder" ]; then
    say "  Slurm from $suite: $folder"
    return
  fi
  prepare_machine
  mirror=$(mirror_of "$suite")
  [ -n "$mirror" ] || cannot "no apt source of this machine serves Debian's $suite; DEBIAN_MIRROR can name one"
  part=$(mktemp -d "$(cache_dir)/part-slurm-$suite-XXXXXX")
  # shellcheck disable=SC2064  # the folder of now
  trap "rm -rf '$part'" EXIT
  step "Slurm from $suite, Debian packages (about a minute, 500 MB)" bootstrap "$suite" "$part/root" "$mirror"
  step "Slurm from $suite, accounting database" make_database "$part/root"
  mv "$part/root" "$folder"
  rm -rf "$part"
  trap - EXIT
  say "  Slurm from $suite: $(chroot "$folder" slurmctld -V) in $folder"
}

install_all() {
  local suite
  for suite in "$@"; do install_suite "$suite"; done
}

if [ "${1-}" = --where ]; then
  [ $# = 2 ] || die 'usage: install.sh --where SUITE'
  known "$2"
  folder_of "$2"
  exit
fi
(($#)) || set -- trixie
for suite in "$@"; do known "$suite"; done
locked "$(cache_dir)/slurm.lock" install_all "$@"
