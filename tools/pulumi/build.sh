#!/usr/bin/env bash
# usage: build.sh DEST. Builds the Pulumi CLI of go.mod and a small Python language host into the existing folder DEST.
# Needs a Go new enough for go.mod on PATH, the Go module proxy and nothing else.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/common.sh"
dest=$(cd "$1" && pwd)
cd "$here"

export CGO_ENABLED=0 GOWORK=off GOTOOLCHAIN=local GOFLAGS="-trimpath -buildvcs=false -mod=readonly -tags=osusergo,grpcnotrace"
step "Go modules of the Pulumi CLI" go mod download
sdk=$(go list -m -f '{{.Dir}}' github.com/pulumi/pulumi/sdk/v3)
version=$(go list -m -f '{{.Version}}' github.com/pulumi/pulumi/sdk/v3)
# Without optimisation the build takes half the time, and `pulumi up` is not measurably slower.
step "compiling the Pulumi CLI" nice -n 5 go build -v -gcflags 'all=-N -l -dwarf=false' \
  -ldflags "-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=$version" \
  -o "$dest/" github.com/pulumi/pulumi/pkg/v3/cmd/pulumi ./cmd/pulumi-language-python
# The host starts the first for a program, the engine the second for dynamic providers; neither is in the pip package.
install -m 755 "$sdk/python/cmd/pulumi-language-python-exec" "$sdk/python/dist/pulumi-resource-pulumi-python" "$dest/"
