# Shared by the install scripts; source it, do not run it.
# shellcheck shell=bash

# say WORDS...: one line for the person who waits.
say() { printf '%s\n' "$*"; }

# die WORDS...: say why and stop.
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# cache_dir: where everything that takes long to build is kept, outside any checkout.
cache_dir() { printf '%s\n' "${TENANTRY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/tenantry}"; }

# recipe_digest FILE...: 12 hex digits over the files' content, not their names or times.
recipe_digest() { cat -- "$@" | sha256sum | cut -c1-12; }

# timing NAME SECONDS: also kept in $TENANTRY_TIMINGS, when set, for a table at the end.
timing() {
  say "  $1: $2 s"
  if [ -n "${TENANTRY_TIMINGS:-}" ]; then printf '%s\t%s\n' "$2" "$1" >>"$TENANTRY_TIMINGS"; fi
}

# step NAME COMMAND...: runs a command whose output only matters when it fails.
# Shows a sign of life every five seconds and the seconds it took; returns the command's own status.
step() {
  local name=$1 log start pid last shown=0 status=0
  shift
  log=$(mktemp "${TMPDIR:-/tmp}/tenantry-step.XXXXXX")
  start=$SECONDS
  "$@" >"$log" 2>&1 </dev/null &
  pid=$!
  # A background command ignores the terminal's interrupt; without this it would run on.
  trap 'kill "$pid" 2>/dev/null; rm -f "$log"; exit 130' INT TERM
  while kill -0 "$pid" 2>/dev/null; do
    sleep 0.2
    if ((SECONDS - start >= shown + 5)); then
      shown=$((SECONDS - start))
      last=$(tail -n 1 "$log" | tr -d '\r' | cut -c1-90)
      say "  $name ... ${shown} s  ${last}"
    fi
  done
  wait "$pid" || status=$?
  trap - INT TERM
  if [ "$status" -ne 0 ]; then
    say "  $name: failed after $((SECONDS - start)) s; the end of its output:" >&2
    tail -n "${TENANTRY_LOG_LINES:-40}" "$log" >&2
  else
    timing "$name" "$((SECONDS - start))"
  fi
  rm -f "$log"
  return "$status"
}

# locked FILE COMMAND...: one at a time on this machine; says so when it has to wait.
locked() {
  local file=$1
  shift
  mkdir -p "$(dirname "$file")"
  (
    flock -n 9 || {
      say "  waiting for another run that holds $file"
      flock 9
    }
    "$@" 9>&-
  ) 9>"$file"
}
